package command

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// span is a range of values: 3, or 0..5.
type span struct{ least, most int }

// parseSpan parses N or MIN..MAX.
func parseSpan(text string) (span, error) {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	least, err1 := strconv.Atoi(first)
	most, err2 := strconv.Atoi(last)
	switch {
	case (err1 != nil || err2 != nil) && isRange:
		return span{}, errors.New("a range is MIN..MAX, two whole numbers")
	case err1 != nil:
		return span{}, errors.New("it must be a whole number, or a range MIN..MAX")
	case least > most:
		return span{}, fmt.Errorf("%d is more than %d", least, most)
	}
	return span{least, most}, nil
}

// count returns the number of values, at most math.MaxInt.
func (s span) count() int { return int(min(uint64(s.most)-uint64(s.least), math.MaxInt-1)) + 1 }

func (s span) values() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range s.count() {
			if !yield(s.least + i) {
				return
			}
		}
	}
}

// maxInstances is the maximum number of instances in ranges of parameters. More are a typing error.
const maxInstances = 10_000

// paramSpan is a parameter with a range of values: -p arrangement=0..5.
type paramSpan struct {
	name string
	span
}

func (s paramSpan) String() string { return fmt.Sprintf("%s=%d..%d", s.name, s.least, s.most) }

// parseSpans separates the parameters of -p that have a range from those that have a single value.
func parseSpans(params []string) (fixed []string, spans []paramSpan, err error) {
	wrong := func(pair, format string, args ...any) ([]string, []paramSpan, error) {
		return nil, nil, usageError("-p %s: %s", pair, fmt.Sprintf(format, args...)).hint("for example: -p n=2..4")
	}
	named := func(name string) bool {
		return slices.ContainsFunc(spans, func(s paramSpan) bool { return s.name == name })
	}
	instances := 1
	for _, pair := range params {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.Contains(value, "..") {
			fixed = append(fixed, pair)
			continue
		}
		is, err := parseSpan(value)
		switch {
		case err != nil:
			return wrong(pair, "%v", err)
		case named(name):
			return wrong(pair, "%s is given twice", name)
		}
		if instances *= min(is.count(), maxInstances+1); instances > maxInstances {
			return wrong(pair, "that is more than %d instances", maxInstances)
		}
		spans = append(spans, paramSpan{name, is})
	}
	for _, pair := range fixed {
		if name, _, _ := strings.Cut(pair, "="); named(name) {
			return wrong(pair, "%s has a range as well", name)
		}
	}
	return fixed, spans, nil
}

// combinations returns all combinations of values. The last parameter changes fastest.
func combinations(spans []paramSpan) []map[string]int {
	combined := []map[string]int{{}}
	for _, s := range spans {
		var next []map[string]int
		for _, before := range combined {
			for v := range s.values() {
				with := maps.Clone(before)
				with[s.name] = v
				next = append(next, with)
			}
		}
		combined = next
	}
	return combined
}
