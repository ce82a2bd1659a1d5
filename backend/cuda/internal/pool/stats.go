package pool

import (
	"fmt"
	"math"

	"github.com/cugond/cugond/backend"
)

// Stats describes a pool. InUse counts whole blocks, so it may exceed what was
// asked for; InUse and Pooled together are Reserved, but for what is on its
// way from or to the driver.
type Stats struct {
	backend.MemoryStats
	Reserved     int64 // bytes in segments
	PeakReserved int64 // largest Reserved so far
	Limit        int64 // largest Reserved allowed, 0 for none
}

// Stats returns the statistics.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// Trim gives all segments that are wholly free back to the driver.
func (p *Pool) Trim() error {
	p.scarce.Lock()
	defer p.scarce.Unlock()
	return p.purge(nil, math.MaxInt64)
}

// SetLimit bounds what the pool holds, 0 for no bound but the device's memory,
// and gives free memory above it back to the driver. Blocks in use stay, even
// when they exceed it.
func (p *Pool) SetLimit(bytes int64) error {
	if bytes < 0 {
		return fmt.Errorf("%s: memory limit %d: must not be negative", p.device, bytes)
	}
	p.scarce.Lock()
	defer p.scarce.Unlock()
	p.mu.Lock()
	p.stats.Limit = bytes
	p.setTrigger()
	over := p.stats.Reserved - bytes
	p.mu.Unlock()
	if bytes == 0 || over <= 0 {
		return nil
	}
	return p.purge(nil, over)
}

// capacity is the largest amount of memory that the pool could ever hold.
func (p *Pool) capacity() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if limit := p.stats.Limit; limit > 0 {
		return min(limit, p.total)
	}
	return p.total
}
