// Package raftprevote is
package raftprevote
