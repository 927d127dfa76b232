import { findBacktest, measureErrors } from "./backtest/apply-backtest";
import type { ForecastBacktest } from "./forecast";
import { PARAMETER_NAMES, type ParameterName } from "./queue-workload";
import { findPercentile } from "./statistics/percentile";
import type { QueueWorkload, WorkloadSource } from "./workload";

const CAVEATS: Readonly<Partial<Record<ParameterName, Readonly<Partial<Record<WorkloadSource, string>>>>>> = {
  arrivalsPerHour: {
    interface:
      "Arrivals are the times at which pull requests left the queue: later by the time in the queue. Of a queue that cannot " +
      "keep up they show its capacity instead of the demand.",
    git:
      "Arrivals are the times of merges: later by the time in the queue, and without pull requests that failed. Of a queue " +
      "that cannot keep up they show its capacity, not the demand. Direct pushes count as well.",
    recorder: "Pull requests that entered and left the queue between two looks are missing.",
    csv: "Arrivals are the first runs of each commit, or all runs if the file has no commits: then repetitions count as well.",
  },
  testMinutes: {
    results:
      "Test durations are those of the service's test runs, a run of a batch counted once. They include waiting for a CI slot.",
    recorder:
      "Test durations are exact to the moments at which the service changes states. They include waiting for a CI slot.",
    csv: "Test durations are those of all runs in the file. The file must contain only whole runs of the merge queue, without single jobs and other pipelines.",
  },
  failureRate: {
    results:
      "Failures are those of test runs. A run also tests changes ahead of it: if one of them may have made it fail, it " +
      "does not count. Flakes count as failures unless the pull requests of the run were merged, or the same commit passed later.",
    interface:
      "Pull requests that are still in the queue are not counted. Flakes count as failures unless the same " +
      "commit was merged later. If the service lists a pull request only once, one that failed and came back counts with its last end.",
    recorder:
      "Pull requests still in the queue are not counted. Flakes count as failures unless the same commit was merged later.",
    csv:
      "A failed commit that never passed counts as broken. A run that also tests changes ahead of it fails with them: give " +
      "their number in the column changes.",
  },
  flakeRate: {
    results:
      "The flake rate is a lower bound: only runs whose pull requests passed or were merged later show flakes.",
    interface: "The flake rate is a lower bound: only commits that failed and were merged later show flakes.",
    recorder: "The flake rate is a lower bound: only commits that failed and were merged later show flakes.",
    csv: "The flake rate is a lower bound: only commits that were tested again show flakes.",
  },
};

/** Caveats about a workload, for its reader. */
export interface WorkloadSummary {
  /** What to keep in mind: sentences, each once. */
  readonly caveats: readonly string[];
  readonly backtest: ForecastBacktest;
  /** How many minutes so many percent of the test runs take at most. Empty if that is unknown. */
  readonly testMinutes: readonly { readonly percent: number; readonly minutes: number }[];
}

/** Summarizes one queue of a workload. */
export function summarizeWorkload(workload: QueueWorkload): WorkloadSummary {
  const found = findBacktest(workload);
  const sorted = workload.testMinutes?.minutes.toSorted((one, other) => one - other) ?? [];
  return {
    caveats: listCaveats(workload),
    backtest: "reason" in found ? { kind: "none", ...found } : measureErrors(found),
    testMinutes: (sorted.length === 0 ? [] : [50, 90, 95]).map((percent) => {
      return { percent, minutes: findPercentile(sorted, percent / 100) };
    }),
  };
}

function listCaveats(workload: QueueWorkload): string[] {
  const caveats = PARAMETER_NAMES.flatMap((name) => {
    const source = workload[name]?.source;
    const caveat = source === undefined ? undefined : CAVEATS[name]?.[source];
    return caveat === undefined ? [] : [caveat];
  });
  const assumed = PARAMETER_NAMES.filter((name) => workload[name]?.source === "assumed");
  return [...new Set(caveats), ...(assumed.length === 0 ? [] : [`Assumed: ${assumed.join(", ")}.`])];
}
