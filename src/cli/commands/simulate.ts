import type { Command } from "commander";
import type { CommandSession } from "../command-session";
import { addSimulateOptions, type SimulateArguments } from "../simulate/simulate-options";

const EXAMPLES = `
Simulates the settings of now and those after the change under the same load,
and shows the difference with its 95 % interval. Changes nothing. The service
is asked for the settings of now if a queue is named and --now does not give
all of them. Without a queue they are those of a new queue.

Examples:
  $ mergequeue simulate github.com/acme/web/main --set concurrency=8 \\
      --workload workload.json
  $ mergequeue simulate --now mode=parallel --now concurrency=2 \\
      --set concurrency=4 --arrivals 8/h --test-time 10m --failure-rate 5%

Exit status:
  0 done, 1 error
  130 interrupted; what is known so far is printed`;

/** Adds `simulate`, which says what a change of settings will do. */
export function addSimulateCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("simulate")
    .summary("say what a change of settings will do")
    .description(
      "Says what a change of settings will do: to the time that pull requests take to merge, to how many merge, and to what " +
        "their tests cost.",
    )
    .argument("[queue]", "the queue's id, host/owner/name/branch");
  addSimulateOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: string | undefined, options: SimulateArguments) => {
      // Only this command needs the engine; others start faster without it.
      const { runSimulation } = await import("../simulate/run-simulation");
      await runSimulation(session, queue, options);
    });
}
