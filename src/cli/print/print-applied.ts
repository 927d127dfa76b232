import type { FleetOutcome, QueueOutcome } from "../../reconcile/plan/apply/apply-fleet";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import type { OutputDocument } from "../command-session";
import { printJson } from "./print-json";

/** Version of the document that {@link printAppliedJson} writes. */
const VERSION = 1;

type Result = QueueOutcome["result"];

/** Results that are counted, always or only where there are some. */
const COUNTED: readonly (readonly [result: Result, words: string, isAlways: boolean])[] = [
  ["created", "created", true],
  ["updated", "changed", true],
  ["deleted", "destroyed", true],
  ["already_gone", "already gone", false],
  ["forgotten", "left as they are", false],
  ["kept", "kept", false],
];

/** Writes what an apply did, for people: `Done: 1 created, 2 changed, 0 destroyed.` */
export function printApplied({ queues }: FleetOutcome): string {
  const counts = COUNTED.map(([result, words, isAlways]) => {
    const count = queues.filter((queue) => queue.result === result).length;
    return isAlways || count > 0 ? [`${count} ${words}`] : [];
  });
  return `\nDone: ${counts.flat().join(", ")}.\n`;
}

/** Writes what an apply did, for programs: each queue that the plan changed. */
export function printAppliedJson({ mode, digest }: FleetPlan, { queues }: FleetOutcome): OutputDocument {
  return printJson({
    format: "mergequeue-apply",
    version: VERSION,
    mode,
    digest,
    queues: queues.map(({ id, address, result }) => ({ id, address, result })),
  });
}
