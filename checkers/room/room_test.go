package room_test

import (
	"testing"

	"github.com/anel-mc/mc/checkers/room"
)

func TestMemory(t *testing.T) {
	n := room.Memory()
	t.Logf("the bound here is %d bytes", n)
	if n != 0 && n < 1<<20 {
		t.Errorf("%d bytes are too little to do anything", n)
	}
}
