import type { Plan, PlannedQueue } from "../plan/plan";
import { toAttributeName } from "../queue/attribute-name";
import { count, describeContent, describeProtection, describeWeakening } from "./describe-counts";
import { groupBy } from "./group-by";
import { describeUnmet, type Forecasts } from "./queue-forecast";

/** A notice that a report shows before its queues. */
export interface Alarm {
  readonly id: "stop" | "unmet" | "protection" | "delete" | "replace" | "warnings";
  readonly title: string;
  readonly items: readonly AlarmItem[];
}

/** A sentence and the queues that it concerns. Without queues, the sentence concerns the whole plan. */
interface AlarmItem {
  readonly queues: readonly PlannedQueue[];
  /** Name of the attribute that the alarm concerns. */
  readonly setting?: string;
  /** A sentence, or an empty string. */
  readonly text: string;
}

/** Lists alarms by kind: requirements, merge protection, deletions, replacements, warnings. */
export function listAlarms({ queues, warnings }: Plan, forecasts: Forecasts = new Map()): Alarm[] {
  const remove = (id: "delete" | "replace"): Alarm => {
    const removed = queues.filter(({ action }) => action === id);
    const items = removed.map((queue) => ({ queues: [queue], text: describeContent(queue) }));
    return { id, title: `⚠ ${count(items.length, "queue")} will be ${id}d`, items };
  };
  const alarms: Alarm[] = [
    { id: "unmet", title: "⚠ Requirements that are not met", items: listUnmet(forecasts) },
    { id: "protection", title: `⚠ ${describeProtection(queues)}`, items: listProtection(queues) },
    remove("delete"),
    remove("replace"),
    {
      id: "warnings",
      title: count(warnings.length, "warning"),
      items: warnings.map((text) => ({ queues: [], text })),
    },
  ];
  return alarms.filter(({ items }) => items.length > 0);
}

function listUnmet(forecasts: Forecasts): AlarmItem[] {
  const all = [...forecasts].flatMap(([queue, forecast]) =>
    describeUnmet(forecast).map((text, index) => ({ queue, text, goal: forecast.unmet[index]?.text ?? "" })),
  );
  return groupBy(all, ({ goal }) => goal).map((same) => {
    const [{ goal, text }] = same;
    return {
      queues: same.map(({ queue }) => queue),
      text: same.length === 1 ? text : `Required: ${goal}. Not met.`,
    };
  });
}

/** Lists removed required statuses, then other losses of protection, then pauses. */
function listProtection(all: readonly PlannedQueue[]): AlarmItem[] {
  const changes = all.flatMap((queue) => queue.protection.map((change) => ({ queue, ...change })));
  const rank = ({ kind, name }: (typeof changes)[number]): number =>
    kind === "pause" ? 2 : Number(name !== "requiredStatuses");
  const groups = groupBy(changes, ({ queue, kind, name, message }) =>
    JSON.stringify([describeWeakening(queue, kind), name, message]),
  );
  return groups
    .sort(([a], [b]) => rank(a) - rank(b))
    .map((same) => {
      const [{ name, message }] = same;
      return { queues: same.map(({ queue }) => queue), setting: toAttributeName(name), text: message };
    });
}
