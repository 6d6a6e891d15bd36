package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// certified writes a certificate to a file, unless err says why there is none. It returns the exit code that this calls
// for.
func (p *program) certified(file string, certificate []byte, err error) int {
	code := exitUnknown
	if err == nil {
		err, code = p.save(file, certificate), exitUsage
	}
	if err != nil {
		p.note("no certificate: %v", err)
		return code
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() { // nothing can be read there
		return exitHolds
	}
	condition := ""
	if buildVersion().Program != "" {
		condition = ", once it has this catalogue: see docs/certificates.md of " + module
	}
	p.note("certificate written: go run ./cmd/mc/certify %s checks it%s", counterexamples.ShellQuote(file),
		condition)
	return exitHolds
}

// certify returns a certificate of the invariants that hold.
func (o outcome) certify(ctx context.Context, options checkers.Options) ([]byte, error) {
	if o.failure != nil {
		return nil, errors.New("the model is at fault")
	}
	i, ok := o.setup.Model.(model.Instance)
	if !ok {
		return nil, errors.New("it is not made of processes and channels")
	}
	h := o.header()
	var open, left []string
	for _, r := range o.report.Results {
		switch name := r.Property.Name(); {
		case r.Property.Judge() == nil:
			left = append(left, name)
		case r.Verdict == checkers.Holds:
			h.Properties = append(h.Properties, name)
		default:
			open = append(open, fmt.Sprintf("%s is %s", name, r.Verdict))
		}
	}
	switch {
	case len(h.Properties) > 0:
	case len(open) > 0:
		return nil, errors.New("no invariant is known to hold: " + strings.Join(open, ", "))
	default:
		return nil, errors.New("no invariant holds, and a set of states proves nothing about " + strings.Join(left, ", "))
	}
	var b bytes.Buffer
	options.Reduce = 0
	err := certificate.Write(ctx, &b, h, i, options)
	return b.Bytes(), err
}

func (t target) header() certificate.Header {
	return certificate.Header{Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
		Environment: t.instance.Environment.Flags()}
}

// certify returns a certificate of the invariants that views show for every number of participants.
func (a everyAnswer) certify() ([]byte, error) {
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
		return nil, errors.New("no invariant was found to hold for every " + a.param)
	}
	others, before := r.Others()
	h.Every = &certificate.Every{Param: a.param, K: r.K, Beyond: r.Beyond(), Before: before, Others: others}
	setup, err := setUp(a.spec, a.at(a.param, r.K+1).instance)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = certificate.WriteViews(&b, h, setup.Model.(model.Instance), r.Closed())
	return b.Bytes(), err
}
