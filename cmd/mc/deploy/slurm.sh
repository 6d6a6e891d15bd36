#!/bin/sh
# Runs the tasks of a run as job arrays of Slurm: slurm.sh DIR [SBATCH OPTIONS], after mc task init … --run DIR. All nodes
# must share DIR and the program. It waits for each array, so run it where it can stay: in screen, or as a job of its own.
# It may be stopped and started again at any time. MC is the program, TRIES how often an array is tried.
set -eu
dir=$1 mc=${MC:-mc} tries=${TRIES:-3}
shift

each() { # each TASK OPTIONS: runs a task for all shards
	task=$1 n=0
	shift
	until sbatch --wait --quiet --array=0-$((shards - 1)) "$@" \
		--wrap "exec '$mc' task $task --run '$dir' --level $level --shard \$SLURM_ARRAY_TASK_ID"; do
		n=$((n + 1))
		[ "$n" -lt "$tries" ] || exit 1
	done
}

. "$(dirname "$0")/levels.sh"
