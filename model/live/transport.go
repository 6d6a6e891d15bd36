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

// The transports. Those with sockets use the loopback interface, and ports that the system chooses.
const (
	Memory Transport = "memory"
	TCP    Transport = "tcp"
	UDP    Transport = "udp"
)

// wire carries messages. The lock of the world is held when one is sent.
type wire interface {
	send(l model.Link, m message) error
	close()
}

// packed is a message as it travels.
func (m message) packed() []byte {
	b := binary.AppendUvarint(nil, uint64(m.epoch))
	b = binary.AppendUvarint(b, uint64(m.ready))
	b = binary.AppendUvarint(b, uint64(m.must))
	return append(b, m.b...)
}

// unpacked is the opposite.
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

// post takes what came out of sockets, so that they can be read while the lock of the world is held by one who writes.
type post struct {
	mu   sync.Mutex
	mail []func()
	some chan struct{}
}

// came is told of a message that has travelled.
func (w *world) came(l model.Link, b []byte) {
	if m, ok := unpacked(b); ok { // it is one of ours
		w.mail(func() { w.arrive(l, m) })
	}
}

// mail puts off what is done with the lock of the world.
func (w *world) mail(do func()) {
	w.post.mu.Lock()
	w.post.mail = append(w.post.mail, do)
	w.post.mu.Unlock()
	select {
	case w.post.some <- struct{}{}:
	default:
	}
}

// deliver puts what came into inboxes until ctx is done.
func (w *world) deliver(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.post.some:
		}
		w.mu.Lock()
		w.post.mu.Lock()
		for _, arrive := range w.post.mail {
			arrive()
		}
		w.post.mail = nil
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
	for _, l := range links {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return t, err
		}
		out, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			listener.Close()
			return t, err
		}
		t.all = append(t.all, out)
		in, err := listener.Accept()
		listener.Close()
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
				w.came(l, b)
			}
		}()
	}
	return t, nil
}

func (t *tcp) send(l model.Link, m message) error {
	return writeFrame(t.conns[l], m.packed())
}

// maxFrame is more than anything that is sent takes.
const maxFrame = 1 << 28

// writeFrame writes bytes with their number in front, in one write.
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
		return nil, errors.New("this is no message")
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

// udp has a socket for each process; the first byte of a datagram is its sender.
type udp []*net.UDPConn

// maxDatagram is what fits into one.
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
				w.came(l, b)
			}
		})
	}
	return u, nil
}

func (u udp) send(l model.Link, m message) error {
	return sendTo(u[l.From], u[l.To].LocalAddr(), l.From, m)
}

// sendTo sends a datagram.
func sendTo(c *net.UDPConn, to net.Addr, from model.ID, m message) error {
	b := append([]byte{byte(from)}, m.packed()...)
	if len(b) > maxDatagram {
		return fmt.Errorf("a message of %d bytes does not fit into a datagram: use TCP", len(m.b))
	}
	_, err := c.WriteTo(b, to)
	return err
}

// receiveFrom takes datagrams until c is closed.
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
