package live

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"

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

// wire carries messages.
type wire interface {
	send(from, to model.ID, b []byte) error
	close()
}

func open(w *world, links []model.Link) (wire, error) {
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

func (m memory) send(from, to model.ID, b []byte) error { m.w.nodes[to].arrive(from, b); return nil }
func (memory) close()                                   {}

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
				size, err := binary.ReadUvarint(r)
				if err != nil {
					return // closed
				}
				b := make([]byte, size)
				if _, err := io.ReadFull(r, b); err != nil {
					return
				}
				w.nodes[l.To].arrive(l.From, b)
			}
		}()
	}
	return t, nil
}

func (t *tcp) send(from, to model.ID, b []byte) error {
	_, err := t.conns[model.Link{From: from, To: to}].Write(append(binary.AppendUvarint(nil, uint64(len(b))), b...))
	return err
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
		go func() {
			for b := make([]byte, maxDatagram); ; {
				size, err := c.Read(b)
				if err != nil {
					return // closed
				}
				if size > 0 && w.links[model.Link{From: model.ID(b[0]), To: n.id}] {
					n.arrive(model.ID(b[0]), append([]byte{}, b[1:size]...))
				}
			}
		}()
	}
	return u, nil
}

func (u udp) send(from, to model.ID, b []byte) error {
	if len(b)+1 > maxDatagram {
		return fmt.Errorf("a message of %d bytes does not fit into a datagram: use TCP", len(b))
	}
	_, err := u[from].WriteTo(append([]byte{byte(from)}, b...), u[to].LocalAddr())
	return err
}

func (u udp) close() {
	for _, c := range u {
		c.Close()
	}
}
