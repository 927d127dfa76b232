import { RESTARTS_KEPT_MS } from "../../../../src/engine/waiting/waiting";
import { isConcluded, type Law, type QueueStep } from "../queue-step";

/** What is measured is what has happened. */
export const TIME_LAWS: readonly Law[] = [
  { title: "time in the queue is the sum of all times in which a submission was ready", begin: watchTimes },
  {
    title: "a submission has waited until its first run, and the time does not change",
    begin: () => findMiswait,
  },
  {
    title: "a run that is replaced by another one is a restart, and only lost runs are",
    begin: () => findMisrestart,
  },
];

/** Adds up the times between the steps, during which nothing changes. */
function watchTimes(): (step: QueueStep) => string | undefined {
  const readyMs = new Map<number, number>();
  let lastMs: number | undefined;
  return ({ before, state: { nowMs }, submissions }) => {
    const elapsedMs = nowMs - (lastMs ?? nowMs);
    lastMs = nowMs;
    for (const { sequence, state } of submissions) {
      const was = before.submissions.get(sequence);
      const isTimed = was !== undefined && was.state !== "not_ready" && !isConcluded(was);
      const known = readyMs.get(sequence);
      if (isTimed) readyMs.set(sequence, (known ?? 0) + elapsedMs);
      else if (known === undefined && state !== "not_ready" && state !== "cancelled")
        readyMs.set(sequence, 0);
    }
    for (const { number, sequence, state, stateChangedAtMs, enteredAtMs } of submissions) {
      if (state === "not_ready") continue;
      const untilMs = isConcluded({ state }) ? stateChangedAtMs : nowMs;
      const measuredMs = enteredAtMs === undefined ? undefined : untilMs - enteredAtMs;
      const expectedMs = readyMs.get(sequence);
      // One that was submitted and cancelled between two steps was ready for no time.
      if (measuredMs !== expectedMs && (measuredMs ?? 0) + (expectedMs ?? 0) > 0) {
        return `#${number} was ready for ${expectedMs} ms, not for ${measuredMs} ms`;
      }
    }
    return undefined;
  };
}

function findMiswait({ before, runs, submissions }: QueueStep): string | undefined {
  const firstMs = new Map<number, number>();
  for (const { sequences, createdAtMs } of runs) {
    for (const sequence of sequences) {
      firstMs.set(sequence, Math.min(createdAtMs, firstMs.get(sequence) ?? createdAtMs));
    }
  }
  for (const { number, sequence, submittedAtMs, firstTestedAtMs, waitedMs } of submissions) {
    if (firstTestedAtMs !== firstMs.get(sequence)) {
      return `#${number} was first tested at ${firstMs.get(sequence)}, not at ${firstTestedAtMs}`;
    }
    if ((waitedMs === undefined) !== (firstTestedAtMs === undefined))
      return `#${number} waited ${waitedMs} ms`;
    const mostMs = (firstTestedAtMs ?? 0) - submittedAtMs;
    if (waitedMs !== undefined && (waitedMs < 0 || waitedMs > mostMs)) {
      return `#${number} waited ${waitedMs} ms of ${mostMs} ms`;
    }
    const known = before.submissions.get(sequence)?.waitedMs;
    if (known !== undefined && known !== waitedMs) return `#${number} waited ${known} ms, now ${waitedMs} ms`;
  }
  return undefined;
}

function findMisrestart(step: QueueStep): string | undefined {
  const { before, after, state, runs, submissions, started } = step;
  const count = countRestarts(after, state.nowMs) - countRestarts(before, state.nowMs);
  let replaced = 0;
  let lost = started.reduce(
    (sum, { sequences, status }) => sum + (status === "cancelled" ? sequences.length : 0),
    0,
  );
  for (const run of runs) {
    const was = before.testRuns.get(run.id);
    if (was?.status === "in_progress" && run.status === "cancelled") lost += run.sequences.length;
    else if (run.isBisection)
      lost += run.sequences.filter((sequence) => leftBisection(step, sequence)).length;
  }
  for (const { sequence, state: now, testRunId } of submissions) {
    const was = before.submissions.get(sequence);
    if (was?.state !== "testing" || now !== "testing" || was.testRunId === testRunId) continue;
    const [former, latest] = [was.testRunId, testRunId].map((id) => after.testRuns.get(id ?? ""));
    const isLost = former?.status === "cancelled" && !former.isBisection && latest?.isBisection === false;
    if (isLost && !before.settings.canOptimisticallyMerge) replaced += 1;
  }
  if (count < replaced) return `${replaced} submissions were restarted, not ${count}`;
  if (count > lost) return `${lost} submissions lost a run, but ${count} were restarted`;
  for (const [atMs] of count > 0 ? after.restarts.entries() : []) {
    if (atMs <= state.nowMs - RESTARTS_KEPT_MS) return `a restart at ${atMs} is kept`;
  }
  return undefined;
}

function leftBisection({ before, after }: QueueStep, sequence: number): boolean {
  const wasIn = before.submissions.get(sequence)?.state === "testing";
  return wasIn && after.submissions.get(sequence)?.place !== undefined;
}

function countRestarts({ restarts }: QueueStep["after"], nowMs: number): number {
  const { main, bisection } = restarts.get(nowMs) ?? { main: 0, bisection: 0 };
  return main + bisection;
}
