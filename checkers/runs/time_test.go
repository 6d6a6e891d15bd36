package runs

import (
	"context"
	"testing"
	"time"
)

func TestTimeToRun(t *testing.T) {
	endless := t.Context()
	if got := timeToRun(endless, time.Minute); got != time.Minute {
		t.Errorf("without a deadline, runs of a minute may take %v", got)
	}
	minute, cancel := context.WithTimeout(endless, time.Minute)
	defer cancel()
	for _, timeout := range []time.Duration{0, time.Minute, time.Hour} {
		if got := timeToRun(minute, timeout); got <= 0 || got > time.Minute-timeToReduce {
			t.Errorf("with a minute left and a timeout of %v, runs may take %v", timeout, got)
		}
	}
	if got := timeToRun(minute, time.Second); got != time.Second {
		t.Errorf("with a minute left, runs of a second may take %v", got)
	}
	over, cancel := context.WithTimeout(endless, 0)
	defer cancel()
	if got := timeToRun(over, 0); got <= 0 {
		t.Errorf("after the deadline runs may take %v, want a moment: 0 is for ever", got)
	}
}
