package command

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
)

// listen opens where --listen says, and returns the name that was given, if it is one. The default may be taken, by
// another run; then any port will do.
func listen(address string, given bool) (net.Listener, string, error) {
	if port, err := strconv.Atoi(address); err == nil && port >= 0 {
		address = net.JoinHostPort("127.0.0.1", address)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, "", usageError("--listen %s: it must be HOST:PORT or a port", address).
			hint("--listen 127.0.0.1:0 is any free port of this machine")
	}
	l, err := net.Listen("tcp", address)
	if err != nil && !given {
		l, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return nil, "", usageError("--listen %s: %w", address, err).
			hint("--listen 127.0.0.1:0 is any free port of this machine")
	}
	if net.ParseIP(host) != nil {
		host = ""
	}
	return l, host, nil
}

// openBrowser opens an address in the browser of whoever runs the command.
func openBrowser(address string) error {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		cmd = exec.Command("open", address)
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display")
		}
		cmd = exec.Command("xdg-open", address)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // how it ends is no matter of ours
	return nil
}
