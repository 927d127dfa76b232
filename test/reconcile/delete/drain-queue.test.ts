import { drainQueue } from "../../../src/reconcile/delete/delete-queue";
import type { DrainOptions } from "../../../src/reconcile/drain/drain-until";
import {
  BEGUN,
  BUSY,
  BUSY_DRAINING,
  BUSY_SWITCHING,
  DRAIN,
  drain,
  EMPTY,
  failToDrain,
  LATE,
  RESTORE,
  UNKNOWN_STATE,
} from "../support/drain-steps";
import { expectError, playFailure } from "../support/play";
import {
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  looks,
  pullRequest,
  QUEUE,
  QUEUE_ID,
  record,
  type Step,
  times,
  updates,
  without,
} from "../support/steps";

/** The service refuses to delete the queue although it shows nothing in it. */
const ATTEMPT = [EMPTY, deletes(failure("refused", { serverText: "locked" })), EMPTY];

describe("drainQueue", () => {
  test("F-22, K-3: sets draining, waits until the queue is empty, deletes it and reads that it is gone", async () => {
    const { result, clock } = await drain([...BEGUN, BUSY_DRAINING, EMPTY, deletes(), looks(GONE)]);
    expect(result).toBe("deleted");
    expect(clock.sleeps).toEqual([250, 500, 1_000]);
  });

  test("F-22: a queue whose pull requests the service stops showing gets its state back", async () => {
    const unlisted = looks(without(live({ state: "draining" }), "enqueuedPullRequests"));
    const { error } = await failToDrain([...BEGUN, unlisted, BUSY_DRAINING, RESTORE]);
    expect(error.message).toContain("has no enqueuedPullRequests");
    expect(error.message).toContain("It was set back to running.");
  });

  const REFUSED = deletes(failure("refused"));
  test.each([
    ["K-3 (1): an empty one, at once and in its state", [looks(live({ state: "paused" }))]],
    ["F-22: a paused one, in which nothing merges", [looks(live({ state: "paused" }, [7])), DRAIN, EMPTY]],
    ["I-2: one that drains already, without a write", [BUSY_DRAINING, BUSY_DRAINING, EMPTY]],
    ["F-22: an empty one with a new pull request", [looks(live()), REFUSED, BUSY, BUSY, DRAIN, EMPTY]],
    ["F-22: one with a later pull request", [...BEGUN, EMPTY, REFUSED, BUSY_DRAINING, BUSY_DRAINING, EMPTY]],
    ["F-17: one in an unknown state meanwhile", [...BEGUN, looks(live({ state: "drained" }, [7])), EMPTY]],
    ["F-25: one that switches modes while it drains", [...BEGUN, BUSY_SWITCHING, EMPTY]],
    ["F-27: one whose deletion is refused: reads may lag", [...BEGUN, ...ATTEMPT, EMPTY]],
    [
      "F-27: one with a new pull request, after which refusals are tried again for 15 seconds",
      [...BEGUN, ...times(4, ATTEMPT).flat(), BUSY_DRAINING, ...ATTEMPT, EMPTY],
    ],
  ])("%s is deleted", async (_, steps) => {
    expect((await drain([...steps, deletes(), looks(GONE)])).result).toBe("deleted");
    expect((await drain([...steps, deletes("OK", INTERRUPT), looks(GONE)])).result).toBe("deleted");
  });

  test.each([
    ["K-3 (1): already", []],
    ["F-23: while it is drained", BEGUN],
    ["F-23: before it is set to drain", [BUSY, updates({ state: "draining" }, GONE)]],
  ])("%s gone is a success", async (_, steps) => {
    expect((await drain([...steps, looks(GONE)])).result).toBe("already_gone");
  });

  test.each([
    ["the first read fails", failure("unauthorized"), "The service: unauthorized."],
    ["the service does not show pull requests", without(live(), "enqueuedPullRequests"), "has no enqueued"],
  ])("K-3 (1), F-22: nothing is changed if %s", async (_, response, message) => {
    expect((await failToDrain([looks(response)])).error.message).toContain(message);
  });

  test("F-27: a read that lags behind the change is not an outside change", async () => {
    const { result, clock } = await drain([BUSY, DRAIN, ...times(6, BUSY), EMPTY, deletes(), looks(GONE)]);
    expect(result).toBe("deleted");
    expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  test("an outside change of the state ends the draining and is kept", async () => {
    const { error } = await failToDrain([...BEGUN, looks(live({ state: "paused" }, [7, 8]))]);
    const details = { queue: QUEUE, record: { state: "paused" } };
    expect(error).toMatchObject({ code: "queue_not_empty", details });
    expect(error.message).toContain(`${QUEUE_ID} was not deleted: its state was changed to paused`);
    expect(error.message).toContain("2 pull requests are in it:\n  #7");
  });

  const EMPTY_RUNNING = looks(live());
  test.each([
    [
      "paused",
      [...BEGUN, looks(live({ state: "paused" }))],
      "queue_not_empty",
      "its state was changed to paused",
    ],
    [
      "resumed, or made anew with the same settings",
      [BUSY, DRAIN, ...times(7, EMPTY_RUNNING)],
      "queue_not_empty",
      "its state was changed to running",
    ],
    [
      "made anew with other settings",
      [...BEGUN, looks(live({ concurrency: 9 }))],
      "outcome_unknown",
      "its concurrency is 9 and was 5, so someone else has changed the queue since it was first read, or has replaced it with another queue. It was left as it is: running.",
    ],
    [
      "changed",
      [...BEGUN, looks(live({ state: "draining", batch: true }))],
      "outcome_unknown",
      "its batch is true and was false",
    ],
    [
      "changed after a lost delete",
      [...BEGUN, EMPTY, deletes(failure("outcome_unknown")), ...times(2, looks(live({ concurrency: 9 })))],
      "outcome_unknown",
      "its concurrency is 9 and was 5",
    ],
    [
      "changed before it drains, after a refused delete",
      [looks(live()), REFUSED, BUSY, looks(live({ concurrency: 9 }, [7]))],
      "outcome_unknown",
      "its concurrency is 9 and was 5",
    ],
    [
      "changed before the state is set back",
      [...LATE, looks(live({ concurrency: 9 }, [7]))],
      "queue_not_empty",
      "It was left running, because its concurrency is 9 and was 5",
    ],
  ])("F-43: one that is %s meanwhile is neither deleted nor written", async (_, steps, code, message) => {
    const { error } = await failToDrain(steps, steps.length > 8 ? undefined : 10_000);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  test("F-43: a state that the service does not show is named as unknown", async () => {
    const other = without(live({ concurrency: 9 }), "state");
    const ended = await failToDrain([...BEGUN, looks(other)]);
    expect(ended.error.message).toContain("It was left as it is: in an unknown state.");
    const timed = looks({ ...other, enqueuedPullRequests: [pullRequest(7)] });
    const { error } = await failToDrain([...LATE, timed], 10_000);
    expect(error.message).toContain("It was left in an unknown state, because");
  });

  test("F-44: one with other settings than its plan showed is not changed", async () => {
    const expected = { settings: { concurrency: 2 }, additionalFields: {} };
    const { error } = await playFailure([BUSY], ({ context }) =>
      drainQueue(context, UNKNOWN_STATE, expected),
    );
    expect(error).toMatchObject({ code: "plan_outdated", details: { field: "concurrency" } });
  });

  test("the earlier state counts as an outside change when reads can no longer lag", async () => {
    const { error } = await failToDrain([BUSY, DRAIN, ...times(7, BUSY)]);
    expect(error.message).toContain("its state was changed to running");
  });

  describe("when the service refuses to delete the queue although it shows nothing in it", () => {
    test("K-3 (3): after 15 seconds the refusal is final, and the state is set back", async () => {
      const attempts = times(6, ATTEMPT).flat();
      const { error, clock } = await failToDrain([...BEGUN, ...attempts, EMPTY, RESTORE]);
      expect(error).toMatchObject({ code: "refused", details: { serverText: "locked", queue: QUEUE } });
      expect(error.message).toBe(
        `Queue ${QUEUE_ID} could not be drained and deleted. The service: refused. It was set back to running.`,
      );
      expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    });

    test("K-3 (3): even if it was empty from the beginning, and no state has to be restored", async () => {
      const { error } = await failToDrain(times(8, ATTEMPT).flat());
      expect(error).toMatchObject({ code: "refused", message: "The service: refused." });
    });

    test("the refusal is also final at the deadline", async () => {
      await expectError(failToDrain([BUSY, DRAIN, ...ATTEMPT, ...ATTEMPT, EMPTY, RESTORE], 1_500), "refused");
    });
  });

  describe("when the queue is switching modes", () => {
    const PAUSED = looks(live({ state: "paused" }, [7]));
    const RESTING = looks(live({ state: "resting" }, [7]));
    const REFUSED_DRAIN = updates({ state: "draining" }, failure("refused"));
    const REPEATED_DRAIN = updates({ state: "draining" }, failure("refused"), { isRepeated: true });
    const DRAIN_SWITCHING = updates({ state: "draining" }, record({ state: "switching_modes" }));
    const LOST_TOKEN = looks(failure("unauthorized"));
    const PAUSE = updates({ state: "paused" }, record({ state: "paused" }));

    test.each<[string, "paused" | "running", DrainOptions, Step[]]>([
      [
        "F-25: it gets time to show the state that may have to be restored",
        "paused",
        { priorState: "running" },
        [BUSY_SWITCHING, BUSY_SWITCHING, PAUSED, DRAIN, LOST_TOKEN, BUSY_DRAINING, PAUSE],
      ],
      [
        "F-25, F-26: a refused change waits until the mode has switched, and the resulting state is restored",
        "paused",
        { priorState: undefined },
        [BUSY, REFUSED_DRAIN, BUSY_SWITCHING, PAUSED, DRAIN, LOST_TOKEN, BUSY_DRAINING, PAUSE],
      ],
      [
        "F-25, F-51: a change that is repeated after a look restores the state that the look shows",
        "paused",
        { priorState: "running" },
        [...times(8, BUSY_SWITCHING), REPEATED_DRAIN, PAUSED, DRAIN, LOST_TOKEN, BUSY_DRAINING, PAUSE],
      ],
      [
        "F-25, F-51: a look that still shows the queue switching says nothing of the state to restore",
        "running",
        { priorState: "running" },
        [BUSY, REPEATED_DRAIN, BUSY_SWITCHING, DRAIN, LOST_TOKEN, BUSY_DRAINING, RESTORE],
      ],
      [
        "F-25: if it settles in an unknown state, the last known one is restored",
        "running",
        { priorState: undefined },
        [BUSY, REFUSED_DRAIN, BUSY_SWITCHING, RESTING, DRAIN, LOST_TOKEN, BUSY_DRAINING, RESTORE],
      ],
    ])("%s", async (_, restored, options, steps) => {
      const { error } = await failToDrain(steps, undefined, options);
      expect(error.message).toContain(`It was set back to ${restored}.`);
    });

    test("F-25: after 15 seconds the last known state counts", async () => {
      const steps = [...times(8, BUSY_SWITCHING), DRAIN_SWITCHING, LOST_TOKEN, BUSY_SWITCHING, RESTORE];
      const { error, clock } = await failToDrain(steps, undefined, { priorState: "running" });
      expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
      expect(error.message).toContain("It was set back to running.");
    });

    test("F-25: without a known state it is still draining, and the error names the command", async () => {
      const steps = [BUSY_SWITCHING, BUSY_SWITCHING, BUSY_SWITCHING, DRAIN_SWITCHING];
      const { error } = await failToDrain(steps, 1_000);
      expect(error.message).toContain("It is still draining, because its earlier state is not known.");
      expect(error.message).toContain(`To set it to running, run mergequeue queue resume "${QUEUE_ID}".`);
    });

    test("the time is over before it has shown a state: nothing was changed", async () => {
      const steps = [100, 40].map((takesMs) => ({ ...BUSY_SWITCHING, takesMs }));
      const { error } = await failToDrain(steps, 1_000);
      expect(error.message).toContain("Nothing was changed. 1 pull request is in it:");
    });
  });

  describe("when nothing in it is being tested", () => {
    const PENDING = pullRequest(7, "pending");
    const NOT_READY = pullRequest(8, "NOT_READY");
    const inQueue = (...enqueuedPullRequests: readonly object[]): object => ({
      ...live({ state: "draining" }),
      enqueuedPullRequests,
    });
    const HELD = looks(inQueue(PENDING, NOT_READY));
    const HELD_HIDDEN = looks(inQueue(PENDING), { notReady: [NOT_READY] });
    const told: string[] = [];
    const options: DrainOptions = { priorState: undefined, onHeld: (message) => told.push(message) };

    beforeEach(() => {
      told.length = 0;
    });

    test.each([
      ["F-22: it", HELD],
      ["F-47: where the service shows with the queue only those that are ready, it", HELD_HIDDEN],
    ])("%s says so once, at once, and waits on until they are cancelled", async (_, held) => {
      const steps = [BUSY, DRAIN, held, held, held, EMPTY, deletes(), looks(GONE)];
      const { result } = await drain(steps, 300_000, options);
      expect(result).toBe("deleted");
      expect(told).toEqual([expect.stringMatching(/Cancel the 2 waiting pull requests .* Not ready: #8\./)]);
    });

    const HIDDEN = looks(live({ state: "draining" }), { notReady: [NOT_READY] });
    const CANCEL = new RegExp(
      `^Not ready: #8\\..* cancel them first: mergequeue pr cancel "${QUEUE_ID}" NUMBER\\.$`,
    );

    test("F-47: those that are not ready are named before the first wait, and each later one", async () => {
      const first = looks(live({}, [7]), { notReady: [NOT_READY] });
      const later = { ...HIDDEN, notReady: [NOT_READY, pullRequest(9, "not_ready")] };
      const tellLate = { ...options, onHeld: (message: string) => told.push(message) };
      await drain([first, DRAIN, HIDDEN, later, later, EMPTY, deletes(), looks(GONE)], 300_000, tellLate);
      expect(told).toEqual([expect.stringMatching(CANCEL), expect.stringContaining("Not ready: #8, #9.")]);
      expect(told[1]).not.toContain("queue resume");
    });

    test("F-47: a queue with only those is not deleted: the error names them and what to cancel", async () => {
      const failing = failToDrain(times(3, HIDDEN), 2_000, options);
      await expectError(failing, "queue_not_empty", "1 pull request is in it:\n  #8");
      expect(told).toHaveLength(1);
      const look = (shown: object) => looks(shown, { notReady: [NOT_READY] });
      const draining = look(live({ state: "draining" }, [7]));
      const steps = [look(live({}, [7])), DRAIN, ...times(3, draining), RESTORE];
      const late = await failToDrain(steps, 2_000);
      expect(late.error.message).toMatch(/the state of the queue\. Not ready: #8\./);
    });

    test("F-47: if they cannot be listed, it stops, and the earlier state is restored", async () => {
      const unlisted = { ...EMPTY, notReady: failure("forbidden") };
      const { error } = await failToDrain([...BEGUN, unlisted, BUSY_DRAINING, RESTORE], undefined, options);
      expect(error.message).toMatch(
        /could not be listed\. The service: forbidden\..* It was set back to running\./s,
      );
      expect((await failToDrain([unlisted], undefined, options)).error.code).toBe("forbidden");
    });

    test("F-47: while the tests in it run they are listed when it changes, else once a minute", async () => {
      const both = looks(live({ state: "draining" }, [7, 12]));
      const steps = [both, ...times(18, both), BUSY_DRAINING, HELD, EMPTY, deletes(), looks(GONE)];
      const { lists, clock } = await drain(steps, undefined, options);
      expect(clock.now()).toBeGreaterThan(60_000);
      expect(lists).toHaveLength(5);
    });

    test("F-22: the error at the end says that waiting longer would not have helped", async () => {
      const { error } = await failToDrain([BUSY, DRAIN, HELD, HELD, HELD, RESTORE], 1_000, options);
      expect(error.message).toContain(
        "Nothing in it was being tested, and a draining queue starts nothing new",
      );
      expect(error.message).toContain('mergequeue pr cancel "github.com/acme/web/main" NUMBER');
      expect(error.message).toContain("It was set back to running. 2 pull requests are in it:");
    });

    test.each([
      ["something is being tested", BUSY_DRAINING],
      ["reads do not show yet that it drains", BUSY],
      [
        "a pull request has no state, or one that this version does not know",
        looks({
          ...live({ state: "draining" }),
          enqueuedPullRequests: [{ ...pullRequest(7), state: "resting" }, without(pullRequest(8), "state")],
        }),
      ],
    ])("it says nothing while %s", async (_, look) => {
      await drain([BUSY, DRAIN, look, EMPTY, deletes(), looks(GONE)], 300_000, options);
      expect(told).toEqual([]);
    });
  });
});
