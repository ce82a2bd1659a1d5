package nvrtc

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStatuses(t *testing.T) {
	names, texts := map[string]bool{}, map[string]bool{}
	for code := range Status(19) {
		d, ok := statuses[code]
		assert.True(t, ok, "status %d", int(code))
		assert.Regexp(t, `^NVRTC_(SUCCESS|ERROR_[A-Z_]+)$`, d.name)
		assert.False(t, names[d.name], "%s twice", d.name)
		assert.False(t, texts[d.text], "text of %s twice", d.name)
		names[d.name], texts[d.text] = true, true
		assert.Greater(t, len(d.text), 15, d.name)
		assert.Equal(t, d.name+": "+d.text, code.Error())
	}
	assert.Len(t, statuses, 19)
	for s, want := range map[Status]string{
		1: "NVRTC_ERROR_OUT_OF_MEMORY", 5: "NVRTC_ERROR_INVALID_OPTION", 6: "NVRTC_ERROR_COMPILATION", 11: "NVRTC_ERROR_INTERNAL_ERROR",
		16: "NVRTC_ERROR_CANCELLED", 18: "NVRTC_ERROR_BUSY", 99: "NVRTC status 99",
	} {
		assert.Equal(t, want, s.Name())
	}
	assert.NotEmpty(t, Status(99).Text())
}
