import { type Command, Option } from "commander";
import { GOAL_MEASURES, GOAL_RULE } from "../../foresight/goal";
import { listCandidates } from "../../foresight/list-candidates";
import { recommend } from "../../foresight/recommend";
import type { SimulateRun } from "../../foresight/simulate";
import { toAttributeName } from "../../queue/attribute-name";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import { FORMATS, listFormats, toOutput } from "../../report/formats";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { preparePlan } from "../plans/prepare-plan";
import { addStackChoice } from "../plans/stack-options";
import { createView } from "../print/create-view";
import { collectGoal } from "../simulate/forecast-options";
import { forecastPlan } from "../simulate/forecast-plan";
import { runForecast, runInPool, startSimulation } from "../simulate/run-forecast";
import {
  addSimulateOptions,
  collectKept,
  collectSetting,
  createSimulationRefusal,
  type RecommendArguments,
  readSimulation,
  type SimulateArguments,
  THEN_OPTIONS,
} from "../simulate/simulate-options";

const EXAMPLES = `
Simulates the current and the proposed settings, under the same load unless a
--then-... option is given. Shows the difference with its 95 % interval. Changes
nothing. Current settings that --now does not give come from the service if you
name a queue, and are otherwise the published defaults.

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
  130 interrupted; the results so far are printed`;

const RECOMMEND_EXAMPLES = `
Tries combinations of mode, concurrency, batching (with batch size and waiting
time), bisection concurrency, optimistic merging and, if tests flake, pending
failure depth. The whole 95 % interval of a result must meet each goal. Of the
settings with similar cost, recommends those closest to the current ones.

Examples:
  $ mergequeue simulate recommend github.com/acme/web/main \\
      --goal 'p90<30m' --workload workload.json
  $ mergequeue simulate recommend --now mode=parallel --goal 'p90<30m' \\
      --minimize ci-minutes --arrivals 8/h --test-time 10m --failure-rate 5%

Exit status:
  0 done, 1 error, 130 interrupted
  2 no tried settings meet the goals`;

export function defineSimulate(command: Command, session: CommandSession): void {
  command
    .description("Forecasts how changed settings affect merge times, the number of merges and test costs.")
    .argument("[queue]", "the queue's id, host/owner/name/branch", parseQueueId)
    .option("--set <name=value>", "a setting to change; can be repeated", collectSetting)
    .addOption(
      new Option(
        "--stack <directory>",
        "simulate the changes of these synthesized stacks, queue by queue",
      ).conflicts(["now", "set", ...THEN_OPTIONS]),
    );
  addStackChoice(addSimulateOptions(command, "forecast"))
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity | undefined, options: SimulateArguments) => {
      if (options.stack === undefined) await runSimulation(session, queue, options);
      else await runStackSimulation(session, queue, options);
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
      "required: a goal that the whole 95 % interval must meet, such as p90<30m or ci-minutes<60; can be repeated",
      collectGoal,
    )
    .addOption(
      new Option("--minimize <measure>", "the measure to minimize")
        .choices([...GOAL_MEASURES.keys()])
        .default("ci-minutes"),
    )
    .option("--keep <name>", "a setting to keep, such as mode; can be repeated", collectKept);
  addSimulateOptions(command, "recommendation")
    .addHelpText("after", RECOMMEND_EXAMPLES)
    .action(async (queue: QueueIdentity | undefined) => {
      // The parser gives shared options to simulate, the parent.
      await runRecommendation(session, queue, command.optsWithGlobals<RecommendArguments>());
    });
}

/** Writes a forecast, even an interrupted one. @throws MergeQueueError `interrupted` if it has no results */
export async function runSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<void> {
  const { context } = session;
  const request = await readSimulation(context, options);
  const { simulation, stopSignal } = await startSimulation(session, queue, request, options);
  const drawn = await runInPool(context, request.workers, stopSignal, (run) => runForecast(simulation, run));
  session.write(toOutput(request.format, FORMATS[request.format].forecast(drawn, createView(context))));
  if (drawn.forecast.interrupted === true) session.finish(EXIT_STATUS.interrupted);
}

/** Makes a plan as `mergequeue plan` does, and writes a forecast for each queue that the plan changes. */
async function runStackSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<void> {
  if (queue !== undefined) {
    throw createSimulationRefusal("Leave out the queue with --stack. To select queues, use --only.");
  }
  const { context } = session;
  const request = await readSimulation(context, options);
  const { plan } = await preparePlan(session, "apply", options.stack, options);
  const forecasts = await forecastPlan(session, plan, request, []);
  const printed = FORMATS[request.format].forecasts(plan, forecasts, createView(context));
  session.write(toOutput(request.format, printed));
}

/** Ends with status 2 if no settings meet the goals. */
export async function runRecommendation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: RecommendArguments,
): Promise<void> {
  const { goal: goals = [], minimize: minimized, keep = [] } = options;
  const minimize = GOAL_MEASURES.get(minimized) ?? "ciMinutesPerMerge";
  requireUsable(options);
  const { context } = session;
  const request = await readSimulation(context, options);
  const { format, singleMode, workers } = request;
  const printers = FORMATS[format];
  if (!("recommendation" in printers)) {
    throw createSimulationRefusal(
      `--format must be one of ${listFormats("recommendation").join(", ")}. For plots, use simulate with the recommended settings.`,
    );
  }
  const { simulation, load, assume, stopSignal } = await startSimulation(session, queue, request, options);
  const candidates = listCandidates({ now: simulation.now, singleMode, load, keep });
  const found = await runInPool(context, workers, stopSignal, (run, progress) => {
    progress.subject = " (step 1 of 2: narrowing down)";
    const runReplications: SimulateRun["runReplications"] = (setups, phase) => {
      if (phase === "comparison") progress.subject = " (step 2 of 2: finding the cheapest settings)";
      return run.runReplications(setups, phase);
    };
    return recommend({ ...simulation, candidates, goals, minimize }, { ...run, runReplications });
  });
  const forecast = { ...found.forecast, assumptions: assume(found.forecast.then.settings) };
  const search = { goals, minimize: minimized, tried: candidates.length };
  const printed = printers.recommendation({ ...found, forecast }, search, createView(context));
  session.write(toOutput(format, printed));
  if (!found.met) session.finish(EXIT_STATUS.changed);
}

const UNUSABLE = [
  ["set", "recommend chooses what to set"],
  ["stack", "recommend is about one queue"],
  ...THEN_OPTIONS.map((name) => [name, "recommend compares settings under one load"] as const),
  ["saturated", "a queue that never keeps up meets no goal"],
] as const;

/** @throws MergeQueueError `invalid_configuration` without a goal, or with an option just for `simulate` */
function requireUsable(options: RecommendArguments): void {
  const [name, why] = UNUSABLE.find(([option]) => options[option] !== undefined) ?? [];
  if (name !== undefined)
    throw createSimulationRefusal(`Leave out --${toAttributeName(name).replaceAll("_", "-")}: ${why}.`);
  if (options.goal === undefined) throw createSimulationRefusal(`--goal is missing. ${GOAL_RULE}`);
}
