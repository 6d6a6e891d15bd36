package v37

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/rafts"
	"github.com/anel-mc/mc/specs/raft"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// paper is the log of the library in the terms of the paper, to be checked against the rules of the catalogue's entry
// raft. The log has the whole state of servers and whole messages. The library differs from the entry as follows; each
// difference is harmless for the reason given, and without allowing for it, some runs are not executions:
//
//   - A leader starts with an entry that has no command (section 8 of the paper): Rules.NoOp.
//   - The entry has one AppendEntries on its way to each server, goes back by one when that is refused, and does not
//     repeat it. The library sends several, goes back further, and goes on after a heartbeat. The paper leaves most of
//     that open, and what is sent only has to be in the leader's log. So the leader here may send any part of its log
//     at any time.
//   - A heartbeat has no index. It is an AppendEntries without entries, after the last entry that it says is committed.
//   - A follower to which the leader sends what comes before the follower's commitIndex answers that it has everything
//     up to there, and looks at nothing else.
//   - A message from an older term is not answered. It is as good as lost, and no line tells of it.
//   - A candidate that a majority has refused becomes a follower again, in the same term. No line tells of the refusal:
//     the server acts the same otherwise.
//
// With five servers there is one more: a server that knows the leader of its term and has not voted refuses to vote.
type paper struct {
	lines   bytes.Buffer
	appends map[model.ID][][]part // by leader: what it sent in each step
}

// part is an AppendEntries with count entries of the leader's log after the index prev.
type part struct {
	to                        model.ID
	term, prev, count, commit int
}

func decoded(m raftlibrary.Message) *pb.Message {
	x := &pb.Message{}
	must(proto.Unmarshal([]byte(m.Bytes), x))
	return x
}

// index converts an index of the library, whose log starts after a snapshot of one entry, to one of the paper.
func index(i uint64) int { return max(int(i)-1, 0) }

type object map[string]any

// message returns what the paper calls a message, and as much of it as is known; answered is the message it answers.
func message(m, answered *pb.Message) (kind string, told object) {
	told = object{"Term": m.GetTerm()}
	switch m.GetType() {
	case pb.MsgVote:
		told["LastIndex"], told["LastTerm"] = index(m.GetIndex()), m.GetLogTerm()
		return "RequestVote", told
	case pb.MsgVoteResp:
		told["Granted"] = !m.GetReject()
		return "Vote", told
	case pb.MsgApp:
		told["PrevIndex"], told["PrevTerm"] = index(m.GetIndex()), m.GetLogTerm()
		entries := []object{}
		for _, e := range m.GetEntries() {
			entries = append(entries, entry(e.GetTerm(), e.Data))
		}
		told["Entries"], told["LeaderCommit"] = entries, index(m.GetCommit())
		return "AppendEntries", told
	case pb.MsgHeartbeat:
		told["PrevIndex"], told["LeaderCommit"], told["Entries"] = index(m.GetCommit()), index(m.GetCommit()), []object{}
		return "AppendEntries", told
	case pb.MsgAppResp:
		told["Success"] = !m.GetReject()
		if !m.GetReject() {
			told["Answered"] = index(m.GetIndex())
		}
		return "Appended", told
	case pb.MsgHeartbeatResp:
		told["Success"] = true
		if answered != nil {
			told["Answered"] = index(answered.GetCommit())
		}
		return "Appended", told
	}
	panic(fmt.Sprint("nothing in the paper is ", m))
}

// entry returns an entry, which has a command unless it is the one with which a leader starts.
func entry(term uint64, data []byte) object {
	return object{"Term": term, "Command": min(len(data), 1)}
}

// state returns what the log says of a server's state.
func state(v raftlibrary.View, d raftlibrary.Durable) object {
	log := []object{}
	for _, e := range d.Log {
		log = append(log, entry(e.Term, []byte(e.Data)))
	}
	return object{"Persistent": object{"Term": d.Term, "VotedFor": int(d.Vote) - 1, "Log": log}, "Commit": index(v.Commit),
		"Role": strings.TrimPrefix(v.Role, "State")}
}

func name(p model.ID) string { return fmt.Sprint("S", p+1) }

func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	must(err)
	return b
}

// log writes a line.
func (x *paper) log(s step) error {
	l := validate.Line{Process: name(s.at), Event: model.Acted, Name: s.act, After: raw(state(s.after, s.durable)),
		Sends: []validate.Sent{}}
	var received *pb.Message
	if s.do == nil {
		received = decoded(s.m)
		kind, told := message(received, nil)
		l.Event, l.From, l.Type, l.Message = model.Deliver, name(s.from), kind, raw(told)
	}
	var parts []part
	for _, m := range s.sends {
		sent, to := decoded(m), model.ID(m.To-1)
		kind, told := message(sent, received)
		l.Sends = append(l.Sends, validate.Sent{To: name(to), Type: kind, Message: raw(told)})
		if kind == "AppendEntries" {
			parts = append(parts, part{to, int(sent.GetTerm()), told["PrevIndex"].(int), len(sent.Entries),
				told["LeaderCommit"].(int)})
		}
	}
	refused := received.GetType() == pb.MsgVoteResp && received.GetReject() && s.before.Term == s.after.Term
	if received != nil && (received.GetTerm() < s.before.Term && len(s.sends) == 0 || refused) {
		return nil
	}
	if parts != nil && !slices.ContainsFunc(x.appends[s.at], func(o []part) bool { return slices.Equal(o, parts) }) {
		x.appends[s.at] = append(x.appends[s.at], parts)
	}
	return json.NewEncoder(&x.lines).Encode(l)
}

// instance is Raft as the paper has it. Of all that a leader may send, it leaves out what no line tells of.
func (x *paper) instance() model.Instance {
	r := raft.Rules{NoOp: true, Silent: true}
	send := func(p *model.Context, s raft.Server) raft.Server {
		if s.Role != raft.Leader {
			return s
		}
		var may [][]part
		for _, parts := range x.appends[p.Self()] {
			if !slices.ContainsFunc(parts, func(m part) bool {
				return m.term != s.Term || m.prev+m.count > len(s.Log) || m.commit > s.Commit
			}) {
				may = append(may, parts)
			}
		}
		if k := p.Choose(len(may) + 1); k > 0 {
			for _, m := range may[k-1] {
				p.Send(m.to, raft.AppendEntries{Term: m.term, PrevIndex: m.prev, PrevTerm: s.Log.Term(m.prev),
					Entries: s.Log[m.prev : m.prev+m.count], LeaderCommit: m.commit})
			}
		}
		return s
	}
	act := func(name string, leads bool, do func(p *model.Context, s raft.Server) raft.Server) model.Act[raft.Server] {
		return model.Act[raft.Server]{Name: name, Optional: true,
			Enabled: func(_ *model.Context, s raft.Server) bool { return (s.Role == raft.Leader) == leads },
			Do:      func(p *model.Context, s raft.Server) raft.Server { return send(p, do(p, s)) }}
	}
	i := model.Instance{Faults: model.Faults{Lose: model.Unlimited},
		Processes: model.Replicate(servers, model.Process[raft.Server]{
			Init: func(*model.Context) raft.Server {
				return raft.Server{Persistent: raft.Persistent{VotedFor: model.None}}
			},
			Acts: []model.Act[raft.Server]{
				act("campaign", false, r.Stand),
				act("propose", true, func(p *model.Context, s raft.Server) raft.Server {
					return r.Request(p, s, rafts.Entry{Term: s.Term, Command: 1})
				}),
				act("tick", true, func(_ *model.Context, s raft.Server) raft.Server { return s }),
			},
			Receive: func(p *model.Context, s raft.Server, from model.ID, m model.Message) raft.Server {
				if a, is := m.(raft.AppendEntries); is && a.Term == s.Term && a.PrevIndex < s.Commit && p.Choose(2) == 1 {
					p.Send(from, raft.Appended{Term: s.Term, Success: true, Answered: s.Commit})
					return s
				}
				return send(p, r.Receive(p, s, from, m))
			},
		})}
	for p := range model.ID(servers) {
		i.Names = append(i.Names, name(p))
	}
	return i
}

// TestLogsOfPaper verifies that what three servers did is an execution of Raft as the paper has it, unless they are
// wrong on purpose.
func TestLogsOfPaper(t *testing.T) {
	for name, test := range map[string]struct {
		make func(c raftlibrary.Config) raftlibrary.Server
		want validate.Verdict
	}{
		"the library": {start, validate.Legal},
		"a vote is not persisted": {func(c raftlibrary.Config) raftlibrary.Server {
			return forgetful{start(c).(*node)}
		}, validate.Illegal},
		"who asks is elected": {func(c raftlibrary.Config) raftlibrary.Server {
			c.Voters = []uint64{uint64(c.ID)}
			return start(c)
		}, validate.Illegal},
	} {
		t.Run(name, func(t *testing.T) {
			x := &paper{appends: map[model.ID][][]part{}}
			must(json.NewEncoder(&x.lines).Encode(validate.Header{Log: validate.Version, Processes: x.instance().Names}))
			c := &cluster{log: x.log}
			c.run(t, 8, test.make, campaigns, proposes, proposes, ticks, ticks)
			log := &validate.Log{}
			if err := log.Read("log.jsonl", &x.lines); err != nil {
				t.Fatal(err)
			}
			r, err := validate.Check(t.Context(), x.instance(), log, validate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d of %d lines are explained, %d states", r.Verdict, r.Explained, r.Lines, r.States)
			if r.Verdict != test.want {
				t.Errorf("%s, want %s\n%s", r.Verdict, test.want, strings.Join(r.Obstacles(), "\n"))
			}
		})
	}
}
