import type { LinePhase, Submission } from "../../../../src/engine/engine-state";
import { readReadiness } from "../../../../src/engine/readiness";
import { isHeldBack } from "../../../../src/engine/waiting/waiting";
import type { PullRequestState } from "../../../../src/queue/pull-request-state";
import { isConcluded, type Law, type QueueStep } from "../queue-step";

/** No submission is lost, duplicated or forgotten. */
export const PLACE_LAWS: readonly Law[] = [
  {
    title: "every submission is in exactly one place: it waits, is in the line, or has left",
    begin: () => findLost,
  },
  { title: "the state of a submission matches its place", begin: () => findUnfit },
  { title: "a submission that has left never changes again", begin: () => findChanged },
  { title: "the history of a submission ends with its state, and only grows", begin: () => findUnrecorded },
  {
    title: "every run in progress tests one entry of the line, or one part of a bisection",
    begin: () => findStray,
  },
  { title: "totals are the sums of what has happened", begin: () => findMiscount },
];

const STATES: Readonly<Record<LinePhase, PullRequestState | "none">> = {
  untested: "none",
  testing: "testing",
  passed: "tests_passed",
  pending_failure: "pending_failure",
  bisecting: "testing",
};

function findLost({ after, submissions }: QueueStep): string | undefined {
  const places = [
    ...after.waiting.values(),
    ...after.line.flatMap((entry) => entry.sequences),
    ...after.concluded.values(),
  ].sort((a, b) => a - b);
  const isComplete =
    places.length === submissions.length && places.every((sequence, index) => sequence === index + 1);
  if (!isComplete) return `${submissions.length} submissions have the places ${places.join(" ")}`;
  const latest = [...new Map(submissions.map(({ number, sequence }) => [number, sequence]))];
  const known = [...after.latestByNumber.entries()];
  return latest.sort(([a], [b]) => a - b).join(" ") === known.join(" ")
    ? undefined
    : `the latest submissions are ${latest.join(" ")}, not ${known.join(" ")}`;
}

function findUnfit(step: QueueStep): string | undefined {
  const { after, submissions } = step;
  for (const [turn, sequence] of after.waiting.entries()) {
    const submission = submissions[sequence - 1];
    if (submission === undefined) return `there is no submission ${sequence}`;
    const wrong = findUnfitWaiting(step, submission, turn);
    if (wrong !== undefined) return `#${submission.number} waits and ${wrong}`;
  }
  const waiting = new Map(after.waiting.entries());
  for (const [turn, sequence] of after.ready.entries()) {
    if (waiting.get(turn) !== sequence) return `${turn} is ready, but does not wait`;
  }
  for (const entry of after.line) {
    for (const sequence of entry.sequences) {
      const state = submissions[sequence - 1]?.state;
      const part = entry.parts.find(({ sequences }) => sequences.includes(sequence));
      if (state !== STATES[part?.phase === "failed" ? "pending_failure" : entry.phase])
        return `${sequence} is ${state}, but its entry is ${entry.phase}`;
    }
    if ((entry.phase === "bisecting") !== entry.parts.length > 0) {
      return `an entry that is ${entry.phase} has ${entry.parts.length} parts`;
    }
  }
  for (const sequence of after.concluded.values()) {
    const submission = submissions[sequence - 1];
    if (submission === undefined || !isConcluded(submission)) {
      return `${sequence} has left and is ${submission?.state}`;
    }
  }
  return undefined;
}

function findUnfitWaiting(
  { after, options }: QueueStep,
  submission: Submission,
  turn: string,
): string | undefined {
  const isReady = readReadiness(after, submission, options).obstacle === undefined;
  if (submission.state !== (isReady ? "pending" : "not_ready")) {
    return `is ${submission.state}, but ${isReady ? "ready" : "not ready"}`;
  }
  const mustWait = isHeldBack(after, submission);
  if (after.ready.has(turn) !== (isReady && !mustWait)) return `is ${mustWait ? "held" : submission.state}`;
  if (submission.turn !== turn) return `has the turn ${submission.turn}, not ${turn}`;
  return undefined;
}

function findChanged({ before, submissions }: QueueStep): string | undefined {
  let index = 0;
  for (const was of before.submissions.values()) {
    const is = submissions[index];
    index += 1;
    // States share unchanged parts.
    if (isConcluded(was) && was !== is)
      return `#${was.number} was ${was.state} and is ${is?.state}, or another`;
  }
  return undefined;
}

function findUnrecorded({ before, after, submissions }: QueueStep): string | undefined {
  for (const { sequence, number, state, history } of submissions) {
    const last = history.at(-1);
    const isBisected = after.line.some(
      ({ phase, sequences }) => phase === "bisecting" && sequences.includes(sequence),
    );
    // What waits for its turn within a bisection is shown as in testing.
    if (last?.state !== state && !(isBisected && last?.state === "pending")) {
      return `#${number} is ${state}, and its history ends with ${last?.state}`;
    }
    if (history.some((change, index) => index > 0 && change.atMs < (history[index - 1]?.atMs ?? 0))) {
      return `the history of #${number} goes back in time`;
    }
    const was = before.submissions.get(sequence)?.history ?? [];
    if (was.some((change, index) => change !== history[index])) return `#${number} has another past`;
  }
  return undefined;
}

function findStray({ after, running }: QueueStep): string | undefined {
  const inLine: string[] = [];
  for (const entry of after.line) {
    for (const place of [entry, ...entry.parts]) {
      if (place.phase !== "testing") continue;
      const run = place.testRunId === undefined ? undefined : after.testRuns.get(place.testRunId);
      if (run?.status !== "in_progress")
        return `a place of the line is tested by a run that is ${run?.status}`;
      if (run.sequences.join() !== place.sequences.join()) return "a run tests others than its place says";
      if (run.timesOutAtMs !== place.timesOutAtMs) return "a place times out at another moment than its run";
      inLine.push(run.id);
    }
  }
  const ids = running.map(({ id }) => id);
  return inLine.sort().join() === ids.sort().join() ? undefined : "a run is in progress outside of the line";
}

function findMiscount({ after, submissions, runs }: QueueStep): string | undefined {
  const { totals } = after;
  const counts = new Map<string, number>();
  let milliseconds = 0;
  for (const submission of submissions) {
    counts.set(submission.state, (counts.get(submission.state) ?? 0) + 1);
    if (isConcluded(submission)) milliseconds += submission.stateChangedAtMs - submission.submittedAtMs;
  }
  for (const { status } of runs) counts.set(`runs ${status}`, (counts.get(`runs ${status}`) ?? 0) + 1);
  for (const state of ["merged", "failed", "cancelled"] as const) {
    const count = counts.get(state) ?? 0;
    if (totals[state] !== count) return `${count} are ${state}, not ${totals[state]}`;
  }
  for (const status of ["succeeded", "failed", "cancelled"] as const) {
    const count = counts.get(`runs ${status}`) ?? 0;
    if (totals.testRuns[status] !== count) return `${count} runs ${status}, not ${totals.testRuns[status]}`;
  }
  const counted = totals.timeInQueueCounts.reduce((sum, count) => sum + count, 0);
  if (counted !== after.concluded.size)
    return `${counted} are in the histogram, ${after.concluded.size} left`;
  // A sum of fractions depends on the order of its parts.
  return Math.abs(milliseconds / 1000 - totals.timeInQueueSumSeconds) < 0.001
    ? undefined
    : `they spent ${milliseconds} ms in the queue, not ${totals.timeInQueueSumSeconds} s`;
}
