import { describeStateChange } from "../../src/reconcile/queue-state";
import {
  type LiveQueue,
  peekQueue,
  readQueue,
  toQueueReference,
  tryReadQueue,
} from "../../src/reconcile/read-queue";
import { play, playFailure } from "./support/play";
import { failure, live, looks, pullRequest, QUEUE, QUEUE_ID, reads, without } from "./support/steps";

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
    const step = reads(live({ mode: "parallel" }, [7]));
    const { result } = await play([step], ({ context }) => readQueue(context));
    expect(result.settings).toMatchObject({ mode: "parallel", requiredStatuses: ["ci/build"] });
    expect(result.pullRequests).toMatchObject([{ prNumber: 7, prAuthor: "ada" }]);
  });

  test("F-17: additional fields are separate, unknown words are kept, and missing settings are absent", async () => {
    const older = without(live({ mode: "turbo", newSetting: 1, other: { deep: [null] } }), "mergeMethod");
    const { result } = await play([reads(older)], ({ context }) => readQueue(context));
    expect(result.settings.mode).toBe("turbo");
    expect(result.settings).not.toHaveProperty("newSetting");
    expect(result.settings).not.toHaveProperty("mergeMethod");
    expect(result.additionalFields).toEqual({ newSetting: 1, other: { deep: [null] } });
  });

  test("F-18: the case of known words does not matter", async () => {
    const { result } = await play([reads(live({ mode: "PARALLEL" }))], ({ context }) => readQueue(context));
    expect(result.settings.mode).toBe("parallel");
  });

  test("K-8: it carries the operation's deadline and the interrupt", async () => {
    const { calls, context } = await play([reads(live())], ({ context: given }) => readQueue(given));
    expect(calls[0]?.options).toBe(context);
  });
});

describe("tryReadQueue", () => {
  test.each(["wrong_address", "unauthorized", "server_error"] as const)(
    "never takes %s for an absent queue",
    async (code) => {
      const { error } = await playFailure([reads(failure(code))], ({ context }) => tryReadQueue(context));
      expect(error.code).toBe(code);
    },
  );
});

describe("peekQueue", () => {
  test("K-5: makes one attempt of at most five seconds", async () => {
    const { calls } = await play([reads(live())], ({ context }) => peekQueue(context));
    expect(calls[0]?.options).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000 });
    expect(calls[0]?.remainingMs).toBe(5_000);
  });
});

describe("Reconciler.addNotReady", () => {
  const OTHER = pullRequest(9, "not_ready");

  test("F-47: adds what is not ready, in one attempt of at most five seconds", async () => {
    const { result, lists } = await play([looks(live({}, [7]), { notReady: [OTHER] })], async (stage) =>
      stage.reconciler.addNotReady(QUEUE, await readQueue(stage.context)),
    );
    expect(result.pullRequests).toMatchObject([{ prNumber: 7 }, { prNumber: 9, state: "not_ready" }]);
    expect(lists.map(({ remainingMs, options }) => [remainingMs, options.maxAttempts])).toEqual([[5_000, 1]]);
  });

  test("F-47: steps of a plan that share a read share what was added to it", async () => {
    const { result, lists } = await play([looks(live(), { notReady: [OTHER] })], async ({ reconciler }) => {
      const add = async () => reconciler.addNotReady(QUEUE, (await reconciler.peek(QUEUE)) as LiveQueue);
      return [await add(), await add()];
    });
    expect(result[0]).toBe(result[1]);
    expect(lists).toHaveLength(1);
  });

  test("F-47: goes on without them, and says why; only an interrupt ends it", async () => {
    const add = (response: object, notReady?: Error) =>
      play([reads(response, notReady && { notReady })], async (stage) =>
        stage.reconciler.addNotReady(QUEUE, await readQueue(stage.context)),
      );
    const { result } = await add(live({}, [7]), failure("forbidden"));
    expect(result).toMatchObject({
      pullRequests: [{ prNumber: 7 }],
      notReadyProblem: "The service: forbidden.",
    });
    await expect(add(live(), failure("interrupted"))).rejects.toMatchObject({ code: "interrupted" });
    expect((await add(without(live(), "enqueuedPullRequests"))).result.pullRequests).toBeUndefined();
  });
});

describe("toQueueReference", () => {
  test("I-2: contains only the identity", () => {
    const repo = { ...QUEUE.repo, extra: 1 };
    expect(toQueueReference({ ...QUEUE, repo })).toEqual(QUEUE);
  });
});
