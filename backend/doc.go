// Package backend is the contract between arrays and what computes on them: a
// small [Device] interface, capability interfaces beside it, the views and
// kernels that pass between the two, and the errors that every device gives.
//
// It computes nothing. Shapes have been inferred, broadcast and simplified
// when a device sees them; a device never allocates results, never copies what
// it was not asked to copy, and never falls back to another device. What one
// can do beyond the core is found by type assertion, as with [MatMuler] and
// [HostMapper].
package backend
