package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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
		out, in, err := connect(listener)
		if err != nil {
			return t, err
		}
		t.all = append(t.all, out, in)
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

// connect returns the two ends of a connection to listener, and hangs up on strangers who connect to it meanwhile.
func connect(listener net.Listener) (out, in net.Conn, err error) {
	if out, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		return nil, nil, err
	}
	for {
		if in, err = listener.Accept(); err != nil {
			out.Close()
			return nil, nil, err
		}
		if in.RemoteAddr().String() == out.LocalAddr().String() {
			return out, in, nil
		}
		in.Close()
	}
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

// udp has a socket for each process. A datagram begins with the tag of the run and the ID of its sender, in one byte.
type udp struct {
	w       *world
	sockets []*net.UDPConn
}

// maxDatagram is the largest payload of a UDP datagram over IPv4, in bytes.
const maxDatagram = 65507

func openUDP(w *world) (wire, error) {
	w.tag = binary.BigEndian.AppendUint64(nil, rand.Uint64())
	u := &udp{w: w}
	for _, n := range w.nodes {
		c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			u.close()
			return nil, err
		}
		u.sockets = append(u.sockets, c)
		go w.receiveFrom(c, func(_ net.Addr, from model.ID, b []byte) {
			if l := (model.Link{From: from, To: n.id}); w.links[l] {
				w.received(l, b)
			}
		})
	}
	return u, nil
}

func (u *udp) send(l model.Link, m message) error {
	return u.w.sendTo(u.sockets[l.From], u.sockets[l.To].LocalAddr(), l.From, m)
}

func (w *world) sendTo(c *net.UDPConn, to net.Addr, from model.ID, m message) error {
	b := append(slices.Clone(w.tag), byte(from))
	if b = append(b, m.packed()...); len(b) > maxDatagram {
		return fmt.Errorf("a message of %d bytes does not fit into a datagram: use TCP", len(m.b))
	}
	_, err := c.WriteTo(b, to)
	return err
}

// receiveFrom calls take with each datagram of the run until c is closed. It drops those without the tag of the run:
// anybody can send them.
func (w *world) receiveFrom(c *net.UDPConn, take func(source net.Addr, from model.ID, b []byte)) {
	for all := make([]byte, maxDatagram); ; {
		size, source, err := c.ReadFrom(all)
		if err != nil {
			return
		}
		if b, ours := bytes.CutPrefix(all[:size], w.tag); ours && len(b) > 0 {
			take(source, model.ID(b[0]), slices.Clone(b[1:]))
		}
	}
}

func (u *udp) close() {
	for _, c := range u.sockets {
		c.Close()
	}
}
