import { type Command, Option } from "commander";
import { GOAL_MEASURES } from "../../foresight/goal";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { CommandSession } from "../command-session";
import { addStackChoice } from "../plans/stack-options";
import { collectGoal } from "../simulate/forecast-options";
import { runRecommendation } from "../simulate/run-recommendation";
import { runSimulation } from "../simulate/run-simulation";
import {
  addSimulateOptions,
  collectKept,
  collectSetting,
  type RecommendArguments,
  type SimulateArguments,
  THEN_OPTIONS,
} from "../simulate/simulate-options";

const EXAMPLES = `
Simulates the current and the proposed settings under the same load, or
with --then options under another one, and shows the difference with its 95 %
interval. Changes nothing. The service is asked for the current settings if a
queue is named and --now does not give all of them. Without a queue they are
the published ones of new queues.

Examples:
  $ mergequeue simulate github.com/acme/web/main --set concurrency=8 \\
      --workload workload.json
  $ mergequeue simulate --now mode=parallel --now concurrency=2 \\
      --set concurrency=4 --arrivals 8/h --test-time 10m --failure-rate 5%
  $ mergequeue simulate --now mode=parallel --arrivals 8/h --test-time 10m \\
      --then-test-time 9m
  $ mergequeue simulate --stack cdktf.out --workload workload.json \\
      --format html > forecasts.html

Exit status:
  0 done, 1 error
  130 interrupted; what is known so far is printed`;

const RECOMMEND_EXAMPLES = `
Tries combinations of mode, concurrency, batches with their size and waiting
time, bisection concurrency, optimistic merging and, if tests flake, a pending
failure depth. All goals must be met by the whole 95 % interval. If no
difference of cost is shown, the settings closest to now are recommended.

Examples:
  $ mergequeue simulate recommend github.com/acme/web/main \\
      --goal 'p90<30m' --workload workload.json
  $ mergequeue simulate recommend --now mode=parallel --goal 'p90<30m' \\
      --minimize ci-minutes --arrivals 8/h --test-time 10m --failure-rate 5%

Exit status:
  0 done, 1 error, 130 interrupted
  2 nothing that was tried meets the goals`;

export function defineSimulate(command: Command, session: CommandSession): void {
  command
    .description(
      "Says what a change of settings will do: to the time that pull requests take to merge, to how many merge, and to what " +
        "their tests cost.",
    )
    .argument("[queue]", "the queue's id, host/owner/name/branch", parseQueueId)
    .option("--set <name=value>", "a setting to change; may be given several times", collectSetting)
    .addOption(
      new Option(
        "--stack <directory>",
        "simulate what these synthesized stacks change, queue by queue",
      ).conflicts(["now", "set", ...THEN_OPTIONS]),
    );
  addStackChoice(addSimulateOptions(command, "forecast"))
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity | undefined, options: SimulateArguments) => {
      await runSimulation(session, queue, options);
    });
  const recommend = command.command("recommend").summary("find the cheapest settings that meet goals");
  defineRecommend(recommend, session);
}

function defineRecommend(command: Command, session: CommandSession): void {
  command
    .description("Finds the cheapest settings that meet goals, by simulation. Changes nothing.")
    .argument("[queue]", "the queue's id, host/owner/name/branch", parseQueueId)
    .option(
      "--goal <goal>",
      "required: what must be kept, by the whole 95 % interval, such as p90<30m or ci-minutes<60; may be given several times",
      collectGoal,
    )
    .addOption(
      new Option("--minimize <measure>", "what to keep small")
        .choices([...GOAL_MEASURES.keys()])
        .default("ci-minutes"),
    )
    .option("--keep <name>", "a setting that stays, such as mode; may be given several times", collectKept);
  addSimulateOptions(command, "recommendation")
    .addHelpText("after", RECOMMEND_EXAMPLES)
    .action(async (queue: QueueIdentity | undefined) => {
      // The parser gives options that simulate has too to simulate.
      await runRecommendation(session, queue, command.optsWithGlobals<RecommendArguments>());
    });
}
