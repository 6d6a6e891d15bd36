package command

import (
	"context"
	"fmt"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
)

// taskFlags are the flags of the verbs of mc task.
type taskFlags struct {
	run          string
	level, shard int
}

func (p *program) task() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "task COMMAND",
		Short: "run a check on disk as tasks, for a scheduler",
		Long: `Runs a check on disk as tasks for any scheduler: on one machine, or on many that share a
directory. Each level of the search takes a map for each shard, then a reduce for each shard,
then a commit. A task may be run twice, even at the same time, or be killed and run again:
it leaves the same files. The program must be the same everywhere.

init, commit and status print one line that a shell can eval:
  level=5 shards=8 over=no states=1234 new=56 transitions=4321 least=3 most=11 bytes=9876 maps=8 \
    reduces=2 rate=789
where least and most are the numbers of new states in the smallest and the largest shard, maps
and reduces count the shards whose map or reduce for the next level is done, and rate is how
many states were found per second lately. When over is yes, resume prints the report of the
check, with its counterexamples.

work does all of this in long-running processes: each does its part of the shards, and waits
for the others.`,
	}
	cmd.AddCommand(p.taskInit(),
		p.taskOf("map", "expand the states of a shard of a level", true,
			func(ctx context.Context, t *Tasks, f *taskFlags) error { return t.Map(ctx, f.level, f.shard) }),
		p.taskOf("reduce", "keep the new states among those that the maps found for a shard", true,
			func(ctx context.Context, t *Tasks, f *taskFlags) error { return t.Reduce(ctx, f.level, f.shard) }),
		p.taskOf("commit", "complete the level after this one, and print what comes next", false,
			func(_ context.Context, t *Tasks, f *taskFlags) error {
				if err := t.Commit(f.level); err != nil {
					return err
				}
				return p.printStatus(t.Run)
			}),
		p.taskWork(), p.taskStatus())
	return cmd
}

func (f *taskFlags) add(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&f.run, "run", "", "the directory `DIR` of the run, which all tasks share")
	if err := cmd.MarkFlagRequired("run"); err != nil {
		panic(err) // the flag was not declared: a bug in this package
	}
}

// taskInit returns the verb that starts a run.
func (p *program) taskInit() *cobra.Command {
	var f checkFlags
	var t taskFlags
	shards, memory := disk.DefaultShards, "256MiB"
	cmd := &cobra.Command{
		Use:     "init SPEC[:VARIANT] --run DIR [flags]",
		Short:   "start a run with its first level",
		Args:    oneArg("SPEC", p.aSpec("chang-roberts")),
		Example: examples("task init {chang-roberts} -p n=8 --property uniqueness --run run --shards 4", "start a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			size, err := humanize.ParseBytes(memory)
			if err != nil || size == 0 {
				return usageError("--memory %s: it must be a size such as 256MiB", memory)
			}
			if shards < 1 || shards > disk.MaxShards {
				return usageError("--shards %d: a run has 1 to %d shards", shards, disk.MaxShards)
			}
			target, err := p.target(cmd, args[0], f.selection)
			if err != nil {
				return err
			}
			f.disk = diskFlags{t.run, true, "--run"}
			d, err := f.onDisk(cmd.Context(), p, target, f.limits.exhaustive)
			if err != nil {
				return err
			}
			t, err := tasksOf(target, d, shards, size)
			if err != nil {
				return err
			}
			if _, err := t.Search(cmd.Context(), explore.Options{MaxStates: 1, Workers: 1}); err != nil {
				return usageError("%w", err)
			}
			return p.printStatus(t.Run)
		},
	}
	t.add(cmd)
	cmd.Flags().IntVar(&shards, "shards", shards, "cut each level into `N` shards, so that as many tasks can run at once")
	cmd.Flags().StringVar(&memory, "memory", memory, "let the buffers of a task take up to `SIZE`")
	cmd.Flags().BoolVar(&f.limits.exhaustive, "exhaustive", false,
		"explore everything, even when every property has its answer")
	f.selection.add(cmd, oneValue, "decide only property `NAME`", "What is checked", "Failures, network and time")
	return cmd
}

// taskOf returns a verb that runs a task.
func (p *program) taskOf(name, short string, sharded bool,
	do func(ctx context.Context, t *Tasks, f *taskFlags) error) *cobra.Command {
	var f taskFlags
	use := name + " --run DIR --level N"
	if sharded {
		use += " --shard N"
	}
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.level < 0 {
				return usageError("--level %d: levels count from 0", f.level)
			}
			t, err := p.tasks(cmd.Context(), f.run)
			if err != nil {
				return err
			}
			if sharded && (f.shard < 0 || f.shard >= t.Shards) {
				return usageError("--shard %d: the run has shards 0 to %d", f.shard, t.Shards-1)
			}
			return t.Do(cmd.Context(), func(ctx context.Context) error { return do(ctx, t, &f) })
		}}
	f.add(cmd)
	cmd.Flags().IntVar(&f.level, "level", 0, "the level `N` that is expanded")
	if sharded {
		cmd.Flags().IntVar(&f.shard, "shard", 0, "the shard `N`, from 0")
	}
	return cmd
}

// taskWork returns the verb that runs all tasks of a part.
func (p *program) taskWork() *cobra.Command {
	var f taskFlags
	part, parts := 0, 1
	cmd := &cobra.Command{
		Use:   "work --run DIR --part N --parts N",
		Short: "run the tasks of one part of the shards, level after level, while others run the rest",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, err := p.tasks(cmd.Context(), f.run)
			if err != nil {
				return err
			}
			if part < 0 || part >= parts || parts > t.Shards {
				return usageError("--part %d --parts %d: the run has %d shards: --parts is at most that, and --part counts from 0",
					part, parts, t.Shards)
			}
			return t.Do(cmd.Context(), func(ctx context.Context) error { return t.Work(ctx, part, parts) })
		}}
	f.add(cmd)
	cmd.Flags().IntVar(&part, "part", part, "the part `N`, from 0")
	cmd.Flags().IntVar(&parts, "parts", parts, "there are `N` parts, with one process for each")
	return cmd
}

// taskStatus returns the verb that prints the progress of a run.
func (p *program) taskStatus() *cobra.Command {
	var f taskFlags
	cmd := &cobra.Command{Use: "status --run DIR", Short: "print the progress of a run", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.storage(cmd.Context(), f.run)
			if err != nil {
				return err
			}
			r, err := disk.Open(s)
			if err != nil {
				return usageError("%w", err)
			}
			return p.printStatus(r)
		}}
	f.add(cmd)
	return cmd
}

// printStatus prints the progress of a run.
func (p *program) printStatus(r *disk.Run) error {
	s, err := statusOf(r)
	if err != nil {
		return err
	}
	d, err := r.Doing()
	if err != nil {
		return usageError("%w", err)
	}
	return p.print(fmt.Appendf(nil, "%s maps=%d reduces=%d rate=%.0f\n", s, d.Maps, d.Reduces, d.Rate))
}
