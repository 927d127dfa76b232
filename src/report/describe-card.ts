import type { PlannedQueue } from "../plan/plan";
import { count, describeContent, listFirst } from "./describe-counts";
import { describeBriefly } from "./describe-value";
import { describeVerdict } from "./forecast/describe-forecast";
import { type Group, groupBy } from "./group-by";
import { type Forecasts, listUnmetGoals } from "./queue-forecast";

/** Queues to which the same happens, so that a report shows them together. */
export type Card = Group<PlannedQueue>;

/** Groups queues with the same action, changes and merge protection; other settings may differ. */
export function listCards(queues: readonly PlannedQueue[]): Card[] {
  return groupBy(queues, ({ action, isImported, changes, protection }) =>
    JSON.stringify([action, isImported, changes, protection]),
  );
}

const MAX_CHANGES = 3;

/** Lists what changes, each change in a few words. @param print - from text with foreign names */
export function listBriefChanges<Printed>(
  { action, changes }: PlannedQueue,
  print: (text: string) => Printed,
): (Printed | string)[] {
  if (action === "delete") return [];
  return listFirst(changes, MAX_CHANGES, (change) => print(describeBriefly(change)));
}

/** The facts of one or several queues that follow the changes in a line. */
interface CardLine {
  /** `2 pull requests in it now`, `p90 −31 %`, `no forecast`. */
  readonly facts: readonly string[];
  /** The most important facts: `not met: p90<45m`, `1 warning`. */
  readonly marks: readonly string[];
}

/** Describes what differs between the queues of a card: for all of them, or for one. */
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
