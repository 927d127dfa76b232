import fc from "fast-check";
import type { ParsedFamily } from "parse-prometheus-text-format";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { viewMetrics } from "../../../src/emulator/metrics/queue-metrics";
import { type ListResponse, viewList } from "../../../src/emulator/responses/list-response";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/engine/engine-options";
import type { EngineState, Queue } from "../../../src/engine/engine-state";
import type { PullRequestState } from "../../../src/queue/pull-request-state";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import { readRandomRuns } from "../../support/random-runs";
import { MAIN } from "../engine-fixtures";
import { ARBITRARY_SCHEDULE } from "./arbitrary-schedule";
import { playSchedule } from "./play-schedule";

/** Part of the schedules. */
const SHARE = 0.1;
const MAIN_KEY = toIdentityKey(MAIN);

/** A walk through a list during other events. */
interface WalkPlan {
  readonly state: PullRequestState | undefined;
  readonly take: number;
  /** How many events happen before the first page, and between two pages. */
  readonly startsAfter: number;
  readonly pause: number;
  /** Whether to show only pull requests that concluded since the first page. */
  readonly wantsRecent: boolean;
}

const plan: fc.Arbitrary<WalkPlan> = fc.record({
  state: fc.constantFrom(undefined, undefined, "merged" as const, "pending" as const, "cancelled" as const),
  take: fc.integer({ min: 1, max: 5 }),
  startsAfter: fc.integer({ min: 0, max: 90 }),
  pause: fc.integer({ min: 0, max: 4 }),
  wantsRecent: fc.constantFrom(false, false, true),
});

/** A walk through the pages of a queue's list. */
class Walk {
  readonly seen: string[] = [];
  isOver = false;
  /** The items that have matched at all times so far, by id. */
  readonly #matching: Set<string>;
  readonly #plan: WalkPlan;
  readonly #since: string | undefined;
  #cursor: string | undefined;

  constructor(state: EngineState, queue: Queue, walkPlan: WalkPlan) {
    this.#plan = walkPlan;
    this.#since = walkPlan.wantsRecent ? new Date(state.nowMs - 60_000).toISOString() : undefined;
    this.#matching = new Set(this.#findMatching(queue));
  }

  /** What matches no longer at some moment may be shown or not. */
  watch(queue: Queue): void {
    const matching = new Set(this.#findMatching(queue));
    for (const id of this.#matching) if (!matching.has(id)) this.#matching.delete(id);
  }

  /** @returns whether that was the last page */
  turnPage(queue: Queue): boolean {
    const { take } = this.#plan;
    const request = {
      take,
      ...(this.#plan.state === undefined ? {} : { state: this.#plan.state }),
      ...(this.#since === undefined ? {} : { since: this.#since }),
      ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }),
    };
    const view = viewList(queue, request, { testRunIds: "show" });
    if (view.kind !== "json") throw new Error(`The page was not shown: ${view.kind}.`);
    const { pullRequests, nextCursor } = view.value as ListResponse;
    expect(pullRequests.length).toBeLessThanOrEqual(take);
    this.seen.push(...pullRequests.map(({ id }) => id));
    this.#cursor = nextCursor;
    this.isOver = nextCursor === undefined;
    return this.isOver;
  }

  /** Ids of items that were missed or shown more than once. */
  findWrong(): string[] {
    const missed = [...this.#matching].filter((id) => !this.seen.includes(id));
    return [...missed, ...this.seen.filter((id, index) => this.seen.indexOf(id) !== index)];
  }

  #findMatching(queue: Queue): string[] {
    const sinceMs = this.#since === undefined ? undefined : Date.parse(this.#since);
    const left: readonly PullRequestState[] = ["merged", "failed", "cancelled"];
    return [...queue.submissions.values()]
      .filter(({ state }) => this.#plan.state === undefined || state === this.#plan.state)
      .filter(
        ({ state, stateChangedAtMs }) =>
          sinceMs === undefined || (left.includes(state) && stateChangedAtMs >= sinceMs),
      )
      .map(({ id }) => id);
  }
}

describe("whatever happens meanwhile", () => {
  test("paging through /listPullRequests shows each pull request that matches throughout exactly once", () => {
    let pages = 0;
    const property = fc.property(ARBITRARY_SCHEDULE, plan, (schedule, walkPlan) => {
      let events = 0;
      // The list is deleted with its queue.
      const walks: Walk[] = [];
      const end = playSchedule(schedule, ({ after }) => {
        events += 1;
        const queue = after.queues.get(MAIN_KEY);
        if (queue === undefined || events < walkPlan.startsAfter) {
          walks.length = 0;
          return;
        }
        if (walks.length === 0) walks.push(new Walk(after, queue, walkPlan));
        for (const walk of walks) {
          if (walk.isOver) continue;
          walk.watch(queue);
          if (events % (walkPlan.pause + 1) > 0) continue;
          pages += 1;
          if (walk.turnPage(queue)) expect(walk.findWrong()).toEqual([]);
        }
      });
      const queue = end.queues.get(MAIN_KEY);
      for (const walk of walks) {
        while (queue !== undefined && !walk.isOver) walk.turnPage(queue);
        expect(walk.findWrong()).toEqual([]);
      }
    });
    fc.assert(property, { ...readRandomRuns(150, SHARE), endOnFailure: true });
    expect(pages).toBeGreaterThan(0);
  });

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
  if (view.kind !== "metrics") throw new Error(`The metrics were not shown: ${view.kind}.`);
  const families = new Map(parsePrometheusTextFormat(view.text).map((family) => [family.name, family]));
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
    expect(readHistogram(view.text, "count", branch)).toEqual([seconds.length]);
    expect(readHistogram(view.text, "sum", branch)[0]).toBeCloseTo(
      seconds.reduce((sum, each) => sum + each, 0),
      3,
    );
    const bounds = [60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400, Number.POSITIVE_INFINITY];
    expect(readHistogram(view.text, "bucket", branch)).toEqual(
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
