import fc from "fast-check";
import type { ParsedFamily } from "parse-prometheus-text-format";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { viewMetrics } from "../../../src/emulator/metrics/queue-metrics";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/engine/engine-options";
import type { EngineState } from "../../../src/engine/engine-state";
import { readRandomRuns } from "../../support/random-runs";
import { ARBITRARY_SCHEDULE } from "./arbitrary-schedule";
import { playSchedule } from "./play-schedule";

/** Part of the schedules. */
const SHARE = 0.1;

describe("whatever happens meanwhile", () => {
  test("the metrics can be parsed and agree with the state", () => {
    const property = fc.property(ARBITRARY_SCHEDULE, fc.integer({ min: 10, max: 50 }), (schedule, every) => {
      let events = 0;
      const end = playSchedule(schedule, ({ after }) => {
        events += 1;
        if (events % every === 0) expectMetrics(after);
      });
      expectMetrics(end);
    });
    fc.assert(property, { ...readRandomRuns(150, SHARE), endOnFailure: true });
  });
});

function expectMetrics(state: EngineState): void {
  const view = viewMetrics(state, {}, DEFAULT_ENGINE_OPTIONS);
  if ("refusal" in view) throw new Error(`The metrics were not shown: ${view.refusal.message}`);
  const text = view.body;
  const families = new Map(parsePrometheusTextFormat(text).map((family) => [family.name, family]));
  for (const queue of state.queues.values()) {
    const branch = queue.identity.targetBranch;
    const read = (name: string): Record<string, number> =>
      readSamples(families.get(`mergequeue_${name}`), branch);
    const submissions = [...queue.submissions.values()];
    const runs = [...queue.testRuns.values()];
    const left = ["merged", "failed", "cancelled"];
    const inQueue = submissions.filter((submission) => !left.includes(submission.state));
    expect(read("pull_requests")).toEqual(
      countAll(
        inQueue.map((submission) => submission.state),
        ["not_ready", "pending", "testing", "tests_passed", "pending_failure"],
      ),
    );
    expect(read("pull_requests_concluded_total")).toEqual(
      countAll(
        submissions.map((one) => one.state),
        left,
      ),
    );
    const statuses = ["succeeded", "failed", "cancelled"];
    expect(read("test_runs_total")).toEqual(
      countAll(
        runs.map((run) => run.status),
        statuses,
      ),
    );
    const kinds = runs
      .filter((run) => run.status === "in_progress")
      .map((run) => (run.isBisection ? "bisection" : "queue"));
    expect(read("test_runs_in_progress")).toEqual(countAll(kinds, ["queue", "bisection"]));
    const seconds = submissions
      .filter((submission) => left.includes(submission.state))
      .map(({ submittedAtMs, stateChangedAtMs }) => (stateChangedAtMs - submittedAtMs) / 1000);
    expect(readHistogram(text, "count", branch)).toEqual([seconds.length]);
    expect(readHistogram(text, "sum", branch)[0]).toBeCloseTo(
      seconds.reduce((sum, each) => sum + each, 0),
      3,
    );
    const bounds = [60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400, Number.POSITIVE_INFINITY];
    expect(readHistogram(text, "bucket", branch)).toEqual(
      bounds.map((bound) => seconds.filter((each) => each <= bound).length),
    );
  }
}

/** Samples of a queue, by the label that is not the queue's. */
function readSamples(family: ParsedFamily | undefined, branch: string): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const { labels = {}, value } of family?.metrics ?? []) {
    if (labels["branch"] !== branch) continue;
    const own = Object.entries(labels).find(([name]) => name !== "branch" && !name.startsWith("repo_"));
    samples[own?.[1] ?? ""] = Number(value);
  }
  return samples;
}

/** Values of the one histogram, line by line: the parser keeps no labels of histograms. */
function readHistogram(text: string, suffix: string, branch: string): number[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`mergequeue_time_in_queue_seconds_${suffix}{`))
    .filter((line) => line.includes(`branch="${branch}"`))
    .map((line) => Number(line.slice(line.lastIndexOf(" ") + 1)));
}

/** How often each of some words comes; others do not count. */
function countAll(words: readonly string[], wanted: readonly string[]): Record<string, number> {
  return Object.fromEntries(wanted.map((word) => [word, words.filter((other) => other === word).length]));
}
