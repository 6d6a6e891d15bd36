package book

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
)

// finding is something that exploration found out about entries.
type finding struct {
	Title string
	Slug  string
	Page  string // the document that tells it
	Home  string // the entry whose page has it
	Of    []string
	Shown []Key

	body string // in Markdown
}

// The documents of findings: a page for each family, and a front page with those that matter most.
const (
	findingsFolder = "docs/findings"
	findingsFront  = "README.md"
	bestHeading    = "## The ten that matter most\n"
)

var (
	pictureBlock = regexp.MustCompile(`(?s)<!-- ([a-z0-9-]+)/([a-z0-9-]+) ([a-z0-9-]+) -->\n<details>.*?</details>`)
	commentLine  = regexp.MustCompile(`(?m)^ *<!-- .* -->\n`)
	casesLine    = regexp.MustCompile(`(?m)^\* \*\*Cases\*\*: ((?:.+\n)(?:  .+\n)*)`)
	notInSlug    = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	pageLink     = regexp.MustCompile(`\]\((?:\.\./)?([a-z-]+\.md|README\.md)?(?:#([^)]*))?\)`)
)

// readFindings reads the findings about the entries of the book, if source has any.
func (b *Book) readFindings(source fs.FS) error {
	files, err := fs.Glob(source, findingsFolder+"/*.md")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := fs.ReadFile(source, file)
		if err != nil {
			return err
		}
		name := path.Base(file)
		if name == findingsFront {
			if _, after, ok := strings.Cut(string(text), bestHeading); ok {
				b.best, _, _ = strings.Cut(after, "\n## ")
			}
			continue
		}
		for _, part := range strings.Split(string(text), "\n## ")[1:] {
			title, body, _ := strings.Cut(part, "\n")
			if err := b.add(name, title, body+"\n"); err != nil {
				return fmt.Errorf("%s: %q: %w", file, title, err)
			}
		}
	}
	return nil
}

// add parses a finding. It ignores one that is about none of the entries.
func (b *Book) add(page, title, body string) error {
	f := &finding{Title: title, Slug: slug(title), Page: page}
	for _, m := range pictureBlock.FindAllStringSubmatch(body, -1) {
		f.Shown = append(f.Shown, Key{m[1], m[2], m[3]})
		f.Of = append(f.Of, m[1])
	}
	body = pictureBlock.ReplaceAllString(body, "")
	f.body = strings.TrimSpace(commentLine.ReplaceAllString(body, ""))
	explored := f.body // if it names no case, its commands name the entry
	if m := casesLine.FindStringSubmatch(f.body + "\n"); m != nil {
		explored = m[1]
	}
	for word := range strings.FieldsFuncSeq(explored, func(r rune) bool { return strings.ContainsRune(" \n`,;", r) }) {
		if b.find(word) != nil {
			f.Of = append(f.Of, word)
		}
	}
	f.Of = slices.DeleteFunc(f.Of, func(name string) bool { return b.find(name) == nil })
	if len(f.Of) == 0 {
		return nil
	}
	f.Home = f.Of[0]
	home := b.find(f.Home)
	f.Shown = slices.DeleteFunc(f.Shown, func(k Key) bool { return b.find(k.Entry) == nil })
	for _, k := range f.Shown {
		if _, ok := b.find(k.Entry).setups[k.Case]; !ok {
			return fmt.Errorf("it shows case %s, which %s does not have", k.Case, k.Entry)
		}
	}
	b.findings = append(b.findings, f)
	home.found = append(home.found, f)
	return nil
}

// slug returns the anchor of a title in a document, as forges generate it.
func slug(title string) string {
	return strings.ReplaceAll(strings.ToLower(notInSlug.ReplaceAllString(title, "")), " ", "-")
}

// html renders Markdown, with links to documents as links to pages.
func (b *Book) html(markdown, page string) (template.HTML, error) {
	linked := pageLink.ReplaceAllStringFunc(markdown, func(link string) string {
		m := pageLink.FindStringSubmatch(link)
		return "](" + b.address(cmp.Or(m[1], page), m[2]) + ")"
	})
	var out bytes.Buffer
	if err := goldmark.Convert([]byte(linked), &out); err != nil {
		return "", err
	}
	return template.HTML(out.String()), nil // HTML in the Markdown has been dropped
}

// leads reports whether each link of a text leads to a page of this book, which need not have every entry.
func (b *Book) leads(markdown string) bool {
	for _, m := range pageLink.FindAllStringSubmatch(markdown, -1) {
		if b.address(m[1], m[2]) == indexPage {
			return false
		}
	}
	return true
}

// address returns the place in the book of an anchor in a document.
func (b *Book) address(page, anchor string) string {
	if page == "specs.md" && b.find(anchor) != nil {
		return anchor + ".html"
	}
	for _, f := range b.findings {
		if f.Page == page && f.Slug == anchor {
			return f.Home + ".html#" + f.Slug
		}
	}
	return indexPage
}
