import { GOAL_MEASURES, GOAL_RULE } from "../../foresight/goal";
import { listCandidates } from "../../foresight/list-candidates";
import { recommend } from "../../foresight/recommend";
import type { SimulateRun } from "../../foresight/simulate";
import { toAttributeName } from "../../queue/attribute-name";
import type { QueueIdentity } from "../../queue/queue-identity";
import { FORMATS, listFormats, toOutput } from "../../report/formats";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { createView } from "../print/create-view";
import { createSimulationRefusal, readSimulation } from "./read-simulation";
import { runInPool, startSimulation } from "./run-forecast";
import { type RecommendArguments, THEN_OPTIONS } from "./simulate-options";

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
      if (phase === "comparison")
        progress.subject = " (step 2 of 2: until the cheapest that meets the goals)";
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

/** @throws MergeQueueError `invalid_configuration` for options only `simulate` can use, and without a goal */
function requireUsable(options: RecommendArguments): void {
  const [name, why] = UNUSABLE.find(([option]) => options[option] !== undefined) ?? [];
  if (name !== undefined)
    throw createSimulationRefusal(
      `--${toAttributeName(name).replaceAll("_", "-")} must be left out: ${why}.`,
    );
  if (options.goal === undefined) throw createSimulationRefusal(`--goal is missing. ${GOAL_RULE}`);
}
