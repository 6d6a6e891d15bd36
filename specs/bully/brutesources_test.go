package bully

// The three algorithms, written again for brute force.

// What is on its way, of all three.
const (
	mElection = iota // also 004's
	mOK              // also the answer of 003 and 004
	mCoord           // also 003's boss and 004's COORDINATOR
	mAck
	mNewState
	mGetState
	mPoll
)

const (
	idle = iota
	candidate
	answered
	fetching
)

const (
	normal = iota
	electing
	reorganization
	down
)

func (s *search) start(q int) {
	p := &s.w.p[q]
	switch s.source {
	case "n":
		if int(s.leader) == q {
			s.again(q)
		}
	case "l":
		if s.leader != nobody {
			p.has = 1
		}
	case "g":
		if int(s.leader) == q {
			p.active = 1<<s.n - 1 ^ 1<<q
		}
		s.calm(q)
	}
}

func (s *search) may(p *proc) bool { return s.rounds == 0 || p.rounds < s.rounds }

func (s *search) acts(p *proc, q int, try func(step func())) {
	quiet := p.phase != candidate && p.phase != fetching
	if s.source == "g" {
		quiet = p.status == normal && p.loop == 0
	}
	if !quiet || int(p.leader) == q || !s.may(p) {
		return
	}
	think := func() {
		if s.source != "g" && s.forgets {
			s.w.p[q].leader, s.w.p[q].has = nobody, 0
		}
		s.elect(q)
	}
	if p.leader != nobody && p.acted == 0 && p.suspects>>p.leader&1 != 0 {
		try(func() {
			if s.source != "g" && !s.forgets {
				s.w.p[q].acted = 1
			}
			think()
		})
	}
	if p.doubts < s.doubts {
		try(func() { s.w.p[q].doubts++; think() })
	}
}

func (s *search) comeBack(q int) {
	switch s.source {
	case "n":
		s.elect(q)
	case "l":
		for r := range s.n {
			if r != q {
				s.send(q, r, mGetState, 0)
			}
		}
		s.w.p[q].phase = fetching
		s.set(q, 0, s.timeout)
	case "g":
		s.w.p[q].status = down
		s.elect(q)
	}
}

func (s *search) elect(q int) {
	p := &s.w.p[q]
	p.timer[1] = unset
	if s.source == "g" {
		p.timer[2] = unset
	}
	if !s.may(p) {
		if s.source == "g" {
			s.calm(q)
		}
		return
	}
	if s.rounds > 0 {
		p.rounds++
	}
	switch {
	case s.source == "g":
		p.loop, p.j, p.answ = 1, int8(q), 0
		s.goOn(q)
	case s.source == "l" && q == s.n-1:
		s.boss(q)
	default:
		for r := q + 1; r < s.n; r++ {
			s.send(q, r, mElection, 0)
		}
		s.set(q, 0, s.timeout)
		p.phase = candidate
	}
}

// boss makes q the leader, in 000 and 003.
func (s *search) boss(q int) {
	p := &s.w.p[q]
	p.phase, p.leader, p.acted = idle, int8(q), 0
	if s.source == "l" {
		p.has = 1
	} else {
		s.again(q)
	}
	for r := range s.n {
		if r < q || r != q && s.source == "n" {
			s.send(q, r, mCoord, 0)
		}
	}
}

func (s *search) expire(q, timer int) {
	p := &s.w.p[q]
	switch {
	case timer == 1 || timer == 0 && p.phase == fetching:
		s.elect(q)
	case timer == 2 && s.source == "n":
		for r := range s.n {
			if r != q {
				s.send(q, r, mCoord, 0)
			}
		}
		s.again(q)
	case timer == 2:
		if p.status == normal && int(p.leader) == q {
			p.loop = 5
			s.goOn(q)
		}
	case s.source == "g":
		s.heard(q, false, 0)
	default:
		s.boss(q)
	}
}

func (s *search) receive(q, from int, m packet) {
	switch s.source {
	case "n":
		s.receiveNotes(q, from, m)
	case "l":
		s.receiveLecture(q, from, m)
	default:
		s.receiveCode(q, from, m)
	}
}

// again sets the timer after which a leader of 000 sends COORD again.
func (s *search) again(q int) {
	if s.repeat > 0 {
		s.set(q, 2, s.repeat)
	}
}

// lost ends a candidacy, since a stronger process has answered.
func (s *search) lost(q int) {
	p := &s.w.p[q]
	if p.phase != candidate {
		return
	}
	p.timer[0] = unset
	p.phase = answered
	if s.patience > 0 {
		s.set(q, 1, s.patience)
	}
}

func (s *search) receiveNotes(q, from int, m packet) {
	p := &s.w.p[q]
	switch m.kind {
	case mElection:
		s.send(q, from, mOK, 0)
		if s.joins && p.phase == idle {
			s.elect(q)
		}
	case mOK:
		s.lost(q)
	case mCoord:
		if s.ignores && from < q {
			return
		}
		if s.prefers && p.phase == idle && p.leader != nobody && from < int(p.leader) {
			return
		}
		p.leader, p.acted, p.timer[2] = int8(from), 0, unset
		if p.phase == answered || s.settles && p.phase == candidate {
			p.phase, p.timer[0], p.timer[1] = idle, unset, unset
		}
	}
}

func (s *search) receiveLecture(q, from int, m packet) {
	p := &s.w.p[q]
	switch m.kind {
	case mElection:
		s.send(q, from, mOK, 0)
		if p.phase == idle || p.phase == answered {
			s.elect(q)
		}
	case mOK:
		s.lost(q)
	case mCoord:
		if s.prefers && p.phase == idle && p.leader != nobody && from < int(p.leader) {
			return
		}
		s.send(q, from, mAck, 0)
		p.leader, p.has, p.acted = int8(from), 0, 0
		if p.phase == answered || s.settles && p.phase == candidate {
			p.phase, p.timer[0], p.timer[1] = idle, unset, unset
		}
	case mAck, mGetState:
		if int(p.leader) == q {
			s.send(q, from, mNewState, 0)
		}
	case mNewState:
		if int(p.leader) == from {
			p.has = 1
		}
		if p.phase == fetching {
			p.phase, p.timer[0] = idle, unset
			s.elect(q)
		}
	}
}

// reply sends an answer of 004 with the status, and with what it answers if that is said.
func (s *search) reply(q, to int, kind int8) {
	arg := s.w.p[q].status
	if s.tags {
		arg |= (kind + 1) << 3
	}
	s.send(q, to, mOK, arg)
}

func (s *search) receiveCode(q, from int, m packet) {
	p := &s.w.p[q]
	switch m.kind {
	case mPoll:
		s.reply(q, from, m.kind)
	case mElection:
		p.status, p.cand, p.active, p.timer[2] = electing, int8(from), 0, unset
		s.calm(q)
		s.reply(q, from, m.kind)
	case mCoord:
		if p.status == electing && int(p.cand) == from {
			p.status, p.leader = reorganization, int8(from)
			s.reply(q, from, m.kind)
		}
	case mNewState:
		if p.status == reorganization && int(p.leader) == from {
			p.status, p.timer[1] = normal, unset
			if s.confirms {
				s.reply(q, from, m.kind)
			}
		}
	case mOK:
		asked := [...]int8{0, mPoll, mElection, mCoord, mNewState, mPoll}[p.loop]
		if p.loop != 0 && int(p.j) == from && (!s.tags || m.arg>>3 == asked+1) {
			p.timer[0] = unset
			s.heard(q, true, m.arg&7)
		}
	}
}

// calm is a node of 004 that runs nothing.
func (s *search) calm(q int) {
	p := &s.w.p[q]
	p.loop, p.j, p.answ, p.timer[0] = 0, nobody, 0, unset
	if p.status != normal && s.patience > 0 && s.may(p) {
		s.set(q, 1, s.patience)
	}
	if p.status == normal && int(p.leader) == q && s.interval > 0 {
		s.set(q, 2, s.interval)
	}
}

// heard goes on after node j has answered, or has not.
func (s *search) heard(q int, there bool, status int8) {
	p := &s.w.p[q]
	bit := int8(1) << p.j
	switch p.loop {
	case 1:
		if there {
			if s.yields && int(p.leader) == q {
				p.status = down
			}
			s.calm(q)
			return
		}
	case 2:
		if there {
			p.active |= bit
		}
	case 3, 4:
		if there {
			p.answ |= bit
		}
	case 5:
		ok := there && status == normal && p.active&bit != 0
		if !ok && (there || !s.heeds) {
			s.elect(q)
			return
		}
	}
	s.goOn(q)
}

// goOn asks the next node of a loop, or enters the next loop.
func (s *search) goOn(q int) {
	p := &s.w.p[q]
	for j := int(p.j) + 1; j < s.n; j++ {
		var asked bool
		switch p.loop {
		case 1:
			asked = j > q
		case 2, 3:
			asked = j < q
		case 4:
			asked = p.active>>j&1 != 0
		case 5:
			asked = j != q || !s.others
		}
		if asked {
			p.j = int8(j)
			if j == q {
				s.heard(q, true, p.status)
				return
			}
			s.send(q, j, [...]int8{0, mPoll, mElection, mCoord, mNewState, mPoll}[p.loop], 0)
			s.set(q, 0, s.timeout)
			return
		}
	}
	p.j = nobody
	switch p.loop {
	case 1:
		p.loop, p.active = 2, 0
		if s.records {
			p.status, p.cand = electing, int8(q)
		}
		s.goOn(q)
	case 2:
		p.loop, p.answ = 3, 0
		if s.records {
			p.status, p.leader = reorganization, int8(q)
		}
		s.goOn(q)
	case 3, 4:
		if p.answ != p.active {
			s.elect(q)
			return
		}
		p.loop, p.answ = p.loop+1, 0
		if p.loop == 4 {
			s.goOn(q)
			return
		}
		if s.records {
			p.status = normal
		}
		s.calm(q)
	case 5:
		s.calm(q)
	}
}
