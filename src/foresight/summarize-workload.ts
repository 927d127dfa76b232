import { findBacktest, measureErrors } from "./backtest/apply-backtest";
import type { ForecastBacktest } from "./forecast";
import { PARAMETER_NAMES, type ParameterName } from "./queue-workload";
import { findPercentile } from "./statistics/sample";
import type { QueueWorkload, WorkloadSource } from "./workload";

const CAVEATS: Readonly<Partial<Record<ParameterName, Readonly<Partial<Record<WorkloadSource, string>>>>>> = {
  arrivalsPerHour: {
    interface:
      "The times at which pull requests left the queue count as arrivals, so each arrival is too late by the time that the pull " +
      "request spent in the queue. If the queue cannot keep up, these times show its capacity, not the demand.",
    git:
      "The times of merges count as arrivals, so each arrival is too late by the time that the pull request spent in the queue. Failed " +
      "pull requests are missing, and direct pushes count as arrivals. If the queue cannot keep up, these times show its capacity, not the demand.",
    recorder: "Pull requests that entered and left the queue between two reads are missing.",
    csv: "The first run of each commit counts as an arrival. If the file has no commits, every run counts, including repetitions.",
  },
  testMinutes: {
    results:
      "Test durations come from the service's test runs. The run of a batch counts once. Durations include waiting for a CI slot.",
    recorder:
      "Test durations are only as exact as the times of state changes that the service shows. They include waiting for a CI slot.",
    csv: "Test durations come from all runs in the file. The file must contain only whole runs of the merge queue, no single jobs and no other pipelines.",
  },
  failureRate: {
    results:
      "Failures come from test runs. A run does not count if a change ahead of it may have made it fail. Flakes count as " +
      "failures unless the pull requests of the run were merged, or the same commit passed later.",
    interface:
      "Pull requests that are still in the queue are not counted. Flakes count as failures unless the same commit was merged " +
      "later. If the service lists each pull request only once, earlier failures of a pull request are missing.",
    recorder:
      "Pull requests still in the queue are not counted. Flakes count as failures unless the same commit was merged later.",
    csv: "A failed commit that never passed counts as broken. If a run tests several changes, one broken change fails the run, so give the number of changes in the column that is named changes.",
  },
  flakeRate: {
    results:
      "The flake rate is a lower bound: only runs whose pull requests passed or were merged later show flakes.",
    interface: "The flake rate is a lower bound: only commits that failed and were merged later show flakes.",
    recorder: "The flake rate is a lower bound: only commits that failed and were merged later show flakes.",
    csv: "The flake rate is a lower bound: only commits that were tested again show flakes.",
  },
};

/** A readable summary of a workload. */
export interface WorkloadSummary {
  /** Distinct sentences. */
  readonly caveats: readonly string[];
  readonly backtest: ForecastBacktest;
  /** Percentiles of the test durations. Empty if the durations are unknown. */
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
