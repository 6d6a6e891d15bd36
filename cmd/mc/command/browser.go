package command

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
)

// listen listens on the address of --listen, and returns its host if that is a name. If the default port is taken,
// perhaps by another run, it uses any free port.
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

// openBrowser opens an address in the user's browser.
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
	go func() { _ = cmd.Wait() }() // its exit status does not matter
	return nil
}
