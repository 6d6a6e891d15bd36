package command

import (
	"fmt"
	"net"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/checkers/walk/web"
	"github.com/anel-mc/mc/specs/spec"
)

// exploreFlags are the flags of mc explore.
type exploreFlags struct {
	selection
	testCase string
	limits   limits
	listen   string
	noOpen   bool
}

// defaultListen is the default address of the page. It is fixed so that links stay valid between runs.
const defaultListen = "127.0.0.1:6274"

func (p *program) walk() *cobra.Command {
	var f exploreFlags
	cmd := &cobra.Command{
		Use:   "explore SPEC[:VARIANT] | FILE | LINK [flags]",
		Short: "walk through a system in the browser, and branch",
		Long: `Opens a page to walk through a spec by hand. It shows what can happen in a state and what
that would do, what cannot happen and which guard forbids it, which properties hold so far and
what can still become of them. Go back and choose something else, and the walk branches.

With the FILE of a saved trace, the walk starts one step before its end. The address of the
page holds the walk, as the names of its events; with such a LINK, the walk starts there.

The page is served on this machine only, unless --listen says otherwise, and only to those
who have the key in the address that is printed. Stop it with ctrl-C.

Exit code: 0 stopped, 2 wrong usage.`,
		Example: examples("explore {anel1}", "opens the browser", "explore {anel1} -p n=3 --crash 1", "with a crash to come",
			"explore trace.json", "a saved counterexample",
			"explore '{anel1}?do=act+\"suspect\"+of+1'", "a link: what follows # in the address",
			"explore {anel1} --no-open --listen 127.0.0.1:0", "only prints the address, with any free port"),
		Args: oneArg("SPEC", p.aSpec("anel1")),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runExplore(cmd, args[0], f) },
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.params, "param", "p", nil, oneValue)
	flags.StringArrayVar(&f.properties, "property", nil, "watch only property `NAME` (repeatable)")
	flags.StringVar(&f.testCase, "case", "", "walk through case `NAME` of the record")
	group(cmd, "What is walked through")
	addEnvironment(cmd)
	group(cmd, "Failures, network and time")
	f.limits.addBounds(flags)
	flags.Lookup("timeout").Usage = "end each search after `TIME`: 30s, 10m, 2h"
	group(cmd, "Bounds of each search ahead")
	flags.StringVar(&f.listen, "listen", defaultListen,
		"serve the page at `ADDRESS`: HOST:PORT, or a port of this machine; 0 is any")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open a browser")
	group(cmd, "Page")
	p.completeCheck(cmd)
	return cmd
}

func (p *program) runExplore(cmd *cobra.Command, arg string, f exploreFlags) error {
	options, err := f.limits.bounds(cmd)
	if err != nil {
		return err
	}
	link, err := p.linkTo(cmd, arg, f)
	if err != nil {
		return err
	}
	listener, host, err := listen(f.listen, cmd.Flags().Changed("listen"))
	if err != nil {
		return err
	}
	server := web.NewServer(web.Options{Find: p.findWalk, Search: options, Host: host})
	address := server.Address(listener.Addr(), link)
	if err := p.print([]byte(address + "\n")); err != nil {
		return err
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		where := ""
		if tcp.IP.IsUnspecified() {
			where = ", with an IP address of this one as the host"
		}
		p.note("the page can be reached from other machines%s: anyone with the address can use it", where)
	}
	if !f.noOpen {
		if err := openBrowser(address); err != nil {
			p.note("no browser was opened (%v): open the address in one", err)
		}
	}
	if err := server.Serve(cmd.Context(), listener); err != nil {
		return usageError("the page cannot be served: %w", err)
	}
	return nil
}

// linkTo returns the link for an argument, which is a link, a trace or a spec.
func (p *program) linkTo(cmd *cobra.Command, arg string, f exploreFlags) (web.Link, error) {
	isTrace := arg == "-" || strings.HasSuffix(strings.ToLower(arg), ".json")
	isLink := strings.ContainsAny(arg, "?#")
	if !isLink && !isTrace {
		t, err := p.exploreTarget(cmd, arg, f)
		if err != nil {
			return web.Link{}, err
		}
		return t.link(f.properties), nil
	}
	_, set, err := environment(cmd)
	if err != nil {
		return web.Link{}, err
	}
	for _, name := range []string{"param", "property", "case"} {
		if cmd.Flags().Changed(name) {
			set = append(set, "--"+name)
		}
	}
	if len(set) > 0 {
		return web.Link{}, usageError("%s with a trace or a link, which already determines the system",
			strings.Join(set, ", ")).hint("leave it out, or give a SPEC instead")
	}
	if isLink {
		return p.checkedLink(arg)
	}
	t, e, err := p.load(arg)
	if err != nil {
		return web.Link{}, err
	}
	sys, err := walk.New(t.setup.Model, nil)
	if err != nil {
		return web.Link{}, &exitError{code: exitFault, err: err}
	}
	w, err := sys.Along(e.Trace)
	if err != nil {
		return web.Link{}, &exitError{code: exitFault, err: err}
	}
	link := t.link(nil)
	link.Start, link.Path, link.At = e.Trace.Initial, w.Path, max(len(w.Path)-1, 0)
	return link, nil
}

// exploreTarget returns the target that a spec and the flags choose.
func (p *program) exploreTarget(cmd *cobra.Command, arg string, f exploreFlags) (target, error) {
	if f.testCase == "" {
		return p.target(cmd, arg, f.selection)
	}
	check := checkFlags{selection: f.selection, testCase: f.testCase}
	all, err := p.targets(cmd, arg, &check)
	if err != nil {
		return target{}, err
	}
	return all[0], nil
}

// checkedLink parses a link, and checks that its system exists. Whether the walk fits is for the page to say.
func (p *program) checkedLink(text string) (web.Link, error) {
	link, err := web.ParseLink(text)
	if err != nil {
		return link, usageError("%w", err).hint("a link is what follows # in the address of the page")
	}
	_, err = p.findWalk(link.System, link.Values)
	return link, err
}

// Keys of links that are not flags of the environment.
const (
	linkParam    = "p."
	linkProperty = "property"
)

// link returns the link to a target, with the chosen properties.
func (t target) link(properties []string) web.Link {
	values := url.Values{}
	for _, x := range t.spec.Params {
		if v := t.instance.Params[x.Name]; v != x.Default {
			values.Set(linkParam+x.Name, strconv.Itoa(v))
		}
	}
	for name, value := range t.instance.Environment.Flags() {
		values.Set(name, value)
	}
	if len(properties) > 0 {
		values[linkProperty] = properties
	}
	return web.Link{System: t.name(), Values: values}
}

// findWalk returns the target that a link names.
func (p *program) findWalk(name string, values url.Values) (*web.Target, error) {
	s, variant, err := p.findTarget(name)
	if err != nil {
		return nil, err
	}
	var params []string
	flags := map[string]string{}
	for key, value := range values {
		if key == linkProperty {
			continue
		}
		text, err := web.Once(key, value)
		if err != nil {
			return nil, usageError("%w", err)
		}
		if param, is := strings.CutPrefix(key, linkParam); is {
			params = append(params, param+"="+text)
		} else {
			flags[key] = text
		}
	}
	slices.Sort(params)
	chosen, err := p.parseParams(s, params)
	if err != nil {
		return nil, err
	}
	environment, err := spec.ParseEnvironment(flags)
	if err != nil {
		return nil, usageError("%w; parameters are written %sNAME=N, and the rest like flags: crash=1", err, linkParam)
	}
	i := spec.Instance{Variant: variant, Params: chosen, Environment: environment}
	t, err := p.buildWith(s, i, values[linkProperty])
	if err != nil {
		return nil, err
	}
	link := t.link(values[linkProperty])
	found := &web.Target{System: link.System, Values: link.Values, Summary: s.Summary, About: s.About,
		Model:      t.setup.Model,
		Properties: t.setup.Properties, Stamp: t.stampTrace}
	for _, x := range s.Params {
		if v := t.instance.Params[x.Name]; v != x.Default || v != 0 {
			found.Facts = append(found.Facts, fmt.Sprintf("%s = %d", x.Name, v))
		}
	}
	around := t.instance.Environment.Flags()
	for _, f := range environmentFlags {
		if v, ok := around[f.name]; ok {
			found.Facts = append(found.Facts, f.name+" "+v)
		}
	}
	found.Build, found.Imports = t.goCode()
	return found, nil
}

// goCode returns Go code that builds the target, if it is in the catalogue of this module. Where other specs come from
// is not known.
func (t target) goCode() (code string, imports []string) {
	from := runtime.FuncForPC(reflect.ValueOf(t.spec.Build).Pointer()).Name()
	folder, _, _ := strings.Cut(strings.TrimPrefix(from, catalogue), ".")
	if !strings.HasPrefix(from, catalogue) || strings.Contains(folder, "/") {
		return "", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "setup, err := %s.Spec().Setup(spec.Instance{Variant: %q, Params: map[string]int{", folder,
		t.instance.Variant)
	for _, x := range t.spec.Params {
		fmt.Fprintf(&b, "%q: %d,", x.Name, t.instance.Params[x.Name])
	}
	b.WriteString("}")
	flags := t.instance.Environment.Flags()
	if len(flags) > 0 {
		b.WriteString(", Environment: around")
	}
	b.WriteString("})\nif err != nil {\nt.Fatal(err)\n}\nm, properties := setup.Model, setup.Properties\n")
	code = b.String()
	if len(flags) > 0 {
		code = fmt.Sprintf("around, err := spec.ParseEnvironment(%#v)\nif err != nil {\nt.Fatal(err)\n}\n", flags) + code
	}
	return code, []string{catalogue + folder, catalogue + "spec"}
}

// catalogue is the import path above the packages of the catalogue.
const catalogue = "github.com/anel-mc/mc/specs/"
