package conditionalwrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// Edit is one edit of a client; each client numbers its own.
type Edit struct {
	By     model.ID
	Number int
}

func (e Edit) String() string { return fmt.Sprintf("%c%d", 'a'+rune(e.By)-1, e.Number) }

// Content is the content of the item: the edits that it consists of, in order. Each client adds its own edits to
// what it has read.
type Content []Edit

func (c Content) String() string {
	if len(c) == 0 {
		return "nothing"
	}
	var edits []string
	for _, e := range c {
		edits = append(edits, e.String())
	}
	return strings.Join(edits, "+")
}

// Item is the document in the table. The zero value is an item that does not exist.
type Item struct {
	Exists  bool
	Content Content
}

// Version returns the number of edits: a client that writes adds one to the content that it has read, and 1 to its
// version.
func (i Item) Version() int { return len(i.Content) }

func (i Item) String() string {
	if !i.Exists {
		return "no item"
	}
	return fmt.Sprintf("%s@%d", i.Content, i.Version())
}

// Table is the table: the item and, if reads may be stale, the item before the last write.
type Table struct{ Item, Before Item }

// The messages. Number matches answers to requests; it is 0 if no request is sent again.
type (
	// Get asks for the item: the latest, if Consistent.
	Get struct {
		Number     int
		Consistent bool
	}
	// Got is the answer.
	Got struct {
		Number int
		Item   Item
	}
	// UpdateItem sets content and version, if the version is the expected one or there is no Check.
	UpdateItem struct {
		Number  int
		Content Content
		Check   bool
	}
	// Updated answers it: OK, or ConditionalCheckFailedException.
	Updated struct {
		Number int
		OK     bool
	}
)

func (m Get) String() string { return numbered("get", m.Number) }

func (m Got) String() string { return numbered(m.Item.String(), m.Number) }

// expected is the version that was read.
func (m UpdateItem) expected() int { return len(m.Content) - 1 }

func (m UpdateItem) String() string {
	what := fmt.Sprintf("set %s@%d", m.Content, m.expected()+1)
	if m.Check {
		what += fmt.Sprintf(" if @%d", m.expected())
	}
	return numbered(what, m.Number)
}

func (m Updated) String() string {
	if m.OK {
		return numbered("done", m.Number)
	}
	return numbered("version conflict", m.Number)
}

func numbered(what string, number int) string {
	if number == 0 {
		return what
	}
	return fmt.Sprintf("#%d: %s", number, what)
}

// Phase is what a client is doing.
type Phase int

// The phases.
const (
	Idle     Phase = iota
	Reading        // waits for the item
	Writing        // waits for the answer to its update
	Checking       // has been told of a conflict, and checks whether it was with its own update; in corrected
	GivenUp        // has been told of a conflict once too often
)

func (p Phase) String() string {
	return [...]string{"Idle", "Reading", "Writing", "Checking", "GivenUp"}[p]
}

// Client is a client that edits the document.
type Client struct {
	Phase    Phase
	Base     Item // what it has read and edits
	Done     int  // how many edits it has been told are written
	Attempts int  // how many attempts have failed for the current edit
	Again    int  // how many requests it has sent again
	Number   int  // the number of the last request
}

// edit returns the current edit of a client.
func edit(p model.ID, s Client) Edit { return Edit{p, s.Done + 1} }

// table is the table, which handles a request in one step.
func table(o rules) model.Process[Table] {
	return model.Process[Table]{
		Name: "table",
		Init: func(*model.Context) Table {
			return Table{Item: Item{Exists: o.exists}}
		},
		Receive: func(p *model.Context, s Table, from model.ID, m model.Message) Table {
			switch m := m.(type) {
			case Get:
				item := s.Item
				if o.stale && !m.Consistent && s.Item.Version() > 0 && p.Choose(2) == 1 {
					item = s.Before
				}
				p.Send(from, Got{m.Number, item})
			case UpdateItem:
				ok := !m.Check || s.Item.Exists && s.Item.Version() == m.expected() ||
					o.creates && !s.Item.Exists && m.expected() == 0
				p.Send(from, Updated{m.Number, ok})
				if ok && o.stale {
					s.Before = s.Item
				}
				if ok {
					s.Item = Item{true, m.Content}
				}
			}
			return s
		},
	}
}

// patience is the timer of a request that is sent again.
const patience = "patience"

// send sends a request, and sets the timer if it may be sent again.
func (o rules) send(p *model.Context, s Client, request model.Message) {
	p.Send(tableID, request)
	if s.Again < o.retries {
		p.SetTimer(patience, 3)
	}
}

// request sends the request of the client's phase.
func (o rules) request(p *model.Context, s Client) Client {
	if o.retries > 0 {
		s.Number++
	}
	if s.Phase == Writing {
		content := append(slices.Clone(s.Base.Content), edit(p.Self(), s))
		o.send(p, s, UpdateItem{s.Number, content, int(p.Self()) > o.plain})
	} else {
		o.send(p, s, Get{s.Number, s.Phase == Checking})
	}
	return s
}

func (o rules) call(p *model.Context, operation any) {
	if o.history {
		p.Call(operation)
	}
}

func (o rules) returned(p *model.Context, result any) {
	if o.history {
		p.Return(result)
	}
}

// read begins an attempt.
func (o rules) read(p *model.Context, s Client) Client {
	o.call(p, objects.Read{})
	s.Phase, s.Base = Reading, Item{}
	return o.request(p, s)
}

// got is what a client does with the item: it calls write_with_version_check.
func (o rules) got(p *model.Context, s Client, item Item) Client {
	o.returned(p, objects.Versioned[string]{Value: item.Content.String(), Version: item.Version()})
	s.Phase, s.Base = Writing, item
	content := append(slices.Clone(item.Content), edit(p.Self(), s))
	o.call(p, objects.Update[string]{Value: content.String(), Version: item.Version()})
	return o.request(p, s)
}

// returns ends write_with_version_check; after a conflict the client reads again unless it gives up.
func (o rules) returns(p *model.Context, s Client, success bool) Client {
	o.returned(p, success)
	s.Base = Item{}
	if success {
		return Client{Done: s.Done + 1, Again: s.Again, Number: s.Number}
	}
	s.Attempts = min(s.Attempts+1, o.attempts)
	if o.attempts > 0 && s.Attempts == o.attempts {
		s.Phase = GivenUp
		return s
	}
	return o.read(p, s)
}

// client is a client.
func client(o rules) model.Process[Client] {
	return model.Process[Client]{
		Name: "client",
		Init: func(*model.Context) Client { return Client{} },
		Acts: []model.Act[Client]{{
			Name:    "edit",
			Enabled: func(_ *model.Context, s Client) bool { return s.Phase == Idle && s.Done < o.writes },
			Do:      o.read,
		}},
		Receive: func(p *model.Context, s Client, _ model.ID, m model.Message) Client {
			switch m := m.(type) {
			case Got:
				if m.Number != s.Number {
					return s // the answer to an earlier request
				}
				switch s.Phase {
				case Reading:
					p.CancelTimer(patience)
					return o.got(p, s, m.Item)
				case Checking:
					p.CancelTimer(patience)
					return o.returns(p, s, slices.Contains(m.Item.Content, edit(p.Self(), s)))
				}
			case Updated:
				if m.Number != s.Number || s.Phase != Writing {
					return s
				}
				p.CancelTimer(patience)
				if !m.OK && o.checks {
					s.Phase = Checking
					return o.request(p, s)
				}
				return o.returns(p, s, m.OK)
			}
			return s
		},
		Timeout: func(p *model.Context, s Client, _ string) Client {
			s.Again++
			return o.request(p, s)
		},
	}
}

// rules are what variants and parameters decide.
type rules struct {
	writes   int
	attempts int // 0 means without end
	retries  int
	exists   bool
	stale    bool // a read may return the item as it was before the last write
	plain    int  // this many clients, the first ones, write without a check
	creates  bool // the condition is also true if the item does not exist and version 0 is expected
	history  bool // operations are recorded
	checks   bool // a client that is told of a conflict checks whether it was with its own update
}

const tableID model.ID = 0
