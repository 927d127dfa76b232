import { GOAL_MEASURES, GOAL_RULE } from "../../foresight/goal";
import { listCandidates } from "../../foresight/recommend/list-candidates";
import { type Recommendation, recommend } from "../../foresight/recommend/recommend";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import {
  describeRecommendation,
  type RecommendationSearch,
} from "../../report/forecast/describe-recommendation";
import { printForecast } from "../../report/forecast/print-forecast";
import { printNamedForecastMarkdown } from "../../report/forecast/print-forecast-markdown";
import type { ForecastFormat } from "../../report/formats";
import { toMarkdownProse } from "../../report/markdown/escape-markdown";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { wrapText } from "../../report/terminal/wrap-text";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { createView } from "../print/create-view";
import { readSimulation } from "./read-simulation";
import { runInPool } from "./run-forecast";
import { createInterrupted, prepareSimulation } from "./run-simulation";
import type { RecommendArguments } from "./simulate-options";

/**
 * Runs `mergequeue simulate recommend`: finds the cheapest settings that meet the goals and writes their forecast. Ends with
 * status 2 if there are none.
 * @throws MergeQueueError as `readSimulation` and `prepareSimulation`; `interrupted`
 */
export async function runRecommendation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: RecommendArguments,
): Promise<void> {
  const { goal: goals = [], minimize: minimized, keep = [] } = options;
  const minimize = GOAL_MEASURES.get(minimized) ?? "ciMinutesPerMerge";
  requireUsable(options);
  const request = await readSimulation(session.context, queue, options);
  const { simulation, load, assume, stopSignal } = await prepareSimulation(session, request, options);
  const { singleMode } = request;
  const candidates = listCandidates({ now: simulation.now, singleMode, load, keep });
  const found = await runInPool(session, request.workers, stopSignal, (run) =>
    recommend({ ...simulation, candidates, goals, minimize }, run),
  );
  if (found === undefined) throw createInterrupted();
  const forecast = { ...found.forecast, assumptions: assume(found.forecast.then.settings) };
  const search = { goals, minimize: minimized, tried: candidates.length };
  session.write(print(session, request.format, { ...found, forecast }, search));
  if (!found.met) session.finish(EXIT_STATUS.difference);
}

const UNUSABLE = [
  ["set", "recommend chooses what to set"],
  ["stack", "recommend is about one queue"],
  ["saturated", "a queue that never keeps up meets no goal"],
] as const;

/** @throws MergeQueueError `invalid_configuration` for options that only `simulate` can use, and without a goal */
function requireUsable(options: RecommendArguments): void {
  const [name, why] = UNUSABLE.find(([option]) => options[option] !== undefined) ?? [];
  const message =
    name !== undefined
      ? `--${name} must be left out: ${why}.`
      : options.goal === undefined
        ? `--goal is missing. ${GOAL_RULE}`
        : options.format === "html"
          ? "--format must be text, json or markdown. For plots, use simulate with the recommended settings."
          : undefined;
  if (message !== undefined) throw new MergeQueueError("invalid_configuration", message);
}

function print(
  { context }: CommandSession,
  format: ForecastFormat,
  recommendation: Recommendation,
  search: RecommendationSearch,
): string | OutputDocument {
  const { met, forecast, insteadOf = null } = recommendation;
  const lines = describeRecommendation(recommendation, search);
  switch (format) {
    case "json": {
      const goals = search.goals.map(({ text }) => text);
      return printJson({
        format: "mergequeue-recommendation",
        version: 1,
        met,
        ...search,
        goals,
        insteadOf,
        forecast,
      });
    }
    case "html":
      throw new TypeError("Recommendations are not written as HTML.");
    case "markdown":
      return {
        document: `${lines.map((line) => `${toMarkdownProse(line, MAX_LINE)}\n\n`).join("")}${printNamedForecastMarkdown(forecast)}`,
      };
    case "text": {
      const view = createView(context);
      return `${lines.map((line) => wrapText(line, "", view.columns)).join("")}${printForecast(forecast, view)}`;
    }
  }
}

const MAX_LINE = 2_000;
