package checkers

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/anel-mc/mc/model"
)

// BehaviourSchema is the version of the file of a Behaviour. It counts the semantics of steps too: whoever changes
// what an event does, when it is enabled, or what the engine makes of it, so that a check may find something else, raises
// it, and no verdict of before stands any more.
const BehaviourSchema = 3

const (
	behaviourTitle = "mc behaviour, schema "
	behaviourSum   = "sum "
)

// Sections of the file, in this order.
const (
	sectionFunctions = "== what the functions of the processes did"
	sectionContents  = "== what the questions call by one name"
	sectionQuestions = "== what the questions of the properties were answered"
)

// Write writes the file: a line with the schema, an object of JSON with what was checked and found, the rows, and a
// sum over everything before it.
func (b *Behaviour) Write(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s%d\n", behaviourTitle, BehaviourSchema)
	h := b.head
	h.Environment, h.Ambiguous, h.Encodings = b.rows.Environment, b.rows.Ambiguous, b.rows.Encodings
	h.Functions, h.Contents, h.Questions = len(b.rows.Functions), len(b.rows.Contents), len(b.rows.Questions)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(h); err != nil {
		return err
	}
	for _, section := range []struct {
		title  string
		blocks []model.Block
	}{{sectionFunctions, b.rows.Functions}, {sectionContents, b.rows.Contents}, {sectionQuestions, b.rows.Questions}} {
		fmt.Fprintf(&out, "\n%s\n", section.title)
		for _, block := range section.blocks {
			out.WriteString("\n")
			for _, line := range block {
				out.WriteString(line)
				out.WriteString("\n")
			}
		}
	}
	out.WriteString("\n")
	fmt.Fprintf(&out, "%s%x\n", behaviourSum, sha256.Sum256(out.Bytes()))
	_, err := w.Write(out.Bytes())
	return err
}

// ReadBehaviour reads a file that Write has written. It takes nothing else: the sum at its end tells of every change
// that was not made on purpose. The error says what is wrong with the file and what to do.
func ReadBehaviour(r io.Reader) (*Behaviour, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("the behaviour cannot be read: %w", err)
	}
	text, err := preface(all)
	if err != nil {
		return nil, err
	}
	b := &Behaviour{rows: &model.Behaviour{}}
	h := &b.head
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return nil, damaged(fmt.Errorf("%w: %v", model.ErrDamaged, err))
	}
	b.rows.Environment, b.rows.Ambiguous, b.rows.Encodings = h.Environment, h.Ambiguous, h.Encodings
	rest := strings.Split(text[d.InputOffset():], "\n")
	rest = rest[1:] // of the line with the closing brace
	for _, section := range []struct {
		title string
		count int
		to    *[]model.Block
	}{{sectionFunctions, h.Functions, &b.rows.Functions}, {sectionContents, h.Contents, &b.rows.Contents}, {sectionQuestions, h.Questions, &b.rows.Questions}} {
		if len(rest) < 2 || rest[0] != "" || rest[1] != section.title {
			return nil, damaged(fmt.Errorf("%w: it has no line %q where it belongs", model.ErrDamaged, section.title))
		}
		rest = rest[2:]
		for range section.count {
			var block model.Block
			for rest = rest[1:]; len(rest) > 0 && rest[0] != ""; rest = rest[1:] {
				block = append(block, rest[0])
			}
			if len(block) == 0 || len(rest) == 0 {
				return nil, damaged(fmt.Errorf("%w: there are fewer blocks than it says", model.ErrDamaged))
			}
			*section.to = append(*section.to, block)
		}
	}
	return b, nil
}

// preface verifies the first line and the sum, and returns what is between them.
func preface(all []byte) (text string, err error) {
	first, rest, _ := strings.Cut(string(all), "\n")
	var schema int
	switch number, is := strings.CutPrefix(strings.TrimSuffix(first, "\r"), behaviourTitle); {
	case len(bytes.TrimSpace(all)) == 0:
		return "", errors.New("the file is empty: write the behaviour anew")
	case !is:
		return "", fmt.Errorf("this is not the behaviour of a system: its first line does not begin with %q: give the file that --behaviour wrote", strings.TrimSpace(behaviourTitle))
	case number != fmt.Sprint(BehaviourSchema):
		if _, err := fmt.Sscan(number, &schema); err == nil && schema > BehaviourSchema {
			return "", fmt.Errorf("the behaviour has schema %d, and this version reads schema %d: it was written by a newer version, use that one", schema, BehaviourSchema)
		}
		return "", fmt.Errorf("the behaviour has schema %s, and this version reads schema %d: check the system again and keep the new one", number, BehaviourSchema)
	}
	at := strings.LastIndex(strings.TrimSuffix(rest, "\n"), "\n")
	last := rest[at+1:]
	if at < 0 || !strings.HasPrefix(last, behaviourSum) {
		return "", errors.New("the behaviour ends in the middle: its last line is not its sum; write it anew")
	}
	until := len(all) - len(last)
	if last != fmt.Sprintf("%s%x\n", behaviourSum, sha256.Sum256(all[:until])) {
		return "", errors.New("the behaviour is not as it was written, since its sum is another: it was edited or merged, or the ends of its lines were changed; write it anew")
	}
	return rest[:at], nil
}
