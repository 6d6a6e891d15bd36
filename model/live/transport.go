package live

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"

	"github.com/anel-mc/mc/model"
)

// Transport is what messages travel over.
type Transport string

// The transports. Unless Options.Self is set, those with sockets use the loopback interface and ports that the system
// chooses.
const (
	Memory Transport = "memory"
	TCP    Transport = "tcp"
	UDP    Transport = "udp"
)

// wire carries messages. The lock of the world is held during send.
type wire interface {
	send(l model.Link, m message) error
	close()
}

// packed encodes a message.
func (m message) packed() []byte {
	b := binary.AppendUvarint(nil, uint64(m.epoch))
	b = binary.AppendUvarint(b, uint64(m.ready))
	b = binary.AppendUvarint(b, uint64(m.must))
	return append(b, m.b...)
}

// unpacked decodes a message.
func unpacked(b []byte) (m message, ok bool) {
	for _, x := range []*int{&m.epoch, &m.ready, &m.must} {
		v, size := binary.Uvarint(b)
		if size <= 0 {
			return m, false
		}
		*x, b = int(v), b[size:]
	}
	m.b = b
	return m, true
}

// post queues what was read from sockets, so that they can be read while a writer holds the lock of the world.
type post struct {
	mu     sync.Mutex
	queue  []func()
	signal chan struct{} // holds an element if the queue may not be empty
}

// received queues a message that was read from a socket.
func (w *world) received(l model.Link, b []byte) {
	if m, ok := unpacked(b); ok {
		w.enqueue(func() { w.arrive(l, m) })
	}
}

// enqueue has do called later, with the lock of the world.
func (w *world) enqueue(do func()) {
	w.post.mu.Lock()
	w.post.queue = append(w.post.queue, do)
	w.post.mu.Unlock()
	select {
	case w.post.signal <- struct{}{}:
	default:
	}
}

// deliver runs the queue until ctx is done.
func (w *world) deliver(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.post.signal:
		}
		w.mu.Lock()
		w.post.mu.Lock()
		for _, do := range w.post.queue {
			do()
		}
		w.post.queue = nil
		w.post.mu.Unlock()
		w.mu.Unlock()
	}
}

func open(w *world, links []model.Link) (wire, error) {
	if w.Self != "" {
		return openMesh(w)
	}
	switch w.Transport {
	case Memory, "":
		return memory{w}, nil
	case TCP:
		return openTCP(w, links)
	case UDP:
		return openUDP(w)
	}
	return nil, fmt.Errorf("there is no transport %q: there are %s, %s and %s", w.Transport, Memory, TCP, UDP)
}

type memory struct{ w *world }

func (m memory) send(l model.Link, s message) error { m.w.arrive(l, s); return nil }
func (memory) close()                               {}

// tcp has a connection for each channel.
type tcp struct {
	conns map[model.Link]net.Conn
	all   []io.Closer
}

func openTCP(w *world, links []model.Link) (t *tcp, err error) {
	t = &tcp{conns: map[model.Link]net.Conn{}}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return t, err
	}
	defer listener.Close()
	for _, l := range links {
		out, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return t, err
		}
		t.all = append(t.all, out)
		in, err := listener.Accept()
		if err != nil {
			return t, err
		}
		t.all = append(t.all, in)
		t.conns[l] = out
		go func() {
			for r := bufio.NewReader(in); ; {
				b, err := readFrame(r)
				if err != nil {
					return // closed
				}
				w.received(l, b)
			}
		}()
	}
	return t, nil
}

func (t *tcp) send(l model.Link, m message) error {
	return writeFrame(t.conns[l], m.packed())
}

// maxFrame bounds the size of a frame, in bytes.
const maxFrame = 1 << 28

// writeFrame writes the length of b and then b, in one write.
func writeFrame(to io.Writer, b []byte) error {
	_, err := to.Write(append(binary.AppendUvarint(nil, uint64(len(b))), b...))
	return err
}

func readFrame(from *bufio.Reader) ([]byte, error) {
	size, err := binary.ReadUvarint(from)
	if err != nil {
		return nil, err
	}
	if size > maxFrame {
		return nil, errors.New("the frame is too large")
	}
	b := make([]byte, size)
	_, err = io.ReadFull(from, b)
	return b, err
}

func (t *tcp) close() {
	for _, c := range t.all {
		c.Close()
	}
}

// udp has a socket for each process; the first byte of a datagram is the ID of its sender.
type udp []*net.UDPConn

// maxDatagram is the largest payload of a UDP datagram over IPv4, in bytes.
const maxDatagram = 65507

func openUDP(w *world) (udp, error) {
	var u udp
	for _, n := range w.nodes {
		c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			u.close()
			return nil, err
		}
		u = append(u, c)
		go receiveFrom(c, func(from model.ID, b []byte) {
			if l := (model.Link{From: from, To: n.id}); w.links[l] {
				w.received(l, b)
			}
		})
	}
	return u, nil
}

func (u udp) send(l model.Link, m message) error {
	return sendTo(u[l.From], u[l.To].LocalAddr(), l.From, m)
}

func sendTo(c *net.UDPConn, to net.Addr, from model.ID, m message) error {
	b := append([]byte{byte(from)}, m.packed()...)
	if len(b) > maxDatagram {
		return fmt.Errorf("a message of %d bytes does not fit into a datagram: use TCP", len(m.b))
	}
	_, err := c.WriteTo(b, to)
	return err
}

// receiveFrom calls take with each datagram until c is closed.
func receiveFrom(c *net.UDPConn, take func(from model.ID, b []byte)) {
	for b := make([]byte, maxDatagram); ; {
		size, err := c.Read(b)
		if err != nil {
			return
		}
		if size > 0 {
			take(model.ID(b[0]), slices.Clone(b[1:size]))
		}
	}
}

func (u udp) close() {
	for _, c := range u {
		c.Close()
	}
}
