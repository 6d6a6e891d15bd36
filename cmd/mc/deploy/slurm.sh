#!/bin/sh
# Does the tasks of a run as arrays of Slurm: slurm.sh DIR [SBATCH OPTIONS], after mc task init … --run DIR. DIR is shared
# by all nodes, and so is the program. It waits for each array, so run it where it may stay: in screen, or as a job of its
# own. It may be ended and started again at any time. MC is the program, TRIES how often an array may fail.
set -eu
dir=$1 mc=${MC:-mc} tries=${TRIES:-3}
shift

each() { # each TASK OPTIONS: for all shards
	task=$1 n=0
	shift
	until sbatch --wait --quiet --array=0-$((shards - 1)) "$@" \
		--wrap "exec '$mc' task $task --run '$dir' --level $level --shard \$SLURM_ARRAY_TASK_ID"; do
		n=$((n + 1))
		[ "$n" -lt "$tries" ] || exit 1
	done
}

. "$(dirname "$0")/levels.sh"
