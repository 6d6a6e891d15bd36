package threephasecommit

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// audience lists the processes to which a word is sent: the participants in order, and for a decision also the first
// coordinator.
func (r rules) audience(p *model.Context, w Word) []model.ID {
	var all []model.ID
	for q := coordinatorID + 1; int(q) <= r.n; q++ {
		if q != p.Self() {
			all = append(all, q)
		}
	}
	if (w == Commit || w == Abort) && p.Self() != coordinatorID {
		all = append(all, coordinatorID)
	}
	return all
}

// say begins to send a word to its audience, one message per tick, so that a process can crash
// in the middle.
func (r rules) say(p *model.Context, s State, w Word) State {
	p.CancelTimer(waitTimer)
	s.Saying = Broadcast{w, r.audience(p, w)[0]}
	return r.sayNext(p, s)
}

// sayNext sends the next message of a broadcast. After the last the wait for answers begins.
func (r rules) sayNext(p *model.Context, s State) State {
	w := s.Saying.Word
	p.Send(s.Saying.Next, w)
	audience := r.audience(p, w)
	if i := slices.Index(audience, s.Saying.Next) + 1; i < len(audience) {
		s.Saying.Next = audience[i]
		if r.burst {
			return r.sayNext(p, s)
		}
		p.SetTimer(sendTimer, 1)
		return s
	}
	s.Saying = Broadcast{}
	if w != Commit && w != Abort && !r.detector {
		p.SetTimer(waitTimer, r.timeout)
	}
	return s
}

// proceed acts if a coordinator has received enough answers.
func (r rules) proceed(p *model.Context, s State) State {
	if s.Saying.Word != Nothing {
		return s
	}
	switch s.Task {
	case Voting, Polling:
		if r.complete(p, s) {
			return r.judge(p, s)
		}
	case Preparing, Retreating:
		switch complete := r.complete(p, s); {
		case r.acknowledged(p, s) || complete && r.answering:
			return r.decide(p, s, s.Task.outcome())
		case complete && r.detector: // there is no timer, and nothing more to wait for
			return r.getStuck(p, s)
		}
	}
	return s
}

// complete reports whether every process has answered or is known to have crashed.
func (r rules) complete(p *model.Context, s State) bool {
	for q := range model.ID(r.n + 1) {
		if q == p.Self() || q == coordinatorID && s.Task != Polling {
			continue
		}
		if s.Answers[q] == Silent && !(r.detector && p.Suspects(q)) {
			return false
		}
	}
	return true
}

// acknowledged reports whether enough participants, counting the coordinator if it is one, are in the phase that it
// asked for.
func (r rules) acknowledged(p *model.Context, s State) bool {
	wanted := s.Task.wanted()
	count, _ := r.tally(p, s)
	switch {
	case wanted == Committable && r.acks > 0:
		return count[wanted] >= r.acks
	case r.answering:
		return count[wanted] == r.n
	}
	return 2*count[wanted] > r.n
}

// expire handles the end of the waiting time.
func (r rules) expire(p *model.Context, s State) State {
	switch s.Task {
	case Voting, Polling:
		return r.judge(p, s)
	case Preparing, Retreating:
		if r.answering { // a process that has not answered has crashed
			return r.decide(p, s, s.Task.outcome())
		}
		return r.getStuck(p, s)
	}
	return r.takeOver(p, s) // the coordinator did not respond, because it failed
}

// judge acts on the votes, or on the phases of the participants.
func (r rules) judge(p *model.Context, s State) State {
	count, of := r.tally(p, s)
	if s.Task == Voting {
		if count[Uncertain] == r.n {
			return r.prepareAll(p, s, Preparing)
		}
		return r.decide(p, s, Aborted)
	}
	only := r.outside(s)
	cautious := count[Uncertain]
	if r.completed {
		cautious += count[Abortable]
	}
	switch {
	case count[Aborted] > 0:
		return r.decide(p, s, Aborted)
	case count[Committed] > 0:
		return r.decide(p, s, Committed)
	case !only && count[Committable] > 0 && 2*(count[Committable]+count[Uncertain]) > of:
		return r.prepareAll(p, s, Preparing)
	case !only && (count[Committable] == 0 || r.completed) && 2*cautious > of:
		return r.prepareAll(p, s, Retreating)
	}
	return r.getStuck(p, s)
}

// tally counts the participants by their answers, including the process itself, and returns of how many a majority is
// needed. The first coordinator only counts if it has decided.
func (r rules) tally(p *model.Context, s State) (count [Aborted + 1]int, of int) {
	for q := range model.ID(r.n + 1) {
		f := s.Answers[q]
		if q == p.Self() && !r.outside(s) {
			f = s.Log.Phase
		}
		if q != coordinatorID || f.decided() {
			count[f]++
		}
	}
	if r.answering {
		return count, r.n - count[Silent]
	}
	return count, r.n
}

// prepareAll sends PRECOMMIT or PREABORT, according to the task.
func (r rules) prepareAll(p *model.Context, s State, t Task) State {
	other, w := Abortable, PreCommit
	if t == Retreating {
		other, w = Committable, PreAbort
	}
	if !r.sticky || s.Log.Phase != other {
		s = s.logs(p, t.wanted())
	}
	s.Task, s.Answers = t, make(Answers, r.n+1)
	return r.proceed(p, r.say(p, s, w))
}

// decide commits or aborts and tells all others. A process that has decided before only passes its decision on.
func (r rules) decide(p *model.Context, s State, f Phase) State {
	if !s.Log.Phase.decided() {
		s = s.logs(p, f)
	}
	s.Task, s.Answers = Waiting, nil
	if s.Log.Phase == Committed {
		return r.say(p, s, Commit)
	}
	return r.say(p, s, Abort)
}

// takeOver makes the process a new coordinator, which polls the others.
func (r rules) takeOver(p *model.Context, s State) State {
	s.Answers = nil
	if r.polls > 0 {
		if s.Past.Polls == r.polls || !r.takes(p.Self()) {
			s.Task = Stuck
			return s
		}
		s.Past.Polls++
	}
	s.Task, s.Answers = Polling, make(Answers, r.n+1)
	if r.heeding {
		s.Past.Heeds = p.Self()
	}
	if r.outside(s) {
		p.Broadcast(Ask)
	} else {
		p.Broadcast(Poll)
	}
	if !r.detector {
		p.SetTimer(waitTimer, r.timeout)
	}
	return r.proceed(p, s)
}

// lead makes the process a new coordinator if its detector suspects all processes before it.
func (r rules) lead(p *model.Context, s State) State {
	if !r.detector || s.Task != Waiting || s.Saying.Word != Nothing || s.Log.Phase == Initial {
		return s
	}
	for q := range p.Self() {
		if !p.Suspects(q) {
			return s
		}
	}
	if p.Self() == coordinatorID {
		return s
	}
	return r.takeOver(p, s)
}

// outside reports whether a process no longer takes part because it was down.
func (r rules) outside(s State) bool { return r.asking && s.Past.Back && !s.Log.Phase.decided() }

// report answers a poll. Of two processes that poll at once, the one with the smaller number goes on, and a coordinator
// in office stays in office: elections are not the subject.
func (r rules) report(p *model.Context, s State, from model.ID) State {
	switch {
	case r.detector && p.Suspects(from), r.outside(s):
		return s // the other has crashed since, or this one takes no part
	case s.Task.inOffice() || s.Task == Polling && p.Self() < from:
		p.Send(from, Busy)
		return s
	}
	s = r.answer(p, s, from)
	if r.heeding {
		s.Past.Heeds = max(s.Past.Heeds, from)
	}
	if s.Log.Phase.decided() || s.Log.Phase == Initial {
		return s
	}
	return r.standDown(p, s)
}

// answer reports the phase of the process to the poller.
func (r rules) answer(p *model.Context, s State, from model.ID) State {
	if r.completed && s.Log.Phase == Initial && p.Self() != coordinatorID {
		s = s.logs(p, Aborted) // as if it had voted NO
	}
	p.Send(from, Report{s.Log.Phase})
	return s
}

// standDown leaves the rest to another coordinator.
func (r rules) standDown(p *model.Context, s State) State {
	s.Task, s.Answers = Waiting, nil
	r.wait(p)
	return s
}

// getStuck leaves a process in the recovery state until it tries again.
func (r rules) getStuck(p *model.Context, s State) State {
	s.Task, s.Answers = Stuck, nil
	r.wait(p)
	return s
}
