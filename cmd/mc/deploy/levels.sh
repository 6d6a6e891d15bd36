# Runs the levels of a run one by one, for the scripts next to it, which define each: it runs a task for all shards.
status=$("$mc" task status --run "$dir")
while eval "$status" && [ "$over" = no ]; do
	each map "$@"
	each reduce "$@"
	status=$("$mc" task commit --run "$dir" --level "$level")
	echo "$status" >&2
done
exec "$mc" resume "$dir"
