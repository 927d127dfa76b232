import type { PlannedQueue } from "../plan/plan";
import { count, describeContent, listFirst } from "./describe-counts";
import { describeBriefly } from "./describe-value";
import { describeVerdict } from "./forecast/describe-forecast";
import { type Group, groupBy } from "./group-by";
import { type Forecasts, listUnmetGoals } from "./queue-forecast";

/** Queues with the same planned change, which a report shows together. */
export type Card = Group<PlannedQueue>;

/** Groups queues with the same action, changes and merge protection. Other settings may differ. */
export function listCards(queues: readonly PlannedQueue[]): Card[] {
  return groupBy(queues, ({ action, isImported, changes, protection }) =>
    JSON.stringify([action, isImported, changes, protection]),
  );
}

const MAX_CHANGES = 3;

/** Lists changes, each in a few words. @param print - prints a text that contains foreign names */
export function listBriefChanges<Printed>(
  { action, changes }: PlannedQueue,
  print: (text: string) => Printed,
): (Printed | string)[] {
  if (action === "delete") return [];
  return listFirst(changes, MAX_CHANGES, (change) => print(describeBriefly(change)));
}

/** What the line of a card, or of one of its queues, says after the changes. */
interface CardLine {
  /** Other facts: `2 pull requests in it now`, `p90 −31 %`, `no forecast`. */
  readonly facts: readonly string[];
  /** The facts that matter most: `not met: p90<45m`, `1 warning`. */
  readonly marks: readonly string[];
}

/** Summarizes the facts in which the queues of a card may differ, for all of them or for a single queue. */
export function describeOwn(queues: Card, forecasts: Forecasts = new Map()): CardLine {
  const found = queues.flatMap((queue) => forecasts.get(queue) ?? []);
  const verdicts = found.map((each) =>
    each.kind === "none" ? "no forecast" : (describeVerdict(each.forecast, true) ?? ""),
  );
  const [verdict = "", ...others] = new Set(verdicts);
  const content = queues.length === 1 ? describeContent(queues[0]) : "";
  const goals =
    queues.length > 1 ? listUnmetGoals(found) : found.flatMap(({ unmet }) => unmet.map(({ text }) => text));
  const warnings = queues.flatMap((queue) => queue.warnings).length;
  return {
    facts: [content, others.length > 0 ? "forecasts differ" : verdict].filter((fact) => fact !== ""),
    marks: [
      ...goals.map((goal) => `not met: ${goal}`),
      ...(warnings > 0 ? [count(warnings, "warning")] : []),
    ],
  };
}
