// Package raftreads is
package raftreads
