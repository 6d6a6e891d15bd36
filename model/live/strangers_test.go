package live

import (
	"bufio"
	"context"
	"encoding/binary"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anel-mc/mc/model"
)

// TestStrangers: datagrams of strangers are dropped.
func TestStrangers(t *testing.T) {
	w := &world{nodes: []*node{{id: 0}, {id: 1}}, links: map[model.Link]bool{{From: 0, To: 1}: true}}
	w.post.signal = make(chan struct{}, 1)
	wired, err := openUDP(w)
	if err != nil {
		t.Fatal(err)
	}
	defer wired.close()
	stranger, err := net.Dial("udp", wired.(*udp).sockets[1].LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	for _, b := range [][]byte{{}, {0}, {0, 1, 2, 3}, {0, 0, 0, 9, 9, 9}, {1, 0, 9, 9}, {0, 0, 0, 0, 0}, w.tag} {
		if _, err := stranger.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := wired.send(model.Link{From: 0, To: 1}, message{b: []byte("hello")}); err != nil {
		t.Fatal(err)
	}
	<-w.post.signal
	w.post.mu.Lock()
	defer w.post.mu.Unlock()
	if len(w.post.queue) != 1 {
		t.Errorf("%d messages were received, and 1 was sent", len(w.post.queue))
	}
}

// TestConnect: a stranger who connects first is not taken for the other end.
func TestConnect(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	stranger, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	out, in, err := connect(l)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer in.Close()
	if in.RemoteAddr().String() != out.LocalAddr().String() {
		t.Error("the other end is a stranger")
	}
}

// TestGarbage: what another program sends and is no message ends the run, with the address that it came from. What
// strangers send does not.
func TestGarbage(t *testing.T) {
	frame := func(b ...byte) []byte { return append([]byte{byte(len(b))}, b...) }
	for _, b := range [][]byte{frame(), frame(0xff), frame(0, 0, 0, 9, 9), binary.AppendUvarint(nil, maxFrame+1)} {
		peers := free(t, 2)
		l, err := net.Listen("tcp", peers[1])
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ended := make(chan error, 1)
		go func() {
			ended <- Run(t.Context(), counters(2), Options{Transport: TCP, Self: "p0", Peers: peers})
		}()
		in, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		greeted, err := readFrame(bufio.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		for k := range 2 {
			out, err := net.Dial("tcp", peers[0])
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			if k == 1 {
				hello, _ := unpacked(greeted)
				hello.epoch = 1
				if err := writeFrame(out, hello.packed()); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := out.Write(b); err != nil {
				t.Fatal(err)
			}
			if want := "what " + out.LocalAddr().String() + " sends as p1 cannot be read"; k == 1 {
				if err := <-ended; err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("after %v: %v, want %s", b, err, want)
				}
			}
		}
	}
}

// TestUnlike: programs that do not belong together say so instead of talking, and one that comes late does not disturb
// the others.
func TestUnlike(t *testing.T) {
	peers := free(t, 3)
	one := Options{Transport: TCP, Self: "p0", Peers: peers[:2], System: "one"}
	two, datagrams, failing := one, one, counters(2)
	two.System, datagrams.Transport, failing.Faults.Crash = "two", UDP, 1
	for _, test := range []struct {
		i         model.Instance
		o         Options
		have, has string
	}{
		{counters(2), two, "system one", "system two"},
		{counters(2), datagrams, "transport tcp", "transport udp"},
		{failing, one, "failures none", "failures crash 1"},
		{counters(3), Options{Transport: TCP, Peers: peers, System: "one"}, "processes p0, p1", "processes p0, p1, p2"},
	} {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		var all sync.WaitGroup
		run := func(i model.Instance, o Options, self, ours, theirs string) {
			o.Self = self
			all.Go(func() {
				err := Run(ctx, i, o)
				want := `has "` + theirs + `", and this one has "` + ours + `": start all with the same flags`
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %s", err, want)
				}
			})
		}
		run(counters(2), one, "p0", test.have, test.has)
		run(test.i, test.o, "p1", test.has, test.have)
		all.Wait()
		stop()
	}
	ctx, stop := context.WithCancel(t.Context())
	one.Tick, two.Self, two.Peers = time.Millisecond, "p1", []string{peers[0], peers[2]}
	waiting := make(chan string, 9)
	one.Waiting = func(names []string) { waiting <- strings.Join(names, ", ") }
	var all, starts sync.WaitGroup
	starts.Add(2)
	one.Observe = func(e Event) error {
		if e.Start {
			starts.Done()
		}
		return nil
	}
	for _, self := range []string{"p0", "p1"} {
		o := one
		o.Self = self
		all.Go(func() {
			if err := Run(ctx, counters(2), o); err != nil {
				t.Error(err)
			}
		})
		if self == "p0" {
			if whom := <-waiting; whom != "p1" {
				t.Errorf("it waits for %s", whom)
			}
		}
	}
	starts.Wait()
	err := Run(t.Context(), counters(2), two)
	if err == nil || !strings.Contains(err.Error(), peers[0]+` has "system one"`) {
		t.Error(err)
	}
	stop()
	all.Wait()
}
