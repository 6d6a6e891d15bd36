package swim

import "github.com/anel-mc/mc/model"

// gossip is _gossip_membership_updates and the sleep after it.
func (r rules) gossip(p *model.Context, s Member) Member {
	if !r.supplied {
		s.Phase = Ended // _get_recent_updates does not exist: the exception ends the thread
		return s
	}
	r.send(p, s, r.recentUpdates(p, s))
	s.Phase = Sleeping
	p.SetTimer(periodTimer, 2*r.timeout)
	return s
}

// recentUpdates stands for _get_recent_updates, which the text does not define: it returns everything that the member
// has learned since the start.
func (r rules) recentUpdates(p *model.Context, s Member) (updates []Update) {
	for q, info := range s.Members {
		if model.ID(q) == p.Self() {
			if !r.tellsItself {
				continue // members[self] is never written: the update would say alive in incarnation 0
			}
			info = Info{Alive, s.Incarnation}
		}
		if r.cyclic || info != (Info{Alive, 0}) {
			updates = append(updates, Update{model.ID(q), info})
		}
	}
	return updates
}

// send sends updates to all members whose status allows it. It sends nothing if there are no updates, since the
// receiver would learn nothing.
func (r rules) send(p *model.Context, s Member, updates []Update) {
	if len(updates) == 0 {
		return
	}
	for q := range p.Others() {
		if s.Members[q].Status <= r.hears {
			p.Send(q, Gossip{updates})
		}
	}
}

func (r rules) handleGossip(p *model.Context, s Member, updates []Update) Member {
	if s.Phase == Hung {
		return s
	}
	for _, u := range updates {
		status, incarnation := u.Info.Status, u.Info.Incarnation
		if u.About == p.Self() {
			accused := status == Suspect || r.deniesDeath && status == Dead
			if accused && !r.newer(s.Incarnation, incarnation) {
				if s = r.handleSuspicion(p, s, incarnation); s.Phase == Hung {
					return s
				}
			}
			continue
		}
		info := s.Members[u.About]
		if r.newer(incarnation, info.Incarnation) || incarnation == info.Incarnation && status == Dead &&
			info.Status != Dead {
			if incarnation != info.Incarnation {
				p.CancelTimer(confirmTimer(u.About, info.Incarnation)) // its expiry would have no effect
			}
			if r.timesGossip && status == Suspect {
				s = r.suspect(p, s, u.About, incarnation)
			} else {
				s = s.with(u.About, u.Info)
			}
		}
	}
	return s
}

// handleSuspicion handles the news that the member itself is suspected. The caller holds the lock.
func (r rules) handleSuspicion(p *model.Context, s Member, incarnation int) Member {
	if r.newer(incarnation, s.Incarnation) {
		s.Incarnation = incarnation
	}
	s.Incarnation = r.after(s.Incarnation)
	if r.locks {
		p.CancelTimer(periodTimer)
		p.CancelTimer(timeoutTimer)
		s = finish(s)
		s.Phase = Hung
		return s
	}
	s.Refuting = true
	return s
}

// newer reports whether incarnation i is later than j.
func (r rules) newer(i, j int) bool {
	if !r.cyclic {
		return i > j
	}
	ahead := (i - j + r.limit + 1) % (r.limit + 1)
	return ahead > 0 && ahead <= r.limit/2
}

// after returns the incarnation that follows i.
func (r rules) after(i int) int {
	switch {
	case i < r.limit:
		return i + 1
	case r.cyclic:
		return 0
	}
	return r.limit
}

// refute stands for _gossip_alive_message, which the text does not define.
func (r rules) refute(p *model.Context, s Member) Member {
	r.send(p, s, []Update{{p.Self(), Info{Alive, s.Incarnation}}})
	s.Refuting = false
	return s
}
