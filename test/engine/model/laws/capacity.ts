import type { EngineTest } from "../../../../src/engine/engine-state";
import { isHeldBack } from "../../../../src/engine/waiting/waiting";
import { findHeld } from "../find-held";
import { findLineMode, type Law, type QueueStep, showNumbers } from "../queue-step";

/** The number of runs that may be in progress at once, and that no slot is free without a reason. */
export const CAPACITY_LAWS: readonly Law[] = [
  {
    title:
      "no run starts beyond the concurrency, which is 1 in single mode unless it is one line; lowering it interrupts nothing",
    begin: () => (step) =>
      tooMany(step, findLimit(step), ({ isBisection }) => !isBisection || sharesSlots(step)),
  },
  {
    title: "no run of a bisection starts beyond the bisection concurrency",
    begin: () => (step) =>
      sharesSlots(step)
        ? undefined
        : tooMany(step, step.after.settings.bisectionConcurrency, (run) => run.isBisection),
  },
  {
    title: "nothing ready waits while there is room for it, unless a failure holds it, whatever is bisected",
    begin: () => findIdle,
  },
  { title: "nothing starts that a failure holds", begin: () => findHeldStart },
  {
    title: "no run is started and cancelled by the same event, unless one from the line skips it now",
    begin: () => findVain,
  },
  {
    title: "nothing that has passed waits for anything but what it depends on, or the end of a pause",
    begin: () => findUnmerged,
  },
];

function tooMany(step: QueueStep, limit: number, isMeant: (run: EngineTest) => boolean): string | undefined {
  const running = step.running.filter(isMeant);
  const isNew = step.started.some((run) => run.status === "in_progress" && isMeant(run));
  if (!isNew || running.length <= limit) return undefined;
  const tested = running.map((run) => showNumbers(step.after, run.sequences)).join(" | ");
  return `${running.length} runs are in progress, ${limit} may be: ${tested}`;
}

/** Without slots of their own, bisections share those of the line. */
function sharesSlots({ after }: QueueStep): boolean {
  return after.settings.bisectionConcurrency === 0;
}

function findLimit({ after, options }: QueueStep): number {
  const { concurrency } = after.settings;
  return findLineMode(after) === "single" && options.singleMode === "one-at-a-time" ? 1 : concurrency;
}

function findIdle(step: QueueStep): string | undefined {
  const { after, submissions, running, options } = step;
  const { state, batch, batchingMinSize } = after.settings;
  if (state === "paused") return undefined;
  const limit = findLimit(step);
  const taken = running.filter((run) => !run.isBisection || sharesSlots(step)).length;
  const held = findHeld(after);
  const ready: number[] = [];
  for (const submission of submissions) {
    const { sequence } = submission;
    if (submission.state !== "pending" || held.has(sequence) || isHeldBack(after, submission)) continue;
    ready.push(sequence);
  }
  const most = options.maxBatchSize ?? batchingMinSize;
  const fills = batch && ready.length < Math.min(most, batchingMinSize);
  if (taken >= limit || ready.length === 0 || fills) return undefined;
  return `${showNumbers(after, ready)} could start: ${taken} of ${limit} runs are in progress`;
}

/** Tells it of failures that were there before, and still are; others may have been settled in between. */
function findHeldStart({ before, after, started, options }: QueueStep): string | undefined {
  // What passes as soon as it starts may have cleared the failure.
  if (options.withoutRequiredStatuses === "pass") return undefined;
  const isOld = (id: number): boolean =>
    before.line.some((entry) => entry.id === id && entry.phase === "pending_failure");
  const run = started.find(({ beneath, isBisection }) => {
    if (isBisection) return false;
    return after.line.some(
      ({ id, phase, sequences }) =>
        phase === "pending_failure" && isOld(id) && sequences.some((one) => beneath.includes(one)),
    );
  });
  if (run === undefined || after.settings.pendingFailureDepth > 0) return undefined;
  return `${showNumbers(after, run.sequences)} started on top of a failure`;
}

function findVain({ after, submissions, started, options }: QueueStep): string | undefined {
  // What passes as soon as it starts may clear what has just started beneath it.
  if (options.withoutRequiredStatuses === "pass") return undefined;
  const skips = started.some(({ sequences }) => submissions[(sequences[0] ?? 0) - 1]?.priority.value === 0);
  if (skips) return undefined;
  const vain = started.find(({ status }) => status === "cancelled");
  return vain === undefined ? undefined : `${showNumbers(after, vain.sequences)} started for nothing`;
}

function findUnmerged({ after }: QueueStep): string | undefined {
  if (after.settings.state === "paused") return undefined;
  const isInLine = new Set<number>();
  for (const entry of after.line) {
    // In either mode, it may wait only for the entries that it is on top of.
    const waits = entry.beneath.some((sequence) => isInLine.has(sequence));
    if (entry.phase === "passed" && !waits) return `${showNumbers(after, entry.sequences)} could merge`;
    for (const sequence of entry.sequences) isInLine.add(sequence);
  }
  return undefined;
}
