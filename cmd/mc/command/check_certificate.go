package command

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// certifiable refuses --certificate with what is not one instance.
func (f *checkFlags) certifiable() error {
	if f.certificate == "" {
		return nil
	}
	if _, spans, err := parseSpans(f.params); err != nil || len(spans) > 0 || f.all || f.mutants || f.every.param != "" {
		return usageError("--certificate with --all, --mutants, --for-all-n or a range: it is of one instance").
			hint("choose one")
	}
	return nil
}

// certify writes a certificate of the invariants that hold, and returns the exit code that it asks for: that of
// something unknown if there is none.
func (p *program) certify(ctx context.Context, o outcome, file string, options checkers.Options) int {
	err := errors.New("the model is at fault")
	if o.failure == nil {
		err = o.certify(ctx, file, options)
	}
	if err != nil {
		p.note("check", "no certificate: %v", err)
		return exitUnknown
	}
	p.note("check", "certificate written: go run ./cmd/mc/certify %s checks it", counterexamples.ShellQuote(file))
	return exitHolds
}

func (o outcome) certify(ctx context.Context, file string, options checkers.Options) error {
	i, ok := o.setup.Model.(model.Instance)
	if !ok {
		return errors.New("it is not made of processes and channels")
	}
	h := certificate.Header{Spec: o.spec.Name, Variant: o.instance.Variant, Params: o.instance.Params,
		Environment: o.instance.Environment.Flags()}
	var left []string
	for _, r := range o.report.Results {
		if r.Verdict == checkers.Holds && r.Property.Judge() != nil {
			h.Properties = append(h.Properties, r.Property.Name())
		} else {
			left = append(left, r.Property.Name())
		}
	}
	if len(h.Properties) == 0 {
		return errors.New("no invariant holds, and states alone prove nothing of " + strings.Join(left, ", "))
	}
	var b bytes.Buffer
	options.Reduce = 0
	if err := certificate.Write(ctx, &b, h, i, options); err != nil {
		return err
	}
	return save(file, b.Bytes())
}
