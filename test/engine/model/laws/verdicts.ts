import type { EngineTest } from "../../../../src/engine/engine-state";
import { type Law, type QueueStep, showNumbers } from "../queue-step";

/** How runs end, and which pull requests lose their place. */
export const VERDICT_LAWS: readonly Law[] = [
  {
    title:
      "a run succeeds when all statuses required at its start were reported with success, and fails only by one of them, by time or at its start",
    begin: watchRuns,
  },
  { title: "no pull request fails without a failed run of its own", begin: () => findUntested },
  {
    title:
      "a pull request fails only after everything that its failed run was tested on has passed or merged",
    begin: () => findBlamed,
  },
  {
    title: "a failure waits only for tests that are in progress: ahead of it, or on top of it",
    begin: () => findVainWait,
  },
  {
    title:
      "a failure names something beneath it that has not passed exactly as long as there is such a thing",
    begin: () => findWrongWait,
  },
];

/** The facts about a run at its start, and the reports since. */
interface Watched {
  readonly required: readonly string[];
  readonly timesOutAtMs: number;
  /** Whether each name was last reported with success. */
  readonly reports: Map<string, boolean>;
}

function watchRuns(): (step: QueueStep) => string | undefined {
  const watched = new Map<string, Watched>();
  return (step) => {
    const { event, options, state, before, after, started } = step;
    for (const run of started) {
      watched.set(run.id, {
        required: after.requiredStatuses ?? options.inheritedStatuses,
        timesOutAtMs: state.nowMs + (after.settings.testingTimeoutMinutes || Infinity) * 60_000,
        reports: new Map(),
      });
    }
    const reports =
      event.type === "reportCheck" ? [event] : event.type === "reportChecks" ? event.reports : [];
    for (const { testRunId, name, conclusion } of reports) {
      if (before.testRuns.get(testRunId)?.status !== "in_progress") continue;
      watched.get(testRunId)?.reports.set(name, ["success", "neutral", "skipped"].includes(conclusion));
    }
    for (const [id, known] of watched) {
      const run = after.testRuns.get(id);
      if (run === undefined) return "a run is gone";
      const wrong = judge(run, known, step);
      if (wrong !== undefined) return `the run of ${showNumbers(after, run.sequences)} ${wrong}`;
      if (run.status !== "in_progress") watched.delete(id);
    }
    return undefined;
  };
}

function judge(
  run: EngineTest,
  { required, timesOutAtMs, reports }: Watched,
  { event, state, options }: QueueStep,
): string | undefined {
  const names = required.length === 0 ? [...reports.keys()] : required;
  const hasFailed = names.some((name) => reports.get(name) === false);
  const passesAtOnce = required.length === 0 && options.withoutRequiredStatuses === "pass";
  const failsAtOnce = required.length === 0 && options.withoutRequiredStatuses === "fail";
  const hasPassed = passesAtOnce || (names.length > 0 && names.every((name) => reports.get(name) === true));
  const hasNotStarted = event.type === "failTestStart" && event.testRunId === run.id;
  const isLate = state.nowMs >= timesOutAtMs;
  switch (run.status) {
    case "in_progress":
      return hasFailed || hasPassed || isLate ? "should have ended" : undefined;
    case "succeeded":
      return hasPassed ? undefined : "succeeded too early";
    case "failed":
      return hasFailed || failsAtOnce || isLate || hasNotStarted ? undefined : "failed for nothing";
    case "cancelled":
      return undefined;
  }
}

function findUntested({ runs, concluded }: QueueStep): string | undefined {
  for (const { sequence, number, state } of concluded) {
    if (state !== "failed") continue;
    const isProven = runs.some(
      ({ status, sequences }) => status === "failed" && sequences.length === 1 && sequences[0] === sequence,
    );
    if (!isProven) return `#${number} failed without a failed run`;
  }
  return undefined;
}

function findBlamed({ after, runs, concluded }: QueueStep): string | undefined {
  for (const { number, state, testRunId = "" } of concluded) {
    if (state !== "failed") continue;
    const run = after.testRuns.get(testRunId);
    for (const sequence of run?.beneath ?? []) {
      const other = after.submissions.get(sequence);
      const hasPassedBeneath =
        run?.isBisection === true &&
        runs.some((one) => one.isBisection && one.status === "succeeded" && one.sequences.includes(sequence));
      if (!hasPassedBeneath && other?.state !== "merged" && other?.state !== "tests_passed") {
        return `#${number} failed on top of #${other?.number}, which is ${other?.state}`;
      }
    }
  }
  return undefined;
}

function findVainWait({ after }: QueueStep): string | undefined {
  const isTesting = (phase: string): boolean => phase !== "passed" && phase !== "pending_failure";
  for (const [index, { phase, sequences, beneath }] of after.line.entries()) {
    if (phase !== "pending_failure") continue;
    const ahead = after.line
      .slice(0, index)
      .filter((one) => one.sequences.some((it) => beneath.includes(it)));
    const onTop = after.line.filter((one) => one.beneath.some((it) => sequences.includes(it)));
    const isUndecidedAhead = ahead.some((one) => one.phase === "pending_failure");
    if (isUndecidedAhead || [...ahead, ...onTop].some((one) => isTesting(one.phase))) continue;
    return `${showNumbers(after, sequences)} has failed and waits for nothing`;
  }
  return undefined;
}

function findWrongWait({ after }: QueueStep): string | undefined {
  for (const [index, { phase, sequences, beneath, waitsForId }] of after.line.entries()) {
    if (phase !== "pending_failure") continue;
    const awaited = after.line
      .slice(0, index)
      .filter((one) => one.phase !== "passed" && one.sequences.some((it) => beneath.includes(it)));
    const isRight =
      waitsForId === undefined ? awaited.length === 0 : awaited.some(({ id }) => id === waitsForId);
    if (!isRight) return `${showNumbers(after, sequences)} waits for entry ${waitsForId}`;
  }
  return undefined;
}
