package command

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/spf13/cobra"
)

// module is the path of the toolkit's module.
const module = "github.com/anel-mc/mc"

// version is the answer of mc version.
type version struct {
	Schema   int    `json:"schema"`
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Program  string `json:"program,omitempty"` // the path of the main package, if it is not the toolkit's
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (p *program) version() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "version [flags]",
		Short:   "print the versions of the toolkit and of Go",
		Long:    "Prints the version of the toolkit that this binary was built with, and that of Go.",
		Example: examples("version", "for people", "version --format json", "for programs"),
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			if format == "json" {
				return p.print(term.JSON(v))
			}
			var b bytes.Buffer
			fmt.Fprintf(&b, "%s %s", v.Module, v.Version)
			if v.Revision != "" {
				fmt.Fprintf(&b, " (%s", v.Revision)
				if v.Modified {
					b.WriteString(", modified")
				}
				b.WriteString(")")
			}
			if v.Program != "" {
				fmt.Fprintf(&b, ", in %s", v.Program)
			}
			fmt.Fprintf(&b, "\n%s %s\n", v.Go, v.Platform)
			return p.print(b.Bytes())
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func buildVersion() version {
	v := version{Schema: schema, Module: module, Version: "(devel)", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Path != module {
		// This is another module's binary, which depends on the toolkit.
		v.Program = info.Path
		for _, d := range info.Deps {
			if d.Path == module {
				if d.Replace != nil {
					d = d.Replace
				}
				v.Version = cmp.Or(d.Version, v.Version)
			}
		}
		return v
	}
	v.Version = cmp.Or(info.Main.Version, v.Version)
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
