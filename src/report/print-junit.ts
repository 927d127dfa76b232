import { toAttributeName } from "../queue/attribute-name";
import { changesQueue, type Plan, type PlannedQueue } from "../reconcile/plan/plan";
import { escapeMarkup } from "../text/html";
import { describeAction, describeContent } from "./describe-counts";
import { describeChange, toLine } from "./describe-value";
import { describeBasis, listForecastRows } from "./forecast/describe-forecast";
import { describeUnmet, type Forecasts, type QueueForecast } from "./forecast/queue-forecast";
import { type ReportOptions, toTitle } from "./report-options";

const MAX_NAME = 1_000;
const MAX_SENTENCES = 4_000;
const MAX_LINES = 200;

/** Characters that XML 1.0 cannot contain, not even as a reference, beside half surrogate pairs. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Writes a plan as a JUnit report: a suite for each stack, or service where no stack is known, a case for each queue. A
 * queue that is deleted or replaced, loses merge protection or stops merging is a failed case. All others pass, with their
 * changes as output.
 */
export function printJunit(plan: Plan, options: ReportOptions = {}): string {
  const title = toTitle(options);
  const suites = new Map<string, PlannedQueue[]>();
  for (const queue of plan.queues) {
    const name = queue.stack ?? queue.origin ?? title;
    const suite = suites.get(name);
    if (suite === undefined) suites.set(name, [queue]);
    else suite.push(queue);
  }
  const forecasts: Forecasts = options.forecasts ?? new Map();
  const parts = [...suites].flatMap(([name, queues]) => printSuite(name, queues, forecasts));
  const notes = plan.warnings.length === 0 ? [] : printNotes(title, plan.warnings);
  const tests = plan.queues.length + (notes.length === 0 ? 0 : 1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: title, tests, failures: countFailures(plan.queues, forecasts), errors: 0, time: 0 })}>`,
    ...parts,
    ...notes,
    "</testsuites>",
    "",
  ].join("\n");
}

function printSuite(name: string, queues: readonly PlannedQueue[], forecasts: Forecasts): string[] {
  const cases = queues.flatMap((queue) => printCase(name, queue, forecasts.get(queue)));
  return wrapSuite(name, queues.length, countFailures(queues, forecasts), cases);
}

/** Writes warnings of the plan as a suite of their own: no element above suites may contain text. */
function printNotes(title: string, warnings: readonly string[]): string[] {
  const head = `    <testcase${attributes({ classname: title, name: "the plan as a whole", time: 0 })}>`;
  return wrapSuite(title, 1, 0, [head, ...printOutput("      ", warnings), "    </testcase>"]);
}

function wrapSuite(name: string, tests: number, failures: number, cases: readonly string[]): string[] {
  const head = attributes({ name, tests, failures, errors: 0, skipped: 0, time: 0 });
  return [`  <testsuite${head}>`, ...cases, "  </testsuite>"];
}

function countFailures(queues: readonly PlannedQueue[], forecasts: Forecasts): number {
  return queues.filter((queue) => listReasons(queue, forecasts.get(queue)).length > 0).length;
}

function printCase(suite: string, queue: PlannedQueue, forecast: QueueForecast | undefined): string[] {
  const reasons = listReasons(queue, forecast);
  const lines = [...listLines(queue), ...listForecast(forecast)];
  const head = `    <testcase${attributes({ classname: suite, name: queue.id, time: 0 })}`;
  if (reasons.length === 0 && lines.length === 0) return [`${head}/>`];
  const [first] = reasons;
  const failure =
    first === undefined
      ? []
      : [
          `      <failure${attributes({ type: first.type, message: first.message })}>` +
            `${escapeXml(reasons.map(({ message }) => message).join("\n"))}</failure>`,
        ];
  return [`${head}>`, ...failure, ...printOutput("      ", lines), "    </testcase>"];
}

interface Reason {
  readonly type: string;
  readonly message: string;
}

function listReasons(queue: PlannedQueue, forecast: QueueForecast | undefined): Reason[] {
  const { action, protection } = queue;
  const content = describeContent(queue);
  const removal = {
    type: action,
    message: `The queue is ${action}d${content === "" ? "" : `: ${content}`}.`,
  };
  const changes = protection.map(({ name, kind, message }) => ({
    type: `protection-${kind}`,
    message: `${toAttributeName(name)}: ${message}`,
  }));
  const unmet = forecast === undefined ? [] : describeUnmet(forecast);
  // The first one becomes the message of the failure: for a replacement, the loss of protection.
  return [
    ...changes,
    ...(action === "delete" || action === "replace" ? [removal] : []),
    ...unmet.map((message) => ({ type: "requirement", message })),
  ];
}

function listLines(queue: PlannedQueue): string[] {
  const { address, changes, warnings } = queue;
  const notes = warnings.map(({ summary, detail }) => `Warning: ${summary}: ${detail}`);
  if (!changesQueue(queue)) return notes;
  return [
    `${describeAction(queue)}${address === undefined ? "" : ` (${address})`}`,
    ...changes.slice(0, MAX_LINES).map(describeChange),
    ...(changes.length > MAX_LINES ? [`and ${changes.length - MAX_LINES} more`] : []),
    ...notes,
  ];
}

function listForecast(forecast: QueueForecast | undefined): string[] {
  if (forecast === undefined) return [];
  if (forecast.kind === "none") return [`No forecast: ${forecast.reason}`];
  const rows = listForecastRows(forecast.forecast);
  return [
    ...rows.map(
      ({ name, now, then, change }) => `Forecast: ${name}: now ${now}, then ${then}, change ${change}`,
    ),
    ...describeBasis(forecast.forecast),
  ];
}

function printOutput(indent: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`${indent}<system-out>${escapeXml(lines.join("\n"))}</system-out>`];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(toLine(String(value), MAX_NAME))}"`)
    .join("");
}

/** Keeps line breaks; everything else that could steer a terminal becomes a visible escape. */
function escapeXml(text: string): string {
  const lines = text.split("\n").map((line) => toLine(line, MAX_SENTENCES));
  return escapeMarkup(lines.join("\n").replace(FORBIDDEN, "\ufffd"));
}
