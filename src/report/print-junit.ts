import { changesQueue, isRemoved, type Plan, type PlannedQueue } from "../plan/plan";
import { toAttributeName } from "../queue/attribute-name";
import { escapeMarkup } from "../text/html";
import { describeAction, describeContent } from "./describe-counts";
import { describeChange, toLine } from "./describe-value";
import { describeBasis, describeVerdict, listForecastRows } from "./forecast/describe-forecast";
import { groupBy } from "./group-by";
import { describeUnmet, type QueueForecast } from "./queue-forecast";
import { type ReportOptions, toTitle, tryDescribeStopped } from "./report-options";

const MAX_NAME = 1_000;
const MAX_SENTENCES = 4_000;
const MAX_LINES = 200;
/** Characters that XML 1.0 forbids, even as a character reference. Unpaired surrogates are not included. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Writes a plan as a JUnit report: a suite for each stack (or service, if the stack is unknown), with a case
 * for each queue. A case fails if its queue is deleted or replaced, loses merge protection, stops merging or
 * misses a required goal. A stopped plan adds a failed case. Other cases pass, and output their changes.
 */
export function printJunit(plan: Plan, { forecasts, ...options }: ReportOptions = {}): string {
  const title = toTitle(options);
  const groups = groupBy(plan.queues, ({ stack, origin }) => stack ?? origin ?? title);
  const suites = groups.map((queues): readonly [string, readonly Case[]] => {
    const [{ stack, origin }] = queues;
    return [stack ?? origin ?? title, queues.map((queue) => toCase(queue, forecasts?.get(queue)))];
  });
  // No element above suites may contain text.
  const stopped = tryDescribeStopped(options);
  const reasons = stopped === undefined ? [] : [{ type: "stop", message: stopped }];
  const notes: Case = { name: "the plan as a whole", reasons, lines: plan.warnings };
  const whole = stopped === undefined && plan.warnings.length === 0 ? [] : [[title, [notes]] as const];
  const all = stopped === undefined ? [...suites, ...whole] : [...whole, ...suites];
  const counts = countCases(all.flatMap(([, cases]) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: title, ...counts, errors: 0, time: 0 })}>`,
    ...all.flatMap(([name, cases]) => [
      `  <testsuite${attributes({ name, ...countCases(cases), errors: 0, skipped: 0, time: 0 })}>`,
      ...cases.flatMap((each) => printCase(name, each)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function toCase(queue: PlannedQueue, forecast: QueueForecast | undefined): Case {
  const lines = [...listLines(queue), ...listForecast(forecast)];
  return { name: queue.id, reasons: listReasons(queue, forecast), lines };
}

interface Case {
  readonly name: string;
  readonly reasons: readonly { readonly type: string; readonly message: string }[];
  readonly lines: readonly string[];
}

function countCases(cases: readonly Case[]): { readonly tests: number; readonly failures: number } {
  return { tests: cases.length, failures: cases.filter(({ reasons }) => reasons.length > 0).length };
}

function printCase(classname: string, { name, reasons, lines }: Case): string[] {
  const head = `    <testcase${attributes({ classname, name, time: 0 })}`;
  const [first] = reasons;
  if (first === undefined && lines.length === 0) return [`${head}/>`];
  const message = escapeXml(reasons.map((reason) => reason.message).join("\n"));
  return [
    `${head}>`,
    ...(first === undefined ? [] : [`      <failure${attributes({ ...first })}>${message}</failure>`]),
    ...(lines.length === 0 ? [] : [`      <system-out>${escapeXml(lines.join("\n"))}</system-out>`]),
    "    </testcase>",
  ];
}

/** Lists why a case fails. The first reason becomes the failure's message, so protection comes first. */
function listReasons(queue: PlannedQueue, forecast: QueueForecast | undefined): Case["reasons"] {
  const { action, protection } = queue;
  const content = describeContent(queue);
  const suffix = content === "" ? "" : `: ${content}`;
  const unmet = forecast === undefined ? [] : describeUnmet(forecast);
  return [
    ...protection.map(({ name, kind, message }) => ({
      type: `protection-${kind}`,
      message: `${toAttributeName(name)}: ${message}`,
    })),
    ...(isRemoved(queue) ? [{ type: action, message: `The queue is ${action}d${suffix}.` }] : []),
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
  const verdict = describeVerdict(forecast.forecast);
  return [
    ...(verdict === undefined ? [] : [`Forecast: ${verdict}`]),
    ...rows.map(
      ({ name, now, then, change }) => `Forecast: ${name}: now ${now}, then ${then}, change ${change}`,
    ),
    ...describeBasis(forecast.forecast),
  ];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(toLine(String(value), MAX_NAME))}"`)
    .join("");
}

/** Escapes markup, and every character that could control a terminal. Keeps line breaks. */
function escapeXml(text: string): string {
  const lines = text.split("\n").map((line) => toLine(line, MAX_SENTENCES));
  return escapeMarkup(lines.join("\n").replace(FORBIDDEN, "\ufffd"));
}
