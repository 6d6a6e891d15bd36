#!/bin/sh
# Runs the tasks of a run on this machine: xargs.sh DIR PROCESSES, after mc task init … --run DIR. It may be stopped and
# started again at any time. MC is the program, TRIES how often a stage is tried.
set -eu
dir=$1 processes=$2 mc=${MC:-mc} tries=${TRIES:-3}

each() { # each TASK: runs a task for all shards
	n=0
	until seq 0 $((shards - 1)) | xargs -P "$processes" -I{} "$mc" task "$1" --run "$dir" --level "$level" --shard {}; do
		n=$((n + 1))
		[ "$n" -lt "$tries" ] || exit 1
	done
}

. "$(dirname "$0")/levels.sh"
