package array

import (
	"sync"
	"sync/atomic"

	"github.com/cugond/cugond/backend"
)

// chain is the end of work that read what earlier work computed: a fault in the
// data there is one of what was made of it too.
type chain struct {
	own, before backend.Event // own is nil when it has ended
	depth       int
	once        sync.Once
	sound       atomic.Bool // waited for, and nothing was wrong
	err         error
}

// longest is how many evaluations that nobody has waited for are chained before
// the newest is waited for.
const longest = 256

// Wait implements backend.Event. The earliest failure is the cause of others.
func (c *chain) Wait() error {
	c.once.Do(func() {
		c.err = c.before.Wait()
		if c.own != nil {
			if err := c.own.Wait(); c.err == nil {
				c.err = err
			}
		}
		c.own, c.before = nil, nil
		c.sound.Store(c.err == nil)
	})
	return c.err
}

// MayFault implements backend.Fallible.
func (c *chain) MayFault() bool { return !c.sound.Load() }

// after returns the event of work that read what the other events stand for.
func after(event backend.Event, read ...backend.Event) backend.Event {
	for _, r := range read {
		f, ok := r.(backend.Fallible)
		if !ok || r == event || !f.MayFault() {
			continue
		}
		if c, ok := event.(*chain); ok && c.before == r {
			continue
		}
		depth := 1
		for _, e := range []backend.Event{event, r} {
			if c, ok := e.(*chain); ok {
				depth = max(depth, c.depth+1)
			}
		}
		event = &chain{own: event, before: r, depth: depth}
	}
	return event
}

// shorten waits for an event that has grown long, so that a loop in which every
// evaluation reads the one before does not keep all of them.
func shorten(event backend.Event) {
	if c, ok := event.(*chain); ok && c.depth >= longest {
		_ = c.Wait() // the event keeps its failure
	}
}
