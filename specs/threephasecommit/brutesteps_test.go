package threephasecommit

// The algorithm written a second time, for the brute force. Messages: R request, y and n votes, P
// precommit, B preabort, K commit, X abort, L poll, Q ask, Z busy, + and - acknowledge P and B, and the
// letter of a phase reports it.

func done(phase byte) bool { return phase == 'C' || phase == 'A' }

func (s *search) deliver(q, p int8) {
	m := s.pop(q, p)
	x := &s.w.p[p]
	if !x.up {
		return
	}
	office := x.job == 'v' || x.job == 'p' || x.job == 'r'
	hear := func(phase byte) { x.heard[q] = phase; s.proceed(p) }
	switch m {
	case 'R':
		s.vote(q, p)
	case 'y', 'n':
		if x.job == 'v' {
			hear(map[byte]byte{'y': 'u', 'n': 'A'}[m])
		}
	case '+', '-':
		means := map[byte]byte{'+': 'c', '-': 'a'}[m]
		if x.job == 'p' && (m == '+' || s.sticky) || x.job == 'r' && (m == '-' || s.sticky) {
			hear(means)
		}
	case 'P', 'B':
		s.prepare(q, p, m)
	case 'K':
		s.learn(p, 'C')
	case 'X':
		s.learn(p, 'A')
	case 'Z':
		if x.job == 'l' {
			x.job, x.heard = 'w', [most]byte{}
			s.patient(p)
		}
	case 'L':
		s.polled(q, p)
	case 'Q':
		s.answer(q, p)
	default:
		if x.job == 'l' {
			hear(m)
		} else if office && done(m) {
			s.learn(p, m)
		}
	}
}

func (s *search) vote(q, p int8) {
	x := &s.w.p[p]
	switch x.phase {
	case 'A':
		s.put(p, q, 'n')
	case 'i':
		if !s.willing && s.choose(2) == 1 {
			x.phase = 'A'
			s.put(p, q, 'n')
		} else {
			x.phase, x.yes = 'u', true
			s.put(p, q, 'y')
			s.patient(p)
		}
	}
	s.lead(p)
}

func (s *search) prepare(q, p int8, m byte) {
	x := &s.w.p[p]
	phase, other, ack, no := byte('c'), byte('a'), byte('+'), byte('-')
	if m == 'B' {
		phase, other, ack, no = other, phase, no, ack
	}
	switch {
	case done(x.phase):
		s.put(p, q, x.phase)
	case q < x.heeds:
	case s.sticky && x.phase == other:
		s.put(p, q, no)
	default:
		x.phase = phase
		s.put(p, q, ack)
		if x.job == 'w' || x.job == 's' && !s.detector {
			x.job = 'w'
			s.patient(p)
		}
	}
}

func (s *search) polled(q, p int8) {
	x := &s.w.p[p]
	switch {
	case s.detector && x.suspects>>q&1 != 0, x.back && !done(x.phase):
		return
	case x.job == 'v' || x.job == 'p' || x.job == 'r' || x.job == 'l' && p < q:
		s.put(p, q, 'Z')
		return
	}
	s.answer(q, p)
	if s.heeding && q > x.heeds {
		x.heeds = q
	}
	if x.phase != 'i' && !done(x.phase) {
		x.job, x.heard = 'w', [most]byte{}
		s.patient(p)
	}
}

func (s *search) answer(q, p int8) {
	x := &s.w.p[p]
	if s.completed && x.phase == 'i' && p != 0 {
		x.phase = 'A'
	}
	s.put(p, q, x.phase)
}

func (s *search) patient(p int8) {
	if !s.detector && (s.takers == 0 || p > 0 && p <= s.takers) {
		s.set(&s.w.p[p].wait, s.patience+p)
	}
}

// set starts a timer. Without clocks, all that counts is that it runs.
func (s *search) set(timer *int8, ticks int8) {
	if *timer = ticks; s.async {
		*timer = 0
	}
}

// learn adopts the decision of another process.
func (s *search) learn(p int8, outcome byte) {
	x := &s.w.p[p]
	if done(x.phase) {
		return
	}
	x.send, x.wait = -1, -1
	if x.job != 'w' {
		s.decide(p, outcome)
		return
	}
	x.phase = outcome
}

func (s *search) decide(p int8, outcome byte) {
	x := &s.w.p[p]
	if !done(x.phase) {
		x.phase = outcome
	}
	x.job, x.heard = 'w', [most]byte{}
	s.say(p, map[byte]int8{'C': 'K', 'A': 'X'}[x.phase])
}

// to lists the processes to which process p sends a word.
func (s *search) to(p, word int8) (all []int8) {
	for q := int8(1); q <= s.n; q++ {
		if q != p {
			all = append(all, q)
		}
	}
	if (word == 'K' || word == 'X') && p != 0 {
		all = append(all, 0)
	}
	return all
}

func (s *search) say(p, word int8) {
	s.w.p[p].wait = -1
	s.w.p[p].word, s.w.p[p].next = word, 0
	s.sayNext(p)
}

// sayNext sends the word to the next process, or to all of them in a burst; next counts those that were told.
func (s *search) sayNext(p int8) {
	x := &s.w.p[p]
	to := s.to(p, x.word)
	for more := true; more; more = s.burst && int(x.next) < len(to) {
		s.put(p, to[x.next], byte(x.word))
		x.next++
	}
	if int(x.next) < len(to) {
		s.set(&x.send, 1)
		return
	}
	asks := x.word != 'K' && x.word != 'X'
	x.word, x.next = 0, 0
	if asks && !s.detector {
		s.set(&x.wait, s.timeout)
	}
}

func (s *search) proceed(p int8) {
	x := &s.w.p[p]
	if x.word != 0 || x.job == 'w' || x.job == 's' {
		return
	}
	complete := true
	for q := range s.n + 1 {
		if q != p && (q != 0 || x.job == 'l') && x.heard[q] == 0 && !(s.detector && x.suspects>>q&1 != 0) {
			complete = false
		}
	}
	if x.job == 'v' || x.job == 'l' {
		if complete {
			s.judge(p)
		}
		return
	}
	count, _ := s.tally(p)
	enough := 2*count['a'] > s.n
	if x.job == 'p' {
		enough = 2*count['c'] > s.n
	}
	if s.answering {
		enough = complete || count['c'] == s.n && x.job == 'p' || count['a'] == s.n && x.job == 'r'
	}
	if s.acks > 0 && x.job == 'p' {
		enough = count['c'] >= s.acks || s.answering && complete
	}
	switch {
	case enough:
		s.outcome(p)
	case complete && s.detector:
		s.stick(p)
	}
}

func (s *search) outcome(p int8) {
	if s.w.p[p].job == 'p' {
		s.decide(p, 'C')
	} else {
		s.decide(p, 'A')
	}
}

func (s *search) stick(p int8) {
	x := &s.w.p[p]
	x.job, x.heard = 's', [most]byte{}
	s.patient(p)
}

func (s *search) expire(p int8) {
	switch x := &s.w.p[p]; x.job {
	case 'v', 'l':
		s.judge(p)
	case 'p', 'r':
		if s.answering {
			s.outcome(p)
		} else {
			s.stick(p)
		}
	default:
		s.takeOver(p)
	}
}

func (s *search) tally(p int8) (count ['z']int8, of int8) {
	x := &s.w.p[p]
	for q := range s.n + 1 {
		f := x.heard[q]
		if q == p && !(x.back && !done(x.phase)) {
			f = x.phase
		}
		if q != 0 || done(f) {
			count[f]++
		}
	}
	if of = s.n; s.answering {
		of -= count[0]
	}
	return count, of
}

func (s *search) judge(p int8) {
	x := &s.w.p[p]
	count, of := s.tally(p)
	c, u, a := count['c'], count['u'], count['a']
	if x.job == 'v' {
		if u == s.n {
			s.both(p, 'p', 'c', 'a', 'P')
		} else {
			s.decide(p, 'A')
		}
		return
	}
	switch {
	case count['A'] > 0:
		s.decide(p, 'A')
	case count['C'] > 0:
		s.decide(p, 'C')
	case !x.back && c > 0 && 2*(c+u) > of:
		s.both(p, 'p', 'c', 'a', 'P')
	case !x.back && (s.completed && 2*(u+a) > of || c == 0 && 2*u > of):
		s.both(p, 'r', 'a', 'c', 'B')
	default:
		s.stick(p)
	}
}

func (s *search) both(p int8, job, phase, other byte, word int8) {
	x := &s.w.p[p]
	if !s.sticky || x.phase != other {
		x.phase = phase
	}
	x.job, x.heard = job, [most]byte{}
	s.say(p, word)
	s.proceed(p)
}

func (s *search) takeOver(p int8) {
	x := &s.w.p[p]
	x.heard = [most]byte{}
	if s.polls > 0 {
		if x.polls == s.polls || s.takers > 0 && (p == 0 || p > s.takers) {
			x.job = 's'
			return
		}
		x.polls++
	}
	x.job = 'l'
	if s.heeding {
		x.heeds = p
	}
	poll := byte('L')
	if x.back && !done(x.phase) {
		poll = 'Q'
	}
	for q := range s.n + 1 {
		if q != p {
			s.put(p, q, poll)
		}
	}
	if !s.detector {
		s.set(&x.wait, s.timeout)
	}
	s.proceed(p)
}

func (s *search) lead(p int8) {
	x := &s.w.p[p]
	if !s.detector || p == 0 || x.job != 'w' || x.word != 0 || x.phase == 'i' || x.suspects&(1<<p-1) != 1<<p-1 {
		return
	}
	s.takeOver(p)
}
