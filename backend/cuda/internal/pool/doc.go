// Package pool keeps the memory of one device for reuse.
//
// Memory comes from the driver in segments, which are cut into blocks of
// multiples of 512 bytes; neighbours that are free are joined again. Small
// blocks (up to 1 MiB) share segments of 2 MiB, later of 32 MiB; larger ones
// have segments of their own size, rounded up to 2 MiB.
//
// The pool is ordered by streams. A segment belongs to a stream, and what is
// free in it may be written by whatever is queued on that stream from now on,
// even while work that used it before is still running there. So a block that
// is freed right after a launch can be handed out at once, without waiting and
// without an event. Blocks change streams only when memory is short; the new
// stream is then made to wait for the old one.
//
// Memory that only the garbage collector can return is in the pool's care too:
// the collector does not see device memory, so the pool starts it as buffers
// add up, and before it says that there is no memory left.
package pool
