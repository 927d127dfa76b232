import type { AdditionalSettings, JsonValue } from "../../src/queue/additional-settings";
import type { QueueRecord, QueueSettings } from "../../src/queue/settings";
import { describeLeft, describePullRequests } from "../../src/reconcile/describe-pull-requests";
import { describeStatusRelease } from "../../src/reconcile/describe-status-release";
import { findMismatches } from "../../src/reconcile/find-differences";
import { describeStateChange } from "../../src/reconcile/queue-state";
import { peekQueue, readQueue, toQueueReference, tryReadQueue } from "../../src/reconcile/read-queue";
import { play, playFailure } from "./support/play";
import { failure, GONE, live, QUEUE, QUEUE_ID, reads, SETTINGS_SHOWN, without } from "./support/steps";

describe("describePullRequests", () => {
  test("names number, title, author and state, one pull request a line", () => {
    const list = [{ prNumber: 7, prTitle: 'Say "hi"', prAuthor: "ada", state: "testing" }, { prNumber: 8 }];
    expect(describePullRequests(list)).toBe('  #7 "Say \\"hi\\"" by ada (testing)\n  #8');
  });

  test("lists ten and counts the rest", () => {
    const lines = describePullRequests(Array.from({ length: 12 }, (_, prNumber) => ({ prNumber }))).split(
      "\n",
    );
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("  and 2 more");
  });

  test("S-14: foreign text never adds a line and is cut", () => {
    const evil = `x\n  #99 by eve\r\n${"y".repeat(200)}`;
    const text = describePullRequests([{ prNumber: 1, prTitle: evil, prAuthor: evil, state: evil }]);
    expect(text).not.toContain("\n");
    expect(text.length).toBeLessThan(320);
  });
});

describe("describeLeft", () => {
  test("lists pull requests in progress, and counts waiting ones", () => {
    const queue = [
      { prNumber: 7, state: "testing" },
      { prNumber: 8, state: "testing" },
      { prNumber: 9, state: "pending" },
      { prNumber: 10, state: "tests_passed" },
      { prNumber: 11 },
    ];
    expect(describeLeft(queue)).toBe("5 left: testing #7, #8; tests_passed #10; 2 waiting");
  });

  test("lists pull requests that are not ready, which keep the queue from becoming empty", () => {
    const left = [
      { prNumber: 13, state: "not_ready" },
      { prNumber: 14, state: "pending" },
    ];
    expect(describeLeft(left)).toBe("2 left: not_ready #13; 1 waiting");
  });

  test("more than a dozen numbers are counted", () => {
    const many = Array.from({ length: 20 }, (_, prNumber) => ({ prNumber, state: "testing" }));
    expect(describeLeft(many)).toMatch(/^20 left: testing #0, .*, #11 and 8 more$/);
  });
});

describe("describeStatusRelease", () => {
  test.each([
    [["ci/build", "ci/test"], '(\"ci/build\", \"ci/test\")'],
    [[], "(empty)"],
    [undefined, "(empty)"],
  ])("S-26: names the list that is removed: %j", (names, list) => {
    expect(describeStatusRelease(names)).toContain(`the list that was set ${list} will be deleted`);
  });
});

function find(
  settings: QueueSettings,
  shown: QueueRecord,
  additionalSettings?: AdditionalSettings,
  additionalFields: object = {},
): unknown[] {
  const asked = additionalSettings === undefined ? { settings } : { settings, additionalSettings };
  return findMismatches(asked, {
    settings: shown,
    additionalFields: additionalFields as Readonly<Record<string, unknown>>,
  });
}

describe("findMismatches", () => {
  test("finds nothing if all requested values are shown", () => {
    expect(find({ concurrency: 1, mode: "single" }, SETTINGS_SHOWN)).toEqual([]);
    expect(find({}, {})).toEqual([]);
  });

  test("the order and duplicates of required statuses never matter", () => {
    expect(find({ requiredStatuses: ["a", "b"] }, { requiredStatuses: ["b", "a", "b"] })).toEqual([]);
  });

  test("returns setting, requested and stored value, in the table's order", () => {
    const asked = { mergeMethod: "squash", state: "paused" } as const;
    expect(find(asked, { state: "running" })).toEqual([
      { name: "state", isAdditional: false, wanted: "paused", now: "running" },
      { name: "mergeMethod", isAdditional: false, wanted: "squash", now: undefined },
    ]);
  });

  test("F-25: switching_modes counts as the requested state", () => {
    expect(find({ state: "paused" }, { state: "switching_modes" })).toEqual([]);
  });

  test("I-1: additional settings are compared as JSON, after those of the table", () => {
    const asked: AdditionalSettings = new Map<string, JsonValue>([
      ["limits", { a: 1, b: [2] }],
      ["color", "red"],
      ["absent", true],
    ]);
    const shown = { color: "blue", limits: { b: [2], a: 1.0 } };
    expect(find({ concurrency: 2 }, { concurrency: 1 }, asked, shown)).toEqual([
      { name: "concurrency", isAdditional: false, wanted: 2, now: 1 },
      { name: "color", isAdditional: true, wanted: "red", now: "blue" },
      { name: "absent", isAdditional: true, wanted: true, now: undefined },
    ]);
  });

  test("a null is not managed and not compared", () => {
    expect(find({}, {}, new Map([["color", null]]), { color: "blue" })).toEqual([]);
  });

  test("S-12: inherited properties are not settings", () => {
    const asked: AdditionalSettings = new Map([["constructor", "x"]]);
    expect(find({}, {}, asked)).toEqual([
      { name: "constructor", isAdditional: true, wanted: "x", now: undefined },
    ]);
  });
});

describe("describeStateChange", () => {
  const live = (state?: string) => ({
    settings: state === undefined ? {} : { state },
    pullRequests: [],
    additionalFields: {},
  });

  test("says both states, or that nothing was changed", () => {
    const paused = { before: live("running"), settings: { state: "paused" } };
    expect(describeStateChange(QUEUE, { ...paused, isChanged: true })).toBe(
      `Queue ${QUEUE_ID} is paused now; it was running.`,
    );
    expect(describeStateChange(QUEUE, { ...paused, isChanged: false })).toBe(
      `Queue ${QUEUE_ID} is paused already; nothing was changed.`,
    );
  });

  test("a state that the service does not show is unknown", () => {
    expect(describeStateChange(QUEUE, { before: live(), settings: {}, isChanged: true })).toBe(
      `Queue ${QUEUE_ID} is in an unknown state now; it was in an unknown state.`,
    );
  });
});

describe("readQueue", () => {
  test("K-4: makes one call and returns settings and pull requests", async () => {
    const { result } = await play([reads(live({ mode: "parallel" }, [7]))], ({ context }) =>
      readQueue(context, QUEUE),
    );
    expect(result.settings).toMatchObject({ mode: "parallel", requiredStatuses: ["ci/build"] });
    expect(result.pullRequests).toMatchObject([{ prNumber: 7, prAuthor: "ada" }]);
  });

  test("F-17: additional fields are separate, unknown words are kept, and missing settings are absent", async () => {
    const older = without(live({ mode: "turbo", newSetting: 1, other: { deep: [null] } }), "mergeMethod");
    const { result } = await play([reads(older)], ({ context }) => readQueue(context, QUEUE));
    expect(result.settings.mode).toBe("turbo");
    expect(result.settings).not.toHaveProperty("newSetting");
    expect(result.settings).not.toHaveProperty("mergeMethod");
    expect(result.additionalFields).toEqual({ newSetting: 1, other: { deep: [null] } });
  });

  test("F-18: the case of known words does not matter", async () => {
    const { result } = await play([reads(live({ mode: "PARALLEL" }))], ({ context }) =>
      readQueue(context, QUEUE),
    );
    expect(result.settings.mode).toBe("parallel");
  });

  test("F-16: a queue that does not exist is the client's error", async () => {
    const { error } = await playFailure([reads(GONE)], ({ context }) => readQueue(context, QUEUE));
    expect(error).toBe(GONE);
  });

  test("K-8: it carries the operation's deadline and the interrupt", async () => {
    const { calls, context } = await play([reads(live())], ({ context: given }) => readQueue(given, QUEUE));
    expect(calls[0]?.options).toBe(context);
  });
});

describe("tryReadQueue", () => {
  test("returns undefined for a queue that does not exist", async () => {
    const { result } = await play([reads(GONE)], ({ context }) => tryReadQueue(context, QUEUE));
    expect(result).toBeUndefined();
  });

  test.each(["wrong_address", "unauthorized", "server_error"] as const)(
    "never takes %s for an absent queue",
    async (code) => {
      const { error } = await playFailure([reads(failure(code))], ({ context }) =>
        tryReadQueue(context, QUEUE),
      );
      expect(error.code).toBe(code);
    },
  );
});

describe("peekQueue", () => {
  test("K-5: makes one attempt of at most five seconds", async () => {
    const { calls } = await play([reads(live())], ({ context }) => peekQueue(context, QUEUE));
    expect(calls[0]?.options).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000 });
    expect(calls[0]?.remainingMs).toBe(5_000);
  });

  test("returns undefined for a queue that does not exist, and throws everything else", async () => {
    const { result } = await play([reads(GONE)], ({ context }) => peekQueue(context, QUEUE));
    expect(result).toBeUndefined();
    const { error } = await playFailure([reads(failure("unreachable"))], ({ context }) =>
      peekQueue(context, QUEUE),
    );
    expect(error.code).toBe("unreachable");
  });
});

describe("toQueueReference", () => {
  test("I-2: contains only the identity", () => {
    const repo = { ...QUEUE.repo, extra: 1 };
    expect(toQueueReference({ ...QUEUE, repo })).toEqual(QUEUE);
  });
});
