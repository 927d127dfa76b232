import type { MeasureName } from "../../foresight/forecast";
import { GOAL_MEASURES, GOAL_RULE, type Goal, tryParseGoal } from "../../foresight/goal";
import { listCandidates } from "../../foresight/recommend/list-candidates";
import { type Recommendation, recommend } from "../../foresight/recommend/recommend";
import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import { type CommandSession, EXIT_STATUS, type OutputDocument } from "../command-session";
import { printJson } from "../print/print-json";
import { createView } from "../print/view";
import { printForecast } from "./print-forecast";
import { printForecastMarkdown } from "./print-forecast-markdown";
import { readSimulation } from "./read-simulation";
import { createInterrupted, prepareSimulation, runInPool } from "./run-simulation";
import type { ForecastFormat, RecommendArguments } from "./simulate-options";

const DEFAULT_MINIMIZE = "ci-minutes";

/**
 * Runs `mergequeue simulate recommend`: finds the cheapest settings that meet the goals and writes their forecast. Ends with
 * status 2 if there are none.
 * @throws MergeQueueError as `readSimulation` and `prepareSimulation`; `interrupted`
 */
export async function runRecommendation(
  session: CommandSession,
  queue: string | undefined,
  options: RecommendArguments,
): Promise<void> {
  const findings: Finding[] = [];
  const goals = readGoals(options.goal ?? [], findings);
  const minimize = readMinimize(options.minimize ?? DEFAULT_MINIMIZE, findings);
  if (options.set !== undefined) {
    findings.push({ path: ["--set"], message: "Must be left out: recommend chooses what to set." });
  }
  if (options.sensitivity === true) {
    const message = "Must be left out: use it with simulate and the recommended settings.";
    findings.push({ path: ["--sensitivity"], message });
  }
  const request = await readSimulation(session.context, queue, options, findings);
  const { simulation, load, stopSignal } = await prepareSimulation(session, request, options);
  const candidates = listCandidates(simulation.now, request.singleMode, load);
  const recommendation = await runInPool(session, request, stopSignal, (run) =>
    recommend({ ...simulation, candidates, goals, minimize }, run),
  );
  if (recommendation === undefined) throw createInterrupted();
  const words = { goals: goals.map(({ text }) => text), minimize: options.minimize ?? DEFAULT_MINIMIZE };
  session.write(print(session, request.format, recommendation, { ...words, tried: candidates.length }));
  if (!recommendation.met) session.finish(EXIT_STATUS.difference);
}

function readGoals(texts: readonly string[], findings: Finding[]): Goal[] {
  if (texts.length === 0) findings.push({ path: ["--goal"], message: `Is missing. ${GOAL_RULE}` });
  return texts.flatMap((text) => {
    const goal = tryParseGoal(text);
    if (goal !== undefined) return [goal];
    findings.push({ path: ["--goal"], message: `${GOAL_RULE} Got ${quote(text)}.` });
    return [];
  });
}

function readMinimize(text: string, findings: Finding[]): MeasureName {
  const measure = GOAL_MEASURES.get(text);
  if (measure !== undefined) return measure;
  const message = `Must be one of ${[...GOAL_MEASURES.keys()].join(", ")}, got ${quote(text)}.`;
  findings.push({ path: ["--minimize"], message });
  return "ciMinutesPerMerge";
}

interface Search {
  readonly goals: readonly string[];
  readonly minimize: string;
  /** How many combinations of settings were tried. */
  readonly tried: number;
}

function print(
  { context }: CommandSession,
  format: ForecastFormat,
  { met, forecast }: Recommendation,
  search: Search,
): string | OutputDocument {
  const verdict = describeVerdict(met, search);
  switch (format) {
    case "json":
      return printJson({ format: "mergequeue-recommendation", version: 1, met, ...search, forecast });
    case "markdown":
      return { document: `${verdict}\n\n${printForecastMarkdown(forecast)}` };
    case "text":
      return `${verdict}\n${printForecast(forecast, createView(context))}`;
  }
}

function describeVerdict(met: boolean, { goals, minimize, tried }: Search): string {
  const wanted = goals.join(" and ");
  return met
    ? `Of ${tried} combinations of settings, this one meets ${wanted} with the least ${minimize}:`
    : `None of ${tried} combinations of settings meets ${wanted}. This one comes closest:`;
}
