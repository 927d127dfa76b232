import type { EngineTest } from "../../../../src/engine/engine-state";
import { countPhases } from "../../../../src/engine/line/count-phases";
import { isHeldBack } from "../../../../src/engine/waiting/waiting";
import { findHeld } from "../find-held";
import { findLineMode, type Law, type QueueStep, showNumbers } from "../queue-step";
import { sharesTarget } from "../shares-target";

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
  { title: "a line that is changed stays counted as if it were counted again", begin: () => findMiscount },
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
  const { after, submissions, options } = step;
  const { batch, batchingMinSize } = after.settings;
  const wanted = Math.min(options.maxBatchSize ?? batchingMinSize, batchingMinSize);
  const idle = listIdle(step);
  const isAlone = (sequence: number) => {
    const { noBatch, testsAlone, isUrgent } = submissions[sequence - 1] ?? {};
    return [noBatch, testsAlone, isUrgent].includes(true);
  };
  const ready = idle.find((sequence, index) => {
    if (!batch) return true;
    const shares = (other: number) => sharesTarget(after, sequence, other);
    // Nothing that is ready is ahead of it, and whatever may join it shares no other target.
    const lane = idle.filter(shares);
    const isWhole = lane.every((one) =>
      idle.every((other) => sharesTarget(after, one, other) === shares(other)),
    );
    if (!isWhole || idle.slice(0, index).some(shares)) return false;
    return lane.length >= wanted || lane.some(isAlone);
  });
  return ready === undefined ? undefined : `${showNumbers(after, [ready])} could start`;
}

/** Sequences of what is ready although a slot is free, and which no failure holds, in turn order. */
export function listIdle(step: QueueStep): readonly number[] {
  const { after, submissions, running } = step;
  const taken = running.filter((run) => !run.isBisection || sharesSlots(step)).length;
  if (after.settings.state === "paused" || taken >= findLimit(step)) return [];
  const held = findHeld(after);
  return [...after.waiting.values()].filter((sequence) => {
    const submission = submissions[sequence - 1];
    return submission?.state === "pending" && !held.has(sequence) && !isHeldBack(after, submission);
  });
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

function findMiscount({ after: { line } }: QueueStep): string | undefined {
  const [known, again] = [line, [...line]].map((one) => JSON.stringify(countPhases(one)));
  return known === again ? undefined : `${known} instead of ${again}`;
}
