package command

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// span is a range of values: 3, or 0..5.
type span struct{ least, most int }

// parseSpan parses N or LEAST..MOST.
func parseSpan(text string) (span, error) {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	least, err1 := strconv.Atoi(first)
	most, err2 := strconv.Atoi(last)
	switch {
	case (err1 != nil || err2 != nil) && isRange:
		return span{}, errors.New("a range is two whole numbers with two dots between")
	case err1 != nil:
		return span{}, errors.New("it must be a whole number, or two of them with two dots between")
	case least > most:
		return span{}, fmt.Errorf("%d is more than %d", least, most)
	}
	return span{least, most}, nil
}

func (s span) count() int { return s.most - s.least + 1 }

func (s span) values() iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := s.least; v <= s.most && yield(v); v++ {
		}
	}
}
