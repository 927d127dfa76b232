import stringWidth from "string-width";
import {
  changesQueue,
  type Plan,
  type PlanAction,
  type PlannedChange,
  type PlannedQueue,
  type PlannedValue,
} from "../plan/plan";
import { countQueues } from "../plan/queue-failures";
import type { Tone } from "../queue/state-tones";
import { toCell } from "../text/to-cell";
import { count, describeCounts, describeProtection } from "./describe-counts";
import { nameChange, VALUE_WORDS } from "./describe-value";
import { describeUnmet, type Forecasts, listUnmetGoals, type QueueForecast } from "./queue-forecast";
import { printForecast } from "./terminal/print-forecast";
import type { View } from "./view";
import { wrapText } from "./wrap-text";

/** Writes a plan as Terraform does: the changes of each queue by setting, warnings, and the counts. */
export function printPlan(plan: Plan, view: View, forecasts: Forecasts = new Map()): string {
  const changed = plan.queues.filter(changesQueue);
  return [
    ...printQueues(changed, view, forecasts),
    printWarnings(plan, view),
    wrapText(
      changed.length === 0 ? describeNoChange(plan) : describeChange(plan, forecasts),
      "",
      view.columns,
    ),
    // A plan of Terraform's has no digest.
    changed.length > 0 && plan.digest !== undefined && plan.mode === "apply"
      ? wrapText("Queues that are not declared here are not touched.", "", view.columns)
      : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function printQueues(queues: readonly PlannedQueue[], view: View, forecasts: Forecasts): string[] {
  let origin: string | undefined;
  return queues.map((queue) => {
    const isFirst = queue.origin !== origin;
    ({ origin } = queue);
    const heading = isFirst && origin !== undefined ? `Queues at ${toCell(origin)}:\n\n` : "";
    return `${heading}${printPlannedQueue(queue, view)}${printQueueForecast(forecasts.get(queue), view)}`;
  });
}

function printQueueForecast(queue: QueueForecast | undefined, view: View): string {
  if (queue === undefined) return "";
  const unmet = describeUnmet(queue).map((text) =>
    wrapText(text, "  ", view.columns, `${view.paint("bad", "!")} `),
  );
  const content =
    queue.kind === "none"
      ? wrapText(`No forecast: ${queue.reason}`, "", view.columns)
      : printForecast(queue.forecast, view);
  return ["\n", ...unmet, content].join("");
}

function printWarnings({ queues, warnings }: Plan, view: View): string {
  const title = view.paint("held", "Warning:");
  const general = warnings.map((warning) => wrapText(warning, "         ", view.columns, `${title} `));
  const single = queues.flatMap((queue) =>
    queue.warnings.map(
      ({ summary, detail }) => `${title} ${toCell(summary)}\n\n${wrapText(detail, "  ", view.columns)}`,
    ),
  );
  return [...single, ...general].join("\n");
}

function describeChange(plan: Plan, forecasts: Forecasts): string {
  const { none } = plan.counts;
  const isWeaker = plan.queues.some(({ protection }) => protection.length > 0);
  return [
    `Plan: ${describeCounts(plan, "destroy")}.`,
    ...(none === 0 ? [] : [` ${countQueues(none)} without changes.`]),
    ...(isWeaker ? [`\n${describeProtection(plan.queues)}. See the lines that begin with "!".`] : []),
    ...listUnmetGoals(forecasts.values()).map((goal) => `\nNot met: ${goal}.`),
  ].join("");
}

function describeNoChange({ mode, queues, synthesizedAt }: Plan): string {
  if (queues.length === 0) return "No changes. No queue is declared.";
  const what = queues.length === 1 ? "The queue is" : `All ${queues.length} queues are`;
  if (mode === "destroy") return `No changes. ${what} already gone.`;
  return `No changes. ${what} as ${synthesizedAt === undefined ? "declared" : `synthesized at ${synthesizedAt}`}.`;
}

const HEADINGS = {
  create: { sign: "+", words: "create", tone: "good" },
  update: { sign: "~", words: "update in-place", tone: "held" },
  replace: { sign: "-/+", words: "destroy and then create replacement", tone: "bad" },
  delete: { sign: "-", words: "destroy", tone: "bad" },
  forget: { sign: ".", words: "forget, and leave as it is", tone: "held" },
  none: { sign: " ", words: "no change", tone: "still" },
  import: { sign: "=", words: "import", tone: "good" },
} as const satisfies Readonly<Record<PlanAction | "import", object>>;

const TONES: Readonly<Record<ChangeSign, Tone>> = { "+": "good", "-": "bad", "~": "held" };
const INDENT = "      ";

function printPlannedQueue(queue: PlannedQueue, view: View): string {
  const isOnlyImported = queue.isImported && queue.action === "none";
  const { sign, words, tone } = HEADINGS[isOnlyImported ? "import" : queue.action];
  const imported = queue.isImported && !isOnlyImported ? " (import)" : "";
  const width = Math.max(0, ...queue.changes.map((change) => stringWidth(toLabel(change))));
  return [
    `  ${view.paint(tone, `${sign} ${words}`)}${imported}: ${toCell(queue.id)}\n`,
    printPlace(queue, view),
    ...queue.protection.map(({ message }) => printProtection(message, view)),
    ...queue.changes.map((change) => printChange(change, width, view)),
  ].join("");
}

function printPlace({ address, stack }: PlannedQueue, view: View): string {
  if (address === undefined) return "";
  const where = stack === undefined ? toCell(address) : `${toCell(address)} in ${toCell(stack)}`;
  return `${INDENT}${view.paint("still", `# ${where}`)}\n`;
}

function printChange(change: PlannedChange, width: number, view: View): string {
  const sign = toSign(change);
  const name = toLabel(change);
  const label = `${name}${" ".repeat(width - stringWidth(name))}`;
  const value = printPlannedValue(change, INDENT, `${INDENT}${sign} ${label} = `, view);
  return `${INDENT}${view.paint(TONES[sign], sign)} ${label} = ${value}\n`;
}

function toLabel(change: PlannedChange): string {
  return toCell(nameChange(change), 200);
}

/** Writes a loss of protection with a mark, so that readers notice it among other lines. */
function printProtection(message: string, view: View): string {
  const start = `${INDENT}${view.paint("bad", "!")} `;
  return wrapText(`Merge protection: ${message}`, `${INDENT}  `, view.columns, start);
}

const MOST_ELEMENTS = 100;

type ChangeSign = "+" | "-" | "~";

function toSign({ now, then }: PlannedChange): ChangeSign {
  if (now.kind === "absent") return "+";
  return then.kind === "absent" ? "-" : "~";
}

/** Writes a changed value. Lists a set element by element if it changes or does not fit after `start`. */
function printPlannedValue(change: PlannedChange, indent: string, start: string, view: View): string {
  const { name, kind, now, then } = change;
  const sign = toSign(change);
  const single = sign === "+" ? then : now;
  const sides = sign === "~" ? [now, then] : [single];
  const line = sides.map(describeValue).join(" -> ");
  if (kind !== "setting" || name !== "requiredStatuses") return line;
  const [before, after] = [toElements(now), toElements(then)];
  if (before === undefined || after === undefined) return line;
  const isShort = stringWidth(start) + stringWidth(line) <= view.columns;
  return isShort && sign !== "~" ? line : printElements(before, after, indent, view);
}

function describeValue(planned: PlannedValue): string {
  if (planned.kind === "value") return describeJson(planned.value);
  return planned.kind === "absent" ? "(none)" : `(${VALUE_WORDS[planned.kind]})`;
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describeJson).join(", ")}]`;
  return toCell(JSON.stringify(value));
}

function toElements(planned: PlannedValue): Set<string> | undefined {
  if (planned.kind === "absent") return new Set();
  if (planned.kind !== "value" || !Array.isArray(planned.value)) return undefined;
  return new Set(planned.value.map(describeJson));
}

function printElements(before: Set<string>, after: Set<string>, indent: string, view: View): string {
  const gone = [...before].filter((element) => !after.has(element));
  const come = [...after].filter((element) => !before.has(element));
  const kept = before.size - gone.length;
  const lines = [
    ...gone.map((element) => `${view.paint("bad", "-")} ${element}`).slice(0, MOST_ELEMENTS),
    ...countRest(gone.length, "removed"),
    ...come.map((element) => `${view.paint("good", "+")} ${element}`).slice(0, MOST_ELEMENTS),
    ...countRest(come.length, "added"),
    ...(kept === 0 ? [] : [view.paint("still", `  # (${count(kept, "unchanged element")})`)]),
  ];
  return ["[", ...lines.map((line) => `${indent}    ${line}`), `${indent}  ]`].join("\n");
}

function countRest(total: number, what: string): string[] {
  return total > MOST_ELEMENTS ? [`  # (${total - MOST_ELEMENTS} more ${what})`] : [];
}
