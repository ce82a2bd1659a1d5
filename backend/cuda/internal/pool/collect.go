package pool

import (
	"runtime"
	"time"
)

const (
	floorShare = 8 // no collection below an eighth of the device's memory

	collectBegin = 100 * time.Millisecond // longest wait for cleanups to begin
	collectWait  = 10 * time.Millisecond  // longest wait for frees from then on
	collectIdle  = 500 * time.Microsecond // no frees for this long: there are no more
	collectPoll  = 50 * time.Microsecond
)

// collection is a run of the garbage collector and of the cleanups after it.
type collection struct{ done chan struct{} }

// relieve has the garbage collector run when another size bytes make so much
// memory in use that a good part of it may be garbage. Work goes on meanwhile
// as long as much of the device's memory is left.
func (p *Pool) relieve(size int64) {
	p.mu.Lock()
	if p.stats.InUse+size <= p.trigger || p.closed {
		p.mu.Unlock()
		return
	}
	c := p.start()
	tight := p.stats.InUse+size > high(p.bound())
	p.mu.Unlock()
	if tight {
		<-c.done
	}
}

// collectNow waits for a collection that begins after the call.
func (p *Pool) collectNow() error {
	p.mu.Lock()
	running := p.flight
	p.mu.Unlock()
	if running != nil {
		<-running.done
	}
	p.mu.Lock()
	c := p.start()
	p.mu.Unlock()
	<-c.done
	return nil
}

// start starts a collection unless one runs. The lock is held.
func (p *Pool) start() *collection {
	if p.flight == nil {
		p.stats.Collected++
		p.flight = &collection{done: make(chan struct{})}
		go p.run(p.flight)
	}
	return p.flight
}

// run collects and waits for the cleanups, which run on goroutines of their
// own after the collection, to free buffers. A cleanup of its own tells when
// they have begun.
func (p *Pool) run(c *collection) {
	begun := make(chan struct{})
	runtime.AddCleanup(new([64]byte), func(begun chan struct{}) { close(begun) }, begun)
	p.mu.Lock()
	before, held, old := p.freed, p.stats.InUse, p.trigger
	p.mu.Unlock()
	p.collect()
	select {
	case <-begun:
	case <-time.After(collectBegin):
	}
	freed := p.settled(before)
	p.mu.Lock()
	p.setTrigger()
	if freed-before < held/8 { // what is in use is no garbage: ask less often
		p.trigger = max(p.trigger, old+min(old, (p.bound()-old)/2))
	}
	p.flight = nil
	p.mu.Unlock()
	close(c.done)
}

// settled waits until no more memory comes back, and returns how many bytes
// have in all.
func (p *Pool) settled(seen int64) int64 {
	start := time.Now()
	for last := start; ; {
		time.Sleep(collectPoll)
		p.mu.Lock()
		freed := p.freed
		p.mu.Unlock()
		now := time.Now()
		if freed != seen {
			seen, last = freed, now
		}
		if now.Sub(last) > collectIdle || now.Sub(start) > collectWait {
			return freed
		}
	}
}

// setTrigger decides how much may be in use before the next collection: twice
// of what is in use now; when that would be most of the memory, a quarter of
// what is left. The lock is held.
func (p *Pool) setTrigger() {
	bound, inUse := p.bound(), p.stats.InUse
	p.trigger = max(bound/floorShare, 2*inUse)
	if h := high(bound); p.trigger > h {
		p.trigger = max(h, inUse+max((bound-inUse)/4, bound/64))
	}
}

// bound is how much memory the pool counts on. The lock is held.
func (p *Pool) bound() int64 {
	if limit := p.stats.Limit; limit > 0 {
		return min(limit, p.usable)
	}
	return p.usable
}

// high is the share of the memory above which an allocation waits for the
// collector.
func high(bound int64) int64 { return bound / 3 * 2 }
