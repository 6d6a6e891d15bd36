package book

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"html/template"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// text is the source text of an entry.
type text struct {
	About template.HTML // the package comment
	Files []file        // the algorithm first

	marks map[mark]string // anchors of lines
}

// file is a file of an entry.
type file struct {
	Name  string
	Lines []line
	Parts []part
}

// line is a line of a file, split into code and comment.
type line struct {
	Number        int
	ID            string
	Code, Comment string
}

// part is a declaration in a file.
type part struct{ Name, ID string }

// mark is something in the text that steps and properties refer to.
type mark struct{ kind, name string }

// The kinds of marks: any string literal, such as the name of a property or timer; the name of an act; a case of a type
// switch; and the declaration of a type.
const (
	ofText = "text"
	ofAct  = "act"
	ofCase = "case"
	ofType = "type"
)

// notText reports whether a file is not about the algorithm, so that its content is shown in another way.
func notText(name string) bool {
	return name == "doc.go" || name == "curves.go" || strings.Contains(name, "cases") ||
		strings.HasSuffix(name, "_test.go")
}

// readText reads the package of an entry.
func readText(source fs.FS, module string, s spec.Spec) (*text, error) {
	folder, err := folderOf(module, s)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(source, folder+"/*.go")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("the text of %s is missing: there is no Go file in %s", s.Name, folder)
	}
	t := &text{marks: map[mark]string{}}
	for _, name := range names {
		content, err := fs.ReadFile(source, name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if parsed.Doc != nil {
			t.About = about(parsed.Doc.Text())
		}
		if !notText(path.Base(name)) {
			t.Files = append(t.Files, t.read(path.Base(name), string(content), set, parsed))
		}
	}
	// The file named like the package has the algorithm and comes first; spec.go, with the record, comes last.
	rank := func(f file) int {
		switch f.Name {
		case path.Base(folder) + ".go":
			return 0
		case "properties.go":
			return 2
		case "spec.go":
			return 3
		}
		return 1
	}
	slices.SortStableFunc(t.Files, func(a, b file) int { return rank(a) - rank(b) })
	return t, nil
}

// about renders a package comment.
func about(doc string) template.HTML {
	p := &comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}
	return template.HTML(p.HTML(new(comment.Parser).Parse(doc)))
}

// read splits a file into lines, and notes its declarations and marks.
func (t *text) read(name, content string, set *token.FileSet, parsed *ast.File) file {
	f := file{Name: name}
	commented := map[int]int{} // by line, the column from 1 at which its comment begins
	for _, g := range parsed.Comments {
		for _, c := range g.List {
			from, to := set.Position(c.Pos()), set.Position(c.End())
			for l := from.Line; l <= to.Line; l++ {
				commented[l] = 1
			}
			commented[from.Line] = from.Column
		}
	}
	id := func(p token.Pos) string { return lineID(name, set.Position(p).Line) }
	for i, content := range strings.Split(strings.TrimSuffix(content, "\n"), "\n") {
		l := line{Number: i + 1, ID: lineID(name, i+1), Code: content}
		if column, ok := commented[i+1]; ok {
			l.Code, l.Comment = content[:column-1], content[column-1:]
		}
		f.Lines = append(f.Lines, l)
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.Parts = append(f.Parts, part{called(d), id(d.Pos())})
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					f.Parts = append(f.Parts, part{"type " + s.Name.Name, id(s.Pos())})
				}
			}
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				t.note(mark{ofText, s}, id(n.Pos()))
			}
		case *ast.KeyValueExpr:
			key, is := n.Key.(*ast.Ident)
			if value, ok := n.Value.(*ast.BasicLit); ok && is && key.Name == "Name" {
				if s, err := strconv.Unquote(value.Value); err == nil {
					t.note(mark{ofAct, s}, id(n.Pos()))
				}
			}
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, x := range c.(*ast.CaseClause).List {
					if is, ok := x.(*ast.Ident); ok {
						t.note(mark{ofCase, is.Name}, id(x.Pos()))
					}
				}
			}
		case *ast.TypeSpec:
			t.note(mark{ofType, n.Name.Name}, id(n.Pos()))
		}
		return true
	})
	return f
}

// note records the line of a mark. If it occurs on several lines, which makes it ambiguous, it has none.
func (t *text) note(m mark, id string) {
	if was, ok := t.marks[m]; ok && was != id {
		id = ""
	}
	t.marks[m] = id
}

func lineID(file string, number int) string { return fmt.Sprintf("%s-%d", file, number) }

// called returns the name of a function, with its receiver.
func called(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// behind returns the anchor of the line that a step runs, or "" if that is not known.
func (t *text) behind(s system.Step) string {
	switch s.Kind {
	case model.Acted:
		name, _, _ := strings.Cut(s.Name, "(") // the argument follows the name of a machine's action
		return t.marks[mark{ofAct, name}]
	case model.Timeout:
		return t.marks[mark{ofText, s.Name}]
	case model.Deliver, model.Duplicate:
		is := reflect.TypeOf(s.Message)
		if is == nil {
			return ""
		}
		if id := t.marks[mark{ofCase, is.Name()}]; id != "" {
			return id
		}
		return t.marks[mark{ofType, is.Name()}]
	}
	return ""
}
