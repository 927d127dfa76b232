import type { PageModel, PageQueue } from "../../../src/emulator/page/page-model";
import { readPageModel } from "../../../src/emulator/page/read-page-model";
import { SETTING_NAMES } from "../../../src/queue/settings";
import { createBusyState } from "./busy-state";
import {
  createPageState,
  createQueue,
  NOW_MS,
  OPTIONS,
  type QueueInput,
  type SubmissionInput,
} from "./page-fixtures";

/** The page's content before a choice. */
const FIRST = { queue: undefined, showsAllWaiting: false };

function read(...queues: readonly QueueInput[]): PageModel {
  return readPageModel(createPageState(...queues.map(createQueue)), OPTIONS, FIRST);
}

function readOne(queue: QueueInput, showsAllWaiting = false): PageQueue {
  const choice = { ...FIRST, showsAllWaiting };
  const { shown } = readPageModel(createPageState(createQueue(queue)), OPTIONS, choice);
  if (shown === undefined) throw new Error("the model has no queue");
  return shown;
}

function many(count: number, input: Omit<SubmissionInput, "number"> = {}): SubmissionInput[] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, ...input }));
}

describe("readPageModel", () => {
  test("shows the time of the service, not of the machine", () => {
    expect(read().nowMs).toBe(NOW_MS);
  });

  test("lists queues by id and counts those that it leaves out", () => {
    const ids = Array.from({ length: 1003 }, (_, index) => `github.com/acme/web/b${1000 + index}`);
    const model = read(...ids.toReversed().map((id) => ({ id })));
    expect(model.queues.map(({ id }) => id)).toEqual(ids.slice(0, 1000));
    expect(model.moreQueues).toBe(3);
  });

  test("lists problems first: paused, draining, failing, then the longest wait", () => {
    const branch = (name: string, input: Omit<QueueInput, "id"> = {}): QueueInput => ({
      id: `github.com/acme/web/${name}`,
      ...input,
    });
    const { queues } = read(
      branch("a-idle"),
      branch("b-waits", { submissions: [{ number: 1, submittedAtMs: NOW_MS - 1 }] }),
      branch("c-waits-longer", { submissions: [{ number: 1, submittedAtMs: NOW_MS - 2 }] }),
      branch("d-failed", { submissions: [{ number: 1, state: "failed" }] }),
      branch("e-failed-before", {
        submissions: [
          { number: 1, state: "failed" },
          { number: 2, state: "merged" },
        ],
      }),
      branch("f-bisects", { submissions: [{ number: 1 }], line: [{ sequences: [1], phase: "bisecting" }] }),
      branch("g-switches", { changes: { isSwitchingModes: true } }),
      branch("h-drains", { settings: { state: "draining" } }),
      branch("i-paused", { settings: { state: "paused" } }),
    );
    expect(queues.map(({ id, status }) => [id.replace("github.com/acme/web/", ""), status])).toEqual([
      ["i-paused", "paused"],
      ["h-drains", "draining"],
      ["g-switches", "switching_modes"],
      ["f-bisects", "failing"],
      ["d-failed", "failing"],
      ["c-waits-longer", "running"],
      ["b-waits", "running"],
      ["a-idle", "running"],
      ["e-failed-before", "running"],
    ]);
  });

  test("shows the chosen queue, or the first one in the list if that is gone", () => {
    const state = createPageState(createQueue(), createQueue({ id: "github.com/acme/docs/main" }));
    const readShown = (queue: string): string | undefined =>
      readPageModel(state, OPTIONS, { ...FIRST, queue }).shown?.id;
    expect(readShown("github.com/acme/web/main")).toBe("github.com/acme/web/main");
    expect(readShown("github.com/acme/gone/main")).toBe("github.com/acme/docs/main");
  });

  test.each([
    ["github.com", "web", "https://github.com/acme/web/pull/"],
    ["gitlab.example.com", "web", "https://gitlab.example.com/acme/web/-/merge_requests/"],
    ["git.example.com:8443", "web", "https://git.example.com:8443/acme/web/pull/"],
    ["user@evil.example", "web", undefined],
    ["github.com", "w#b?", "https://github.com/acme/w%23b%3F/pull/"],
  ])("pull requests of %s and acme/%s are at %s", (host, name, url) => {
    const identity = { repo: { host, owner: "acme", name }, targetBranch: "main" };
    expect(readOne({ changes: { identity } }).pullRequestsUrl).toBe(url);
  });

  test("shows every setting but the state, which stands at the queue's name", () => {
    const names = readOne({}).settings.map(({ name }) => name);
    expect(names).toEqual(SETTING_NAMES.filter((name) => name !== "state"));
  });

  test("writes settings with their unit and says which statuses are inherited", () => {
    const options = { ...OPTIONS, inheritedStatuses: ["ci/all"] };
    const find = (queue: QueueInput, name: string): string | undefined =>
      readPageModel(createPageState(createQueue(queue)), options, FIRST).shown?.settings.find(
        (setting) => setting.name === name,
      )?.value;
    expect(find({ settings: { testingTimeoutMinutes: 1 } }, "testingTimeoutMinutes")).toBe("1 minute");
    expect(find({ settings: { testingTimeoutMinutes: 90 } }, "testingTimeoutMinutes")).toBe("90 minutes");
    expect(find({ settings: { concurrency: 3 } }, "concurrency")).toBe("3");
    expect(find({ settings: { batch: true } }, "batch")).toBe("true");
    expect(find({ settings: { enqueueingLabel: "" } }, "enqueueingLabel")).toBe("none");
    expect(find({}, "requiredStatuses")).toBe("ci/all (inherited)");
    expect(find({ changes: { requiredStatuses: ["a", "b"] } }, "requiredStatuses")).toBe("a, b");
    expect(find({ changes: { requiredStatuses: [] } }, "requiredStatuses")).toBe("none");
    const names = Array.from({ length: 52 }, () => "x");
    expect(find({ changes: { requiredStatuses: names } }, "requiredStatuses")).toMatch(/x and 2 more$/);
  });

  test.each([
    [{}, "running"],
    [{ settings: { state: "paused" } }, "paused"],
    [{ settings: { state: "draining" } }, "draining"],
    [{ settings: { state: "paused" }, changes: { isSwitchingModes: true } }, "switching_modes"],
    [{ changes: { switchingReadsLeft: 1 } }, "switching_modes"],
  ] as const)("%j is shown as %s, and explained unless it runs", (input, state) => {
    const queue = readOne(input);
    expect(queue.status).toBe(state);
    expect(queue.stateNote === "").toBe(state === "running");
  });

  test("a queue in single mode has one slot, regardless of concurrency", () => {
    expect(readOne({ settings: { mode: "single", concurrency: 9 } }).concurrency).toBe(1);
    expect(readOne({ settings: { mode: "parallel", concurrency: 9 } }).concurrency).toBe(9);
  });
});

describe("the line", () => {
  const choice = { ...FIRST, queue: "github.com/acme/web/main" };
  const web = readPageModel(createBusyState(), OPTIONS, choice).shown;

  test("shows places from the head, batches, and what each entry is tested on top of", () => {
    expect(
      web?.line.map(({ state, isBatch, pullRequests, onTopOf }) => [
        state,
        isBatch,
        pullRequests.map(({ number }) => number),
        onTopOf,
      ]),
    ).toEqual([
      ["tests_passed", false, [106], []],
      ["pending_failure", false, [107], [106]],
      ["testing", true, [108, 109, 110], [106, 107]],
      ["bisecting", true, [111, 112], []],
    ]);
    expect(web?.inLine).toBe(7);
    expect(web?.running).toBe(1);
    expect(web?.bisection).toEqual({ running: 1, concurrency: 1 });
    expect(readOne({}).bisection).toBeUndefined();
  });

  test("shows required checks first, pending ones included, and marks those that do not decide", () => {
    expect(web?.line[2]?.runs[0]?.checks).toEqual([
      { name: "ci/build", isRequired: true },
      { name: "ci/test", isRequired: true },
      { name: "ci/lint", isRequired: true, conclusion: "skipped" },
      { name: "coverage", isRequired: false, conclusion: "failure" },
    ]);
  });

  test("without required statuses every check may decide", () => {
    const { line } = readOne({
      submissions: [{ number: 1, state: "testing" }],
      line: [{ sequences: [1], phase: "testing", testRunId: "run" }],
      runs: [
        { id: "run", sequences: [1], checks: [{ name: "any", conclusion: "success", reportedAtMs: NOW_MS }] },
      ],
    });
    expect(line[0]?.runs[0]?.checks).toEqual([{ name: "any", isRequired: true, conclusion: "success" }]);
  });

  test("a bisection shows the runs of its parts and what they test", () => {
    expect(web?.line[3]?.runs.map(({ id, numbers }) => [id, numbers])).toEqual([["run-111", [111]]]);
  });

  test("the reason of a batch in bisection names suspects and cleared pull requests", () => {
    const { line } = readOne({
      submissions: many(3, { state: "testing", reason: "About one of them." }),
      line: [
        {
          sequences: [1, 2, 3],
          phase: "bisecting",
          failure: "The status ci failed.",
          parts: [
            { id: 4, sequences: [1], phase: "passed", testRunId: undefined, timesOutAtMs: undefined },
            { id: 5, sequences: [2], phase: "testing", testRunId: undefined, timesOutAtMs: undefined },
            { id: 3, sequences: [3], phase: "waiting", testRunId: undefined, timesOutAtMs: undefined },
          ],
        },
        { sequences: [1, 2], phase: "testing" },
      ],
    });
    expect(line.map(({ reason }) => reason)).toEqual([
      "The status ci failed. Smaller parts are tested to find out which of #2, #3 failed. Passed without the rest: #1.",
      "",
    ]);
  });

  test("merged pull requests are not shown as being beneath", () => {
    const { line } = readOne({
      submissions: [
        { number: 1, state: "merged" },
        { number: 2, state: "testing" },
        { number: 3, state: "testing" },
      ],
      line: [
        { sequences: [2], phase: "testing", beneath: [1] },
        { sequences: [3], phase: "testing", beneath: [1, 2] },
      ],
    });
    expect(line.map(({ onTopOf }) => onTopOf)).toEqual([[], [2]]);
  });

  test("long lines, large batches, deep stacks and long lists of checks are shortened, and the rest is counted", () => {
    const names = Array.from({ length: 23 }, (_, index) => `ci/${index}`);
    const sequences = Array.from({ length: 35 }, (_, index) => index + 1);
    const { line, moreLine } = readOne({
      submissions: many(35, { state: "testing" }),
      line: [
        { sequences, phase: "testing", testRunId: "run", beneath: sequences },
        ...sequences.map((sequence) => ({ sequences: [sequence], phase: "testing" as const })),
      ],
      runs: [{ id: "run", sequences, requiredStatuses: names }],
    });
    expect(line).toHaveLength(30);
    expect(moreLine).toBe(6);
    expect(line[0]?.pullRequests).toHaveLength(20);
    expect(line[0]?.morePullRequests).toBe(15);
    expect(line[0]?.onTopOf).toEqual([28, 29, 30, 31, 32, 33, 34, 35]);
    expect(line[0]?.moreOnTopOf).toBe(27);
    expect(line[0]?.runs[0]?.checks).toHaveLength(20);
    expect(line[0]?.runs[0]?.moreChecks).toBe(3);
  });
});

describe("the history", () => {
  test("shows the last ten merges and the last five others, latest first", () => {
    const queue = readOne({
      submissions: [
        ...many(12, { state: "merged" }),
        ...many(7, { state: "failed" }).map((one) => ({ ...one, number: one.number + 100 })),
      ],
      totals: { merged: 12, failed: 7 },
    });
    expect(queue.merged.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(queue.dropped.map(({ number }) => number)).toEqual([107, 106, 105, 104, 103]);
    expect([queue.mergedTotal, queue.failedTotal]).toEqual([12, 7]);
  });

  test("searches the last 500 places for merges, and no more", () => {
    const recent = readOne({
      submissions: [{ number: 900, state: "merged" }, ...many(499, { state: "failed" })],
    });
    expect(recent.merged.map(({ number }) => number)).toEqual([900]);
    const old = readOne({
      submissions: [{ number: 900, state: "merged" }, ...many(500, { state: "failed" })],
    });
    expect(old.merged).toEqual([]);
  });

  test("names the run that failed", () => {
    const { dropped } = readOne({
      submissions: [
        { number: 1, state: "failed", testRunId: "run-1" },
        { number: 2, state: "cancelled", testRunId: "run-2" },
      ],
    });
    expect(dropped.map(({ testRunId }) => testRunId)).toEqual([undefined, "run-1"]);
  });

  test("says when and why each pull request left", () => {
    const { dropped } = readOne({
      submissions: [{ number: 1, state: "cancelled", reason: "Cancelled by a request." }],
    });
    expect(dropped[0]).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by a request.",
      submittedAtMs: NOW_MS - 300_000,
      concludedAtMs: NOW_MS - 60_000,
    });
  });
});

describe("size", () => {
  test("strings from outside are cut to 200 characters, never within a character", () => {
    const title = `${"x".repeat(198)}😀${"y".repeat(1_000_000)}`;
    const [one] = readOne({ submissions: [{ number: 1, pullRequest: { title } }] }).waiting;
    expect(one?.title).toBe(`${"x".repeat(198)}…`);
    const short = "x".repeat(200);
    const [other] = readOne({ submissions: [{ number: 1, pullRequest: { title: short } }] }).waiting;
    expect(other?.title).toBe(short);
  });

  test("waiting pull requests have a place in turn unless they are not ready", () => {
    const { waiting } = readOne({
      submissions: [{ number: 1 }, { number: 2, state: "not_ready" }, { number: 3 }],
    });
    expect(waiting.map(({ place }) => place)).toEqual([1, undefined, 2]);
  });

  test("all waiting pull requests are shown on request, up to a thousand", () => {
    expect(readOne({ submissions: many(999) }, true).waiting).toHaveLength(999);
    expect(readOne({ submissions: many(1001) }, true).waiting).toHaveLength(1000);
  });

  test("ten thousand waiting pull requests do not take more space than twenty-five", () => {
    const large = readOne({ submissions: many(10_000) });
    const small = readOne({ submissions: many(25) });
    expect(large.waiting).toHaveLength(20);
    expect(large.waitingTotal).toBe(10_000);
    expect(JSON.stringify(large).length - JSON.stringify(small).length).toBeLessThan(10);
  });
});
