#!/bin/sh
# Runs the tasks of a run as Indexed Jobs of Kubernetes: kubernetes.sh DIR IMAGE CLAIM PARALLEL, after
# mc task init … --run DIR, where the volume of the claim is mounted at DIR. If DIR is an address such as s3://bucket/run,
# there is no volume, and CLAIM is ignored. It may be stopped and started again at any time.
set -eu
dir=$1 image=$2 claim=$3 parallel=$4 mc=${MC:-mc} kubectl=${KUBECTL:-kubectl}
template=$(cat "$(dirname "$0")/job.yaml")
run=/run/mc
case $dir in *://*)
	run=$(printf %s "$dir" | sed 's/[&|\\]/\\&/g')
	template=$(printf "%s\n" "$template" | sed '/volumeMounts:/,$d')
	;;
esac

each() { # each TASK: runs a task for all shards
	printf "%s\n" "$template" | sed -e "s|@TASK@|$1|g; s|@LEVEL@|$level|g; s|@SHARDS@|$shards|g; s|@PARALLEL@|$parallel|g" \
		-e "s|@RUN@|$run|; s|@IMAGE@|$image|g; s|@CLAIM@|$claim|g" | "$kubectl" apply -f -
	"$kubectl" wait --for=condition=complete --timeout="${TIMEOUT:-24h}" "job/mc-$1-$level"
	"$kubectl" delete --wait "job/mc-$1-$level"
}

. "$(dirname "$0")/levels.sh"
