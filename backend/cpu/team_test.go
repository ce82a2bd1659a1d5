package cpu

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Helpers do all the work that they are given, whether they are fresh or were
// waiting, and none stays when there is no more.
func TestHelpersComeAndGo(t *testing.T) {
	before := runtime.NumGoroutine()
	var h helpers
	var done atomic.Int64
	const rounds, helpers = 2000, 5
	for i := range rounds {
		var team team
		team.open.Add(helpers)
		team.left.Store(helpers)
		work := func() {
			done.Add(1)
			team.open.Done()
			team.left.Add(-1)
		}
		for range helpers {
			h.start(&work)
		}
		team.wait()
		if i%100 == 0 {
			time.Sleep(2 * patience) // they give up meanwhile
		}
	}
	assert.EqualValues(t, rounds*helpers, done.Load())
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}
