import type { ConcludedPullRequest, ListedRun } from "../../../../src/foresight/history";
import { estimateOutcomes } from "../../../../src/foresight/workload/estimate/estimate-outcomes";
import { listRunAttempts } from "../../../../src/foresight/workload/history/list-run-attempts";

const MINUTE_MS = 60_000;
const CONCLUSIONS = { m: "merged", f: "failed", c: "cancelled", "-": undefined } as const;

/** Reads a run: `10-20 failed 1m 2f`, from minute 10 to 20, tested 1, which merged, and 2, which failed. */
function toRun(text: string): ListedRun {
  const [span = "", outcome, ...tested] = text.split(" ");
  const [from = 0, to = 0] = span.split("-").map(Number);
  return {
    atMs: to * MINUTE_MS,
    minutes: to - from,
    isCensored: outcome === "cut",
    outcome: outcome as ListedRun["outcome"],
    pullRequests: tested.map((each) => ({
      number: Number.parseInt(each, 10),
      conclusion: CONCLUSIONS[each.slice(-1) as keyof typeof CONCLUSIONS],
    })),
  };
}

/** Reads an end: `20 1f sha` is pull request 1, which failed in minute 20 with this commit. */
function toEnd(text: string): ConcludedPullRequest {
  const [at, pullRequest = "", sha] = text.split(" ");
  const conclusion = CONCLUSIONS[pullRequest.slice(-1) as "m" | "f" | "c"];
  const number = Number.parseInt(pullRequest, 10);
  return { number, sha, conclusion, atMs: Number(at) * MINUTE_MS, priority: undefined };
}

/**
 * Rule: runs | ends of pull requests => changes that count as broken and as good, then runs of good ones that
 * passed and failed.
 */
const RULES = `
a run counts once, with all that it tested: 0-10 passed 1m 2m; 0-10 failed 3f => 1 2, 1 0
what was cut off says nothing: 0-10 cut 1c; 10-20 cut 2m; 20-30 passed 2m => 0 1, 1 0
a submission that was merged is good, and its failure was a flake: 0-9 failed 1m; 10-19 passed 1m => 0 1, 1 1
what passed again while it is in the queue is good: 0-9 failed 1-; 10-19 passed 1- => 0 1, 1 1
a failed batch counts once, whatever its parts show:
  0-9 failed 1m 2m 3f 4m; 10-19 passed 1m 2m; 10-19 failed 3f 4m; 20-29 failed 3f; 20-29 passed 4m => 4 0, 0 0
a batch that failed although all of it was merged is good: 0-9 failed 1m 2m; 10-19 passed 1m; 10-19 passed 2m => 0 2, 0 1
a batch with some that were tested before counts for the others, if those are good:
  0-9 failed 1m 2f; 10-19 failed 1m 3f 4m; 20-29 passed 2f 5m => 4 0, 0 0
what failed with a broken change ahead of it says nothing until it is tested again:
  0-9 failed 1f; 1-10 failed 2m; 11-20 passed 2m => 1 1, 1 0
what failed after the broken change had left was a flake: 0-9 failed 1f; 9-18 failed 2m => 1 1, 0 1
two broken changes that were tested at once are two: 0-9 failed 1f; 1-10 failed 2f => 2 0, 0 0
a change that failed again in the same submission is one: 0-9 failed 1f; 10-19 failed 1f | 19 1f => 1 0, 0 0
a pull request that came back with another commit is another change:
  0-9 failed 1f; 10-19 failed 1f; 30-39 passed 1m | 9 1f a; 19 1f b; 39 1m c => 2 1, 1 0
without the commit, it is unknown whether it was changed: 0-9 failed 1f; 30-39 passed 1m | 9 1f; 39 1m c => 1 1, 1 0
where only the last end is listed, the one before is another change: 0-9 failed 1f; 30-39 passed 1m | 39 1m c => 1 1, 1 0
one that came back with the same commit and passed is good: 0-9 failed 1f; 30-39 passed 1m | 9 1f a; 39 1m a => 0 1, 1 1
an end up to a second before that of the run belongs to it: 0-9 failed 1f; 30-39 passed 1m | 8.99 1f a; 38.99 1m a => 0 1, 1 1`;

describe("listRunAttempts", () => {
  test.each(
    RULES.replaceAll(":\n", ":")
      .trim()
      .split("\n")
      .map((line) => line.split(/: | \| | => /)),
  )("%s", (...[, runs = "", ...rest]) => {
    const [expected = "", ends] = rest.toReversed();
    // Services list the newest first.
    const read = runs.split("; ").map((each) => toRun(each.trim()));
    const attempts = listRunAttempts(read.reverse(), ends?.split("; ").map(toEnd) ?? []);
    const good = new Set(attempts.filter((each) => each.isPassed || each.isKnownGood).map(({ key }) => key));
    const sum = (isGood: boolean): number => {
      const distinct = new Map(attempts.map((each) => [each.key, each.changes]));
      const own = [...distinct].filter(([key]) => good.has(key) === isGood);
      return own.reduce((total, [, changes]) => total + changes, 0);
    };
    const ofGood = attempts.filter(({ key }) => good.has(key));
    const passed = ofGood.filter(({ isPassed }) => isPassed).length;
    expect(`${sum(false)} ${sum(true)}, ${passed} ${ofGood.length - passed}`).toBe(expected);
  });

  test("a batch whose changes were all merged lowers the failure rate and raises the flake rate", () => {
    const texts = [
      "0-9 failed 1m 2m",
      "10-19 passed 1m",
      "10-19 passed 2m",
      "20-29 failed 3f",
      "30-39 passed 4m",
    ];
    const { failureRate, flakeRate } = estimateOutcomes(listRunAttempts(texts.map(toRun), []));
    expect(failureRate.timesMs).toEqual([9, 29, 39].map((minute) => minute * MINUTE_MS));
    expect(failureRate.estimate.value).toBeCloseTo(0.23, 1);
    expect(flakeRate?.timesMs).toEqual([9, 39].map((minute) => minute * MINUTE_MS));
    expect(flakeRate?.estimate.value).toBeGreaterThan(0.1);
  });
});
