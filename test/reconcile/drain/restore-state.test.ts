import { createTimeoutError } from "../../../src/reconcile/drain/drain-until";
import {
  BEGUN,
  BUSY,
  BUSY_DRAINING,
  DRAIN,
  drain,
  EMPTY,
  failToDrain,
  LATE,
  RESTORE,
} from "../support/drain-steps";
import { expectError } from "../support/play";
import {
  deletes,
  failure,
  GONE,
  live,
  looks,
  QUEUE,
  QUEUE_ID,
  reads,
  record,
  times,
  updates,
} from "../support/steps";

describe("restoreState, after draining without success", () => {
  describe("when the time is over", () => {
    test("F-22: the previous state is restored, and the error says how long it waited and what is left", async () => {
      const { error } = await failToDrain([...LATE, BUSY_DRAINING, RESTORE], 10_000);
      const details = { queue: QUEUE, operation: "deleteQueue", record: { state: "running" } };
      expect(error).toMatchObject({ code: "queue_not_empty", details });
      expect(error.message).toBe(
        `Queue ${QUEUE_ID} was not deleted: it was not empty after 8 s. This is the timeout, less the time that ` +
          "is reserved for restoring the state of the queue. It was set back to running. " +
          '1 pull request is in it:\n  #7 "Change 7" by ada (testing)',
      );
    });

    test("F-22: a long wait is given in minutes, and an empty queue gets no advice", () => {
      const last = { settings: { state: "draining" }, pullRequests: [], additionalFields: {} };
      const { message } = createTimeoutError({ queue: QUEUE, goal: "deleted", last }, 3_569_900);
      expect(message).toMatch(
        /after 59 min 30 s\. This is the timeout, less the time .* the state of the queue\.$/,
      );
    });

    test.each([
      [300_000, 30_000],
      [10_000, 2_000],
    ])(
      "F-03: of %d ms, %d are reserved for it: a fifth, at most 30 seconds",
      async (timeoutMs, reserveMs) => {
        const before = timeoutMs - reserveMs;
        const refused = { ...DRAIN, response: failure("unauthorized"), takesMs: before };
        const { calls } = await failToDrain([BUSY, refused, BUSY, RESTORE], timeoutMs);
        const remaining = calls.map(({ remainingMs }) => remainingMs);
        expect(remaining).toEqual([before, before, Math.min(5_000, reserveMs / 4), reserveMs]);
      },
    );

    test("a queue that was draining before is still draining", async () => {
      const { error } = await failToDrain([...times(6, BUSY_DRAINING)], 10_000);
      expect(error.message).toContain("It is still draining, as it was before.");
    });

    test("a read that the deadline cancels does not count", async () => {
      const cut = reads(failure("no_answer"), { takesMs: 7_750 });
      const failing = failToDrain([BUSY, DRAIN, cut, BUSY_DRAINING, RESTORE], 10_000);
      await expectError(failing, { code: "queue_not_empty", cause: { code: "no_answer" } }, "after 8 s");
    });

    test("an outside change of the state at the last moment is kept", async () => {
      const { error } = await failToDrain([...LATE, reads(live({ state: "paused" }, [7]))], 10_000);
      expect(error.message).toContain("Its state was changed to paused meanwhile; that change was kept.");
    });

    test("a queue that gets new pull requests before each deletion is kept", async () => {
      const again = [EMPTY, deletes(failure("refused")), BUSY_DRAINING];
      const { error } = await failToDrain([BUSY, DRAIN, ...again, ...again, EMPTY, RESTORE], 1_500);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toMatch(/after 1 s\. .*\. It was set back to running\.$/);
    });
  });

  describe("when setting the state back fails", () => {
    test("the error says why, and what sets it back", async () => {
      const steps = [...LATE, BUSY_DRAINING, updates({ state: "running" }, failure("server_error"))];
      const { error } = await failToDrain(steps, 10_000);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toContain(
        `It could not be set back to running and may still be draining. To set it back, run mergequeue queue resume ` +
          `"${QUEUE_ID}". The service: server_error.`,
      );
      expect(error.message).toContain("#7");
    });

    test("the message for a paused queue names queue pause", async () => {
      const paused = looks(live({ state: "paused" }, [7]));
      const refused = updates({ state: "paused" }, failure("forbidden"));
      const { error } = await failToDrain([paused, ...LATE.slice(1), BUSY_DRAINING, refused], 10_000);
      expect(error.message).toContain(`mergequeue queue pause "${QUEUE_ID}"`);
    });
  });

  test.each([
    ["F-27: reading shows it already", BUSY],
    ["the queue cannot be read", reads(failure("server_error"))],
  ])("the state is set back although %s", async (_, read) => {
    const { error } = await failToDrain([...LATE, read, RESTORE], 10_000);
    expect(error.message).toContain("It was set back to running.");
  });

  test("F-23: a queue that is gone by then is a success", async () => {
    for (const last of [[reads(GONE)], [BUSY_DRAINING, updates({ state: "running" }, GONE)]])
      expect((await drain([...LATE, ...last], 10_000)).result).toBe("deleted");
  });

  describe("when something fails", () => {
    test("F-15: a service that refuses every change is not left draining", async () => {
      const forbidden = failure("forbidden");
      const steps = [
        BUSY,
        updates({ state: "draining" }, forbidden),
        BUSY,
        updates({ state: "running" }, forbidden),
      ];
      await expectError(failToDrain(steps), "forbidden", "It is running, as it was before.");
    });

    test("I-1: a service that does not store the state is an error", async () => {
      const { error } = await failToDrain([BUSY, updates({ state: "draining" }, record()), BUSY, RESTORE]);
      expect(error).toMatchObject({ code: "not_stored", details: { field: "state" } });
    });

    test("F-02: a change with a lost response is rolled back", async () => {
      const lost = updates({ state: "draining" }, failure("outcome_unknown"));
      const failing = failToDrain([BUSY, lost, BUSY_DRAINING, RESTORE]);
      await expectError(failing, "outcome_unknown", "It was set back to running.");
    });

    test("K-3 (3): a deletion that fails permanently ends it, and the state is set back", async () => {
      const steps = [...BEGUN, EMPTY, deletes(failure("unauthorized")), EMPTY, RESTORE];
      const { error } = await failToDrain(steps);
      expect(error.code).toBe("unauthorized");
      expect(error.message).toMatch(/It was set back to running\.$/);
    });

    test("F-02: a deletion whose response was lost and that reading shows only later is a success", async () => {
      const lost = deletes(failure("outcome_unknown"));
      const steps = [...BEGUN, EMPTY, lost, reads(failure("server_error")), reads(GONE)];
      expect((await drain(steps)).result).toBe("deleted");
    });

    test("a bug is thrown unchanged, after the state was set back", async () => {
      const fault = new TypeError("ours");
      await expect(drain([...BEGUN, reads(fault), BUSY_DRAINING, RESTORE])).rejects.toBe(fault);
    });
  });
});
