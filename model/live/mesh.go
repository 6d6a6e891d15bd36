package live

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
)

// mesh joins a process with those in other programs: a TCP connection in each direction between any two. Who is gone is
// known by the end of the connection, after all that it sent. Over UDP these connections say only that; messages are
// datagrams, to the same ports.
//
// What goes over a connection are messages. The first has no channel: its epoch is who sends, its ready the tick, and
// its bytes are the names of all processes. Later ones without bytes tell that the sender has come to a tick: then all
// has come that it sent before. If time has bounds, a process goes by that: see world.awaits.
type mesh struct {
	w        *world
	self     *node
	hello    string
	listener net.Listener
	packets  *net.UDPConn   // nil over TCP
	ports    []*net.UDPAddr // by process
	to       []net.Conn     // by process; nil where there is none
	reading  []sync.Mutex   // by process: what it sends, until it is gone
	mu       sync.Mutex
	open     map[net.Conn]bool // nil when closed
	ending   bool              // nobody is to think that this process is gone because it takes no more steps
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
	m := &mesh{w: w, self: w.nodes[self], hello: strings.Join(names, "\n"), listener: w.listener,
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
	go receiveFrom(m.packets, func(from model.ID, b []byte) {
		if s, ok := m.unpacked(b); ok && m.w.links[model.Link{From: from, To: m.self.id}] {
			m.receive(m.w.nodes[from], s)
		}
	})
	return nil
}

// keeps reports whether a connection may be used: not when all are closed.
func (m *mesh) keeps(c net.Conn) bool {
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

// end is called when no more steps are taken: nothing waits any more until something is sent.
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

// join waits until all other processes are there; for one that recovers, those that are. w.mu is held.
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
				if joined || m.self.returns {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
	}
	for ctx.Err() == nil && slices.ContainsFunc(others, func(q *node) bool {
		gone := m.self.returns && dialled[q.id] && m.to[q.id] == nil
		return !gone && (!q.joined || m.to[q.id] == nil)
	}) {
		m.w.moved.Wait()
	}
	for _, q := range others {
		m.w.now = max(m.w.now, q.tick)
	}
}

// dial makes the connection to a process, unless there is one, and reports whether there is one then.
func (m *mesh) dial(q *node) bool {
	c, err := net.DialTimeout("tcp", m.w.Peers[q.id], 2*time.Second)
	if err != nil || !m.keeps(c) {
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
		c.Read(make([]byte, 1)) // until it is closed, as nothing comes
		m.w.mu.Lock()
		defer m.w.mu.Unlock()
		m.hangUp(q, c)
	}()
	return true
}

// hangUp ends the connection to a process, if it is this one. w.mu is held.
func (m *mesh) hangUp(q *node, c net.Conn) {
	if c == nil || m.to[q.id] != c {
		return
	}
	m.drop(c)
	m.to[q.id] = nil
	m.w.moved.Broadcast()
}

// unpacked is a message of another program.
func (m *mesh) unpacked(b []byte) (message, bool) {
	s, ok := unpacked(b)
	if !m.w.timed {
		s.ready = 0 // their ticks have nothing to do with those here
	}
	return s, ok
}

// read takes what another process sends, in order, until it is gone.
func (m *mesh) read(c net.Conn) {
	if !m.keeps(c) {
		return
	}
	defer m.drop(c)
	next := func(r *bufio.Reader) (s message, ok bool) {
		b, err := readFrame(r)
		if err == nil {
			s, ok = m.unpacked(b)
		}
		return s, ok
	}
	r := bufio.NewReader(c)
	hello, ok := next(r)
	if !ok || string(hello.b) != m.hello || uint(hello.epoch) >= uint(len(m.w.nodes)) || hello.epoch == int(m.self.id) {
		return // it is none of ours
	}
	q := m.w.nodes[hello.epoch]
	m.reading[q.id].Lock() // if it was there before, all that has come first
	defer m.reading[q.id].Unlock()
	m.w.mail(func() { m.joins(q, hello.ready) })
	for s, ok := next(r); ok; s, ok = next(r) {
		if len(s.b) == 0 {
			m.w.mail(func() { m.ticks(q, s.ready) })
			continue
		}
		if !m.receive(q, s) {
			return
		}
	}
	m.w.mail(func() {
		q.joined, q.up = false, false
		m.hangUp(q, m.to[q.id])
		m.changed()
	})
}

// receive takes a message from another process, and reports whether it knows its type.
func (m *mesh) receive(q *node, s message) bool {
	if _, err := foreign(m.w.inst, m.w.registry, s.b); err != nil {
		m.w.stop(fmt.Errorf("a message from %s: %w", q.name, err))
		return false
	}
	m.w.mail(func() {
		l := model.Link{From: q.id, To: m.self.id}
		m.w.expect(l, s)
		m.w.arrive(l, s)
	})
	return true
}

// joins is told that another program is there. Its process is up at first; if this one has begun before, it recovers.
func (m *mesh) joins(q *node, tick int) {
	q.joined, q.up, q.tick = true, !m.self.up, tick
	if m.to[q.id] == nil {
		go m.dial(q)
	}
	m.changed()
}

// ticks is told that another process is up and has come to a tick.
func (m *mesh) ticks(q *node, tick int) {
	q.up, q.tick = true, tick
	m.changed()
}

func (m *mesh) changed() {
	m.self.alarm()
	m.w.moved.Broadcast()
}

// tell says which tick it is. w.mu is held.
func (m *mesh) tell() {
	for q, c := range m.to {
		if c != nil && writeFrame(c, message{ready: m.w.now}.packed()) != nil {
			m.hangUp(m.w.nodes[q], c)
		}
	}
}

// send sends to who is there. What is sent to others is lost, as in the model.
func (m *mesh) send(l model.Link, s message) error {
	c := m.to[l.To]
	switch {
	case l.To == m.self.id:
		m.w.expect(l, s)
		m.w.arrive(l, s)
	case c == nil:
	case m.packets != nil:
		return sendTo(m.packets, m.ports[l.To], l.From, s)
	case writeFrame(c, s.packed()) != nil:
		m.hangUp(m.w.nodes[l.To], c)
	}
	return nil
}
