package v37

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
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

// The library is held against Raft as the paper has it: the rules of the catalogue's entry raft. Its logs are written
// in words of the paper, with these differences, each of which a leader or a follower may make without harm:
//
//   - A leader begins with an entry that is no command, as in section 8 of the paper: Rules.NoOp.
//   - The entry has one AppendEntries at a time on its way to each server, goes back by one when it is refused, and does
//     not repeat it. The library sends several, goes back further, and asks again after a heartbeat. So the leader here
//     may send any part of its log at any time: what nextIndex is decides nothing but when.
//   - A heartbeat of the library has no index. It is an AppendEntries without entries, at the index that it says is
//     committed.
//   - A follower to which a leader sends what comes before its commitIndex answers at once that it has all up to there.
//   - What is older than the term of its receiver is not answered, and a server that knows the leader of its term votes
//     for nobody else, even if it has not voted. Such a message is as good as lost: what neither changes a server nor
//     makes it say anything but no is not in the log.
//   - A candidate that most have refused is a follower again, in the same term. So nothing is told of the role of
//     followers.
type paper struct {
	lines   bytes.Buffer
	appends map[model.ID][][]part // by leader: what it sent in one step
}

// part is an AppendEntries: entries of the leader's log after the index prev.
type part struct {
	to                        model.ID
	term, prev, count, commit int
}

func decoded(m raftlibrary.Message) *pb.Message {
	x := &pb.Message{}
	must(proto.Unmarshal([]byte(m.Bytes), x))
	return x
}

// index is an index of the library, whose log begins behind a snapshot of one entry, in the paper.
func index(i uint64) int { return max(int(i)-1, 0) }

type object map[string]any

// message is what the paper calls a message, as much of it as is known; answered is what it is an answer to.
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

// entry has a command, unless it is the one with which a leader begins.
func entry(term uint64, data []byte) object {
	return object{"Term": term, "Command": min(len(data), 1)}
}

// state is what is told of a server.
func state(v raftlibrary.View, d raftlibrary.Durable) object {
	log := []object{}
	for _, e := range d.Log {
		log = append(log, entry(e.Term, []byte(e.Data)))
	}
	told := object{"Persistent": object{"Term": d.Term, "VotedFor": int(d.Vote) - 1, "Log": log}, "Commit": index(v.Commit)}
	if role := strings.TrimPrefix(v.Role, "State"); role != "Follower" {
		told["Role"] = role
	}
	return told
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
	says := false // anything but no
	for _, m := range s.sends {
		sent := decoded(m)
		kind, told := message(sent, received)
		l.Sends = append(l.Sends, validate.Sent{To: name(model.ID(m.To - 1)), Type: kind, Message: raw(told)})
		if kind == "AppendEntries" {
			parts = append(parts, part{model.ID(m.To - 1), int(sent.GetTerm()), told["PrevIndex"].(int), len(sent.Entries),
				told["LeaderCommit"].(int)})
		}
		says = says || !sent.GetReject() || sent.GetType() == pb.MsgAppResp
	}
	leads := s.before.Role == raftlibrary.Leader
	same := s.before.Term == s.after.Term && s.before.Commit == s.after.Commit && len(s.before.Log) == len(s.after.Log) &&
		leads == (s.after.Role == raftlibrary.Leader)
	if same && !says && received != nil && (received.GetTerm() < s.after.Term || received.GetType() == pb.MsgVote ||
		received.GetType() == pb.MsgVoteResp && received.GetReject()) {
		return nil
	}
	if parts != nil && !slices.ContainsFunc(x.appends[s.at], func(o []part) bool { return slices.Equal(o, parts) }) {
		x.appends[s.at] = append(x.appends[s.at], parts)
	}
	return json.NewEncoder(&x.lines).Encode(l)
}

// instance is Raft of the paper. Of all that a leader may send, what no line tells of is left out.
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

// TestLogsOfPaper: what three servers did is an execution of Raft as the paper has it.
func TestLogsOfPaper(t *testing.T) {
	x := &paper{appends: map[model.ID][][]part{}}
	c := &cluster{log: x.log}
	c.run(t, 8, campaigns, proposes, proposes, ticks, ticks)
	check := func(lines []byte) *validate.Report {
		log := &validate.Log{}
		if err := log.Read("log.jsonl", bytes.NewReader(lines)); err != nil {
			t.Fatal(err)
		}
		r, err := validate.Check(t.Context(), x.instance(), log, validate.Options{MaxStates: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := check(x.lines.Bytes())
	t.Log(r.Verdict, r.Lines, r.Explained, r.States)
	if r.Verdict != validate.Legal {
		os.WriteFile("/tmp/logs/paper.jsonl", x.lines.Bytes(), 0o666)
		t.Fatalf("%d of %d\n%s", r.Explained, r.Lines, strings.Join(r.Obstacles(), "\n"))
	}
}
