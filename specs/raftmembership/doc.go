// Package raftmembership is
package raftmembership
