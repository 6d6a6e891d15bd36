package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Link is the part after # in the address of a page: a system, an initial state, and the names of events.
//
//	anel1:as-written?p.n=2&crash=1&do=act+"suspect"+of+1&at=1
//
// Before the question mark is the name of the system, as on the command line. After it are the values that the system
// is built with: p.NAME for parameters, and the names of flags for the environment; start, the number of the initial
// state; do, once for each event; at, how many of these have been taken, if not all; and or, once for each event of
// another walk to be shown beside this one.
type Link struct {
	System string
	Values url.Values // the values that the system is built with
	Start  int
	Path   []string
	At     int
	Beside []string // nil if there is none
}

// The names of values that are not about the system.
const (
	keyStart = "start"
	keyPath  = "do"
	keyAt    = "at"
	keyOr    = "or"
)

// ParseLink parses a link, or an address that contains one.
func ParseLink(text string) (Link, error) {
	if _, link, ok := strings.Cut(text, "#"); ok {
		text = link
	}
	name, query, _ := strings.Cut(text, "?")
	name, err := url.PathUnescape(name)
	if err != nil {
		return Link{}, fmt.Errorf("the link is damaged: %w", err)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return Link{}, fmt.Errorf("the link is damaged: %w", err)
	}
	l := Link{System: name, Values: url.Values{}, Path: values[keyPath], Beside: values[keyOr]}
	l.At = len(l.Path)
	for key, value := range values {
		switch key {
		case keyPath, keyOr:
		case keyStart:
			if l.Start, err = number(key, value); err != nil {
				return l, err
			}
		case keyAt:
			if l.At, err = number(key, value); err != nil {
				return l, err
			}
			l.At = min(l.At, len(l.Path))
		default:
			l.Values[key] = value
		}
	}
	return l, nil
}

func number(key string, value []string) (int, error) {
	text, err := Once(key, value)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the link is damaged: %s=%s is no number of 0 or more", key, text)
	}
	return n, nil
}

// Once returns what a link gives for a key that has one value. It must have at least one.
func Once(key string, value []string) (string, error) {
	if len(value) > 1 {
		return "", fmt.Errorf("the link is damaged: it gives %s more than once: %s", key, strings.Join(value, ", "))
	}
	return value[0], nil
}

// base returns the part of the link that names the system.
func (l Link) base() string {
	return Link{System: l.System, Values: l.Values}.String()
}

// String writes the link.
func (l Link) String() string {
	parts := []string{l.Values.Encode()}
	if l.Start > 0 {
		parts = append(parts, fmt.Sprintf("%s=%d", keyStart, l.Start))
	}
	if l.At < len(l.Path) {
		parts = append(parts, fmt.Sprintf("%s=%d", keyAt, l.At))
	}
	for _, name := range l.Path {
		parts = append(parts, keyPath+"="+url.QueryEscape(name))
	}
	for _, name := range l.Beside {
		parts = append(parts, keyOr+"="+url.QueryEscape(name))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	name := (&url.URL{Path: l.System}).EscapedPath()
	if len(parts) == 0 {
		return name
	}
	return name + "?" + strings.Join(parts, "&")
}
