package command

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// certify writes a certificate of the invariants that hold. It returns the exit code that this calls for, which is
// exitUnknown if no certificate could be written.
func (p *program) certify(ctx context.Context, o outcome, file string, options checkers.Options) int {
	err := errors.New("the model is at fault")
	if o.failure == nil {
		err = o.certify(ctx, file, options)
	}
	return p.certified(file, err)
}

// certified reports whether a certificate was written.
func (p *program) certified(file string, err error) int {
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
	h := o.header()
	var left []string
	for _, r := range o.report.Results {
		if r.Verdict == checkers.Holds && r.Property.Judge() != nil {
			h.Properties = append(h.Properties, r.Property.Name())
		} else {
			left = append(left, r.Property.Name())
		}
	}
	if len(h.Properties) == 0 {
		return errors.New("no invariant holds, and a set of states proves nothing about " + strings.Join(left, ", "))
	}
	var b bytes.Buffer
	options.Reduce = 0
	if err := certificate.Write(ctx, &b, h, i, options); err != nil {
		return err
	}
	return save(file, b.Bytes())
}

func (t target) header() certificate.Header {
	return certificate.Header{Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
		Environment: t.instance.Environment.Flags()}
}

// certify writes a certificate of the invariants that views show for every number of participants.
func (a everyAnswer) certify(file string) error {
	h := a.header()
	h.Params = maps.Clone(h.Params)
	delete(h.Params, a.param)
	r := a.report
	for _, res := range r.Results {
		if res.Verdict == views.ForEvery && res.Property.Judge() != nil {
			h.Properties = append(h.Properties, res.Property.Name())
		}
	}
	if len(h.Properties) == 0 {
		return errors.New("no invariant was found to hold for every " + a.param)
	}
	others, before := r.Others()
	h.Every = &certificate.Every{Param: a.param, K: r.K, Beyond: r.Beyond(), Before: before, Others: others}
	setup, err := setUp(a.spec, a.at(a.param, r.K+1).instance)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := certificate.WriteViews(&b, h, setup.Model.(model.Instance), r.Closed()); err != nil {
		return err
	}
	return save(file, b.Bytes())
}
