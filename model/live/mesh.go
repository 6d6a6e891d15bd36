package live

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
)

// mesh connects a process with those in other programs, by a TCP connection in each direction between any two. The end
// of a connection, after everything sent over it, means that the sender is gone. Over UDP this is all that connections
// are for, and messages are datagrams to the same ports.
//
// A connection carries messages. The first is a greeting: its epoch is the ID of the sender, its ready the tick of the
// sender, and its bytes are what has to be the same in all programs. A program with another greeting gets this one as
// the answer. A later message without bytes means that the sender has reached tick ready, and that everything sent
// before has arrived. If time has bounds, processes wait for these; see world.awaits.
type mesh struct {
	w        *world
	self     *node
	hello    string
	listener net.Listener
	packets  *net.UDPConn   // nil over TCP
	ports    []*net.UDPAddr // by process
	to       []net.Conn     // by process; nil where there is none
	reading  []sync.Mutex   // by process: held while its connection is read
	mu       sync.Mutex
	open     map[net.Conn]bool // nil when closed
	ending   bool              // no more steps are taken, but connections stay open so that others do not see a crash
}

func openMesh(w *world) (*mesh, error) {
	names := w.inst.ProcessNames()
	self := slices.Index(names, w.Self)
	switch {
	case w.Transport != TCP && w.Transport != UDP:
		return nil, fmt.Errorf("programs are joined over %s or %s, and not over %s", TCP, UDP, cmp.Or(w.Transport, Memory))
	case self < 0:
		return nil, fmt.Errorf("there is no process %s: there are %s", w.Self, strings.Join(names, ", "))
	case len(w.Peers) != len(names):
		return nil, fmt.Errorf("there are %d addresses for %d processes", len(w.Peers), len(names))
	}
	m := &mesh{w: w, self: w.nodes[self], hello: w.hello(), listener: w.listener,
		to: make([]net.Conn, len(names)), reading: make([]sync.Mutex, len(names)), open: map[net.Conn]bool{}}
	w.mesh, w.inst.Faults = m, model.Faults{}
	if m.listener == nil {
		var err error
		if m.listener, err = net.Listen("tcp", w.Peers[self]); err != nil {
			return nil, err
		}
	}
	if w.Transport == UDP {
		if err := m.listen(); err != nil {
			m.close()
			return nil, err
		}
	}
	go func() {
		for {
			c, err := m.listener.Accept()
			if err != nil {
				return // closed
			}
			go m.read(c)
		}
	}()
	return m, nil
}

// listen opens the port for datagrams, which is that of the listener.
func (m *mesh) listen() (err error) {
	for _, peer := range m.w.Peers {
		a, err := net.ResolveUDPAddr("udp", peer)
		if err != nil {
			return err
		}
		m.ports = append(m.ports, a)
	}
	here, err := net.ResolveUDPAddr("udp", m.listener.Addr().String())
	if err != nil {
		return err
	}
	if m.packets, err = net.ListenUDP("udp", here); err != nil {
		return err
	}
	tag := sha256.Sum256([]byte(m.hello))
	m.w.tag = tag[:8]
	go m.w.receiveFrom(m.packets, func(source net.Addr, from model.ID, b []byte) {
		if s, ok := m.unpacked(b); ok && m.w.links[model.Link{From: from, To: m.self.id}] {
			m.receive(source, m.w.nodes[from], s)
		}
	})
	return nil
}

// register adds a connection and reports whether it may be used; once the mesh is closed, none may.
func (m *mesh) register(c net.Conn) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open == nil {
		c.Close()
		return false
	}
	m.open[c] = true
	return true
}

func (m *mesh) drop(c net.Conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.ending {
		delete(m.open, c)
		c.Close()
	}
}

// end is called when no more steps are taken. It ends writes that block.
func (m *mesh) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ending = true
	for c := range m.open {
		c.SetWriteDeadline(time.Now())
	}
}

func (m *mesh) close() {
	m.listener.Close()
	if m.packets != nil {
		m.packets.Close()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for c := range m.open {
		c.Close()
	}
	m.open = nil
}

// join waits until all other processes are connected; a process that recovers waits only for those that can be reached.
// w.mu is held.
func (m *mesh) join(ctx context.Context) {
	others := slices.DeleteFunc(slices.Clone(m.w.nodes), func(n *node) bool { return n == m.self })
	dialled := make([]bool, len(m.w.nodes))
	for _, q := range others {
		go func() {
			for ctx.Err() == nil {
				joined := m.dial(q)
				m.w.mu.Lock()
				dialled[q.id] = true
				m.w.moved.Broadcast()
				m.w.mu.Unlock()
				if joined || m.self.restored {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
	}
	for told := []string(nil); ctx.Err() == nil; m.w.moved.Wait() {
		var missing []string
		for _, q := range others {
			gone := m.self.restored && dialled[q.id] && m.to[q.id] == nil
			if !gone && (!q.joined || m.to[q.id] == nil) {
				missing = append(missing, q.name)
			}
		}
		if len(missing) == 0 {
			break
		}
		if !slices.Equal(missing, told) && !m.self.restored {
			m.w.Waiting(missing)
		}
		told = missing
	}
	for _, q := range others {
		m.w.now = max(m.w.now, q.tick)
	}
}

// dial connects to a process unless it is connected already, and reports whether it is connected now.
func (m *mesh) dial(q *node) bool {
	c, err := net.DialTimeout("tcp", m.w.Peers[q.id], 2*time.Second)
	if err != nil || !m.register(c) {
		return false
	}
	m.w.mu.Lock()
	defer m.w.mu.Unlock()
	hello := message{epoch: int(m.self.id), ready: m.w.now, b: []byte(m.hello)}
	if m.to[q.id] != nil || writeFrame(c, hello.packed()) != nil {
		m.drop(c)
		return m.to[q.id] != nil
	}
	m.to[q.id] = c
	m.w.moved.Broadcast()
	go func() {
		answer, err := m.next(bufio.NewReader(c)) // there is none if it belongs to this run
		if err == nil {
			m.unlike(m.w.Peers[q.id], answer)
		}
		m.w.mu.Lock()
		defer m.w.mu.Unlock()
		m.hangUp(q, c)
	}()
	return true
}

// hangUp closes the connection to a process, if it is c. w.mu is held.
func (m *mesh) hangUp(q *node, c net.Conn) {
	if c == nil || m.to[q.id] != c {
		return
	}
	m.drop(c)
	m.to[q.id] = nil
	m.w.moved.Broadcast()
}

// unpacked decodes a message from another program.
func (m *mesh) unpacked(b []byte) (message, bool) {
	s, ok := unpacked(b)
	if !m.w.timed {
		s.ready = 0 // ticks of different programs are unrelated
	}
	return s, ok
}

// read receives what another process sends, in order, until that process is gone.
func (m *mesh) read(c net.Conn) {
	if !m.register(c) {
		return
	}
	defer m.drop(c)
	r := bufio.NewReader(c)
	hello, err := m.next(r)
	switch {
	case err != nil:
		return
	case string(hello.b) != m.hello:
		if greets(hello) { // it is told before this run ends, and this connection with it
			writeFrame(c, message{b: []byte(m.hello)}.packed()) // if it cannot be told, it is gone
		}
		m.unlike(c.RemoteAddr().String(), hello)
		return
	case uint(hello.epoch) >= uint(len(m.w.nodes)) || hello.epoch == int(m.self.id):
		return // not a process of this run
	}
	q := m.w.nodes[hello.epoch]
	m.reading[q.id].Lock() // read everything from its previous connection first
	defer m.reading[q.id].Unlock()
	m.w.enqueue(func() { m.joins(q, hello.ready) })
	for {
		s, err := m.next(r)
		switch {
		case err == nil && len(s.b) == 0:
			m.w.enqueue(func() { m.ticks(q, s.ready) })
		case err == nil:
			if !m.receive(c.RemoteAddr(), q, s) {
				return
			}
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, new(net.Error)):
			m.w.enqueue(func() {
				q.joined, q.up = false, false
				m.hangUp(q, m.to[q.id])
				m.changed()
			})
			return
		default:
			m.w.stop(unreadable(c.RemoteAddr(), q, err))
			return
		}
	}
}

// next reads a message from another program.
func (m *mesh) next(r *bufio.Reader) (s message, err error) {
	b, err := readFrame(r)
	if err != nil {
		return s, err
	}
	s, ok := m.unpacked(b)
	if !ok {
		err = errors.New("it is not a message")
	}
	return s, err
}

func unreadable(source net.Addr, q *node, err error) error {
	return fmt.Errorf("what %s sends as %s cannot be read: %w", source, q.name, err)
}

// receive takes a message from another process, and reports whether it could be decoded; if not, the run ends.
func (m *mesh) receive(source net.Addr, q *node, s message) bool {
	if _, err := decodeForeign(m.w.inst, m.w.registry, s.b); err != nil {
		m.w.stop(unreadable(source, q, err))
		return false
	}
	m.w.enqueue(func() {
		l := model.Link{From: q.id, To: m.self.id}
		m.w.expect(l, s)
		m.w.arrive(l, s)
	})
	return true
}

// joins is called when another program connects. If the process here is up already, the other one is taken to be down
// until it has recovered.
func (m *mesh) joins(q *node, tick int) {
	q.joined, q.up, q.tick = true, !m.self.up, tick
	if m.to[q.id] == nil {
		go m.dial(q)
	}
	m.changed()
}

// ticks is called when another process is up and has reached a tick.
func (m *mesh) ticks(q *node, tick int) {
	q.up, q.tick = true, tick
	m.changed()
}

func (m *mesh) changed() {
	m.self.notify()
	m.w.moved.Broadcast()
}

// tell sends the current tick to all other programs. w.mu is held.
func (m *mesh) tell() {
	for q, c := range m.to {
		if c != nil && writeFrame(c, message{ready: m.w.now}.packed()) != nil {
			m.hangUp(m.w.nodes[q], c)
		}
	}
}

// send sends a message to a connected process. If it is not connected, the message is lost, as in the model.
func (m *mesh) send(l model.Link, s message) error {
	c := m.to[l.To]
	switch {
	case l.To == m.self.id:
		m.w.expect(l, s)
		m.w.arrive(l, s)
	case c == nil:
	case m.packets != nil:
		return m.w.sendTo(m.packets, m.ports[l.To], l.From, s)
	case writeFrame(c, s.packed()) != nil:
		m.hangUp(m.w.nodes[l.To], c)
	}
	return nil
}
