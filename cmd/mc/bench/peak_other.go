//go:build !linux

package main

import "os"

// peak returns 0, for unknown: systems count peak memory differently, or not at all.
func peak(*os.ProcessState) float64 { return 0 }
