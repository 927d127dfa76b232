import type { DrainOptions } from "../../src/reconcile/drain-queue";
import { drainQueue } from "../../src/reconcile/drain-queue";
import type { FailedOutcome, Outcome } from "./support/play";
import { play, playFailure } from "./support/play";
import type { Step, StepOptions } from "./support/steps";
import {
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  QUEUE,
  QUEUE_ID,
  reads,
  record,
  times,
  updates,
} from "./support/steps";

const UNKNOWN_STATE: DrainOptions = { priorState: undefined };
const DRAIN = updates({ state: "draining" }, record({ state: "draining" }));
const RESTORE = updates({ state: "running" }, record());
const BUSY = reads(live({}, [7]));
const BUSY_DRAINING = reads(live({ state: "draining" }, [7]));
const BUSY_SWITCHING = reads(live({ state: "switching_modes" }, [7]));
const EMPTY = reads(live({ state: "draining" }));
const BEGUN = [BUSY, DRAIN, BUSY_DRAINING];

/** The user interrupts so many milliseconds after the call was made. */
function interruptAfter(ms: number): StepOptions {
  return {
    meanwhile: ({ clock, stop }) => {
      clock.after(ms, () => {
        stop.abort();
      });
    },
  };
}

function drain(steps: readonly Step[], options = UNKNOWN_STATE): Promise<Outcome<unknown>> {
  return play(steps, ({ context }) => drainQueue(context, QUEUE, options));
}

function failToDrain(
  steps: readonly Step[],
  timeoutMs?: number,
  options = UNKNOWN_STATE,
): Promise<FailedOutcome> {
  return playFailure(steps, ({ context }) => drainQueue(context, QUEUE, options), timeoutMs);
}

describe("drainQueue", () => {
  test("F-22, K-3: sets draining, waits until the queue is empty, deletes it and reads that it is gone", async () => {
    const steps = [...BEGUN, BUSY_DRAINING, EMPTY, deletes(), reads(GONE)];
    const { result, clock } = await drain(steps);
    expect(result).toBe("deleted");
    expect(clock.sleeps).toEqual([250, 500, 1_000]);
  });

  test("K-3 (1): an empty queue is deleted at once, and its state stays as it is", async () => {
    const { result } = await drain([reads(live({ state: "paused" })), deletes(), reads(GONE)]);
    expect(result).toBe("deleted");
  });

  test("K-3 (1): a queue that is gone already is a success without any call that changes something", async () => {
    const { result } = await drain([reads(GONE)]);
    expect(result).toBe("already_gone");
  });

  test("K-3 (1): a first read that fails ends it, and nothing was changed", async () => {
    const { error } = await failToDrain([reads(failure("unauthorized"))]);
    expect(error.message).toBe("The service: unauthorized.");
  });

  test("F-22: a paused queue is drained too, because nothing merges while it is paused", async () => {
    const paused = reads(live({ state: "paused" }, [7]));
    const { result } = await drain([paused, DRAIN, BUSY_DRAINING, EMPTY, deletes(), reads(GONE)]);
    expect(result).toBe("deleted");
  });

  test("I-2: a queue that drains already is waited for, and nothing is sent", async () => {
    const { result } = await drain([BUSY_DRAINING, BUSY_DRAINING, EMPTY, deletes(), reads(GONE)]);
    expect(result).toBe("deleted");
  });

  test("F-23: a queue that disappears while it is drained is a success", async () => {
    const { result } = await drain([...BEGUN, reads(GONE)]);
    expect(result).toBe("already_gone");
  });

  test("F-23: a queue that disappears before it is set to drain is a success", async () => {
    const { result } = await drain([BUSY, updates({ state: "draining" }, GONE), reads(GONE)]);
    expect(result).toBe("already_gone");
  });

  test("F-22: a pull request that slips in sends it back to waiting", async () => {
    const steps = [
      ...BEGUN,
      EMPTY,
      deletes(failure("refused")),
      BUSY_DRAINING,
      BUSY_DRAINING,
      EMPTY,
      deletes(),
      reads(GONE),
    ];
    const { result } = await drain(steps);
    expect(result).toBe("deleted");
  });

  test("F-22: a pull request that slips into an empty queue makes it drain", async () => {
    const steps = [
      reads(live()),
      deletes(failure("refused")),
      BUSY,
      BUSY,
      DRAIN,
      EMPTY,
      deletes(),
      reads(GONE),
    ];
    const { result } = await drain(steps);
    expect(result).toBe("deleted");
  });

  test("F-27: reading that lags behind the change is no change by somebody else", async () => {
    const steps = [BUSY, DRAIN, ...times(6, BUSY), EMPTY, deletes(), reads(GONE)];
    const { result, clock } = await drain(steps);
    expect(result).toBe("deleted");
    expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  test("F-17: a word that this version does not know is not taken for a change by somebody else", async () => {
    const steps = [...BEGUN, reads(live({ state: "drained" }, [7])), EMPTY, deletes(), reads(GONE)];
    const { result } = await drain(steps);
    expect(result).toBe("deleted");
  });

  test("I-3: an empty queue is deleted whatever somebody else has made of its state", async () => {
    const { result } = await drain([...BEGUN, reads(live({ state: "paused" })), deletes(), reads(GONE)]);
    expect(result).toBe("deleted");
  });

  test("somebody else's state ends the draining and is left as it is", async () => {
    const { error } = await failToDrain([...BEGUN, reads(live({ state: "paused" }, [7, 8]))]);
    expect(error).toMatchObject({
      code: "queue_not_empty",
      details: { queue: QUEUE, record: { state: "paused" } },
    });
    expect(error.message).toContain(`${QUEUE_ID} was not deleted: somebody else has made it paused`);
    expect(error.message).toContain("2 pull requests are in it:\n  #7");
  });

  test("the state from before counts as somebody else's once reading can no longer lag", async () => {
    const { error } = await failToDrain([BUSY, DRAIN, ...times(7, BUSY)]);
    expect(error.message).toContain("somebody else has made it running");
  });

  describe("when the service refuses to delete the queue although it shows nothing in it", () => {
    const REFUSED = deletes(failure("refused", { serverText: "locked" }));
    const ATTEMPT = [EMPTY, REFUSED, EMPTY];

    test("F-27: it tries again, because what is shown may lag behind what is known", async () => {
      const { result } = await drain([...BEGUN, ...ATTEMPT, EMPTY, deletes(), reads(GONE)]);
      expect(result).toBe("deleted");
    });

    test("K-3 (3): for 15 seconds; then the refusal is the answer, and the state is set back", async () => {
      const attempts = Array.from({ length: 6 }, () => ATTEMPT).flat();
      const { error, clock } = await failToDrain([...BEGUN, ...attempts, EMPTY, RESTORE]);
      expect(error).toMatchObject({ code: "refused", details: { serverText: "locked", queue: QUEUE } });
      expect(error.message).toBe(
        `Queue ${QUEUE_ID} was drained but not deleted. The service: refused. It was set back to running.`,
      );
      expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    });

    test("K-3 (3): also where it was empty from the beginning, and nothing has to be set back", async () => {
      const attempts = Array.from({ length: 8 }, () => ATTEMPT).flat();
      const { error } = await failToDrain(attempts);
      expect(error).toMatchObject({ code: "refused", message: "The service: refused." });
    });

    test("what slips in begins the patience anew", async () => {
      const steps = [
        ...BEGUN,
        ...Array.from({ length: 4 }, () => ATTEMPT).flat(),
        BUSY_DRAINING,
        ...ATTEMPT,
        EMPTY,
        deletes(),
        reads(GONE),
      ];
      const { result } = await drain(steps);
      expect(result).toBe("deleted");
    });

    test("it is also the answer where the time is over first", async () => {
      const { error } = await failToDrain([BUSY, DRAIN, ...ATTEMPT, ...ATTEMPT, EMPTY, RESTORE], 1_500);
      expect(error.code).toBe("refused");
    });
  });

  describe("when the time is over", () => {
    /** Begins, and looks at 250, 750, 1750, 3750 and 7750 milliseconds; the next look would come at 12,750. */
    const LATE = [...BEGUN, ...times(4, BUSY_DRAINING)];

    test("F-22: the state from before is set back, and the error says how long was waited and what is left", async () => {
      const { error } = await failToDrain([...LATE, BUSY_DRAINING, RESTORE], 10_000);
      expect(error).toMatchObject({
        code: "queue_not_empty",
        details: { queue: QUEUE, operation: "deleteQueue", record: { state: "running" } },
      });
      expect(error.message).toBe(
        `Queue ${QUEUE_ID} was not deleted: it did not get empty within 8 s. It was set back to running. ` +
          '1 pull request is in it:\n  #7 "Change 7" by ada (testing)',
      );
    });

    test("F-03: a fifth of the time is kept for it, 30 seconds at most", async () => {
      for (const [timeoutMs, reserveMs] of [
        [300_000, 30_000],
        [10_000, 2_000],
      ] as const) {
        const { calls } = await failToDrain(
          [
            BUSY,
            { ...DRAIN, answer: failure("unauthorized"), takesMs: timeoutMs - reserveMs },
            BUSY,
            RESTORE,
          ],
          timeoutMs,
        );
        expect(calls.map(({ remainingMs }) => remainingMs)).toEqual([
          timeoutMs - reserveMs,
          timeoutMs - reserveMs,
          Math.min(5_000, reserveMs / 4),
          reserveMs,
        ]);
      }
    });

    test("F-22: a paused queue is paused again", async () => {
      const pause = updates({ state: "paused" }, record({ state: "paused" }));
      const steps = [reads(live({ state: "paused" }, [7])), ...LATE.slice(1), BUSY_DRAINING, pause];
      const { error } = await failToDrain(steps, 10_000);
      expect(error.message).toContain("It was set back to paused.");
    });

    test("a queue that drained before goes on draining", async () => {
      const { error } = await failToDrain([...times(6, BUSY_DRAINING)], 10_000);
      expect(error.message).toContain("It goes on draining, as it did before.");
    });

    test("a look that the end of the time has cut off counts less than the one before", async () => {
      const cut = reads(failure("no_answer"), { takesMs: 7_750 });
      const { error } = await failToDrain([BUSY, DRAIN, cut, BUSY_DRAINING, RESTORE], 10_000);
      expect(error).toMatchObject({ code: "queue_not_empty", cause: { code: "no_answer" } });
      expect(error.message).toContain("within 8 s");
    });

    test("what somebody else has made of the state in the last moment is left", async () => {
      const { error } = await failToDrain([...LATE, reads(live({ state: "paused" }, [7]))], 10_000);
      expect(error.message).toContain('Somebody else has made it "paused" meanwhile, which was left so.');
    });

    test("a queue that is gone in the last moment is a success", async () => {
      const { result } = await play(
        [...LATE, reads(GONE)],
        ({ context }) => drainQueue(context, QUEUE, UNKNOWN_STATE),
        10_000,
      );
      expect(result).toBe("deleted");
    });

    test("F-27: the state is set back although reading shows it already", async () => {
      const { error } = await failToDrain([...LATE, BUSY, RESTORE], 10_000);
      expect(error.message).toContain("It was set back to running.");
    });

    test("K-1 (5): setting it back is confirmed by reading where the answer is no record", async () => {
      const steps = [...LATE, BUSY_DRAINING, updates({ state: "running" }, "OK"), BUSY_DRAINING, BUSY];
      const { error } = await failToDrain(steps, 10_000);
      expect(error.message).toContain("It was set back to running.");
    });

    test("pull requests that come in again whenever it is to be deleted keep it", async () => {
      const again = [EMPTY, deletes(failure("refused")), BUSY_DRAINING];
      const { error } = await failToDrain([BUSY, DRAIN, ...again, ...again, EMPTY, RESTORE], 1_500);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toMatch(/within 1 s\. It was set back to running\.$/);
    });
  });

  describe("when setting the state back fails", () => {
    const LATE = [...BEGUN, ...times(4, BUSY_DRAINING)];

    test("the error says why, and what sets it back", async () => {
      const steps = [...LATE, BUSY_DRAINING, updates({ state: "running" }, failure("server_error"))];
      const { error } = await failToDrain(steps, 10_000);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toContain(
        `It could not be set back to running and may go on draining; mergequeue queue resume ${QUEUE_ID} sets it ` +
          "back. The service: server_error.",
      );
      expect(error.message).toContain("#7");
    });

    test("a state paused is given back by another command", async () => {
      const steps = [
        reads(live({ state: "paused" }, [7])),
        ...LATE.slice(1),
        BUSY_DRAINING,
        updates({ state: "paused" }, failure("forbidden")),
      ];
      const { error } = await failToDrain(steps, 10_000);
      expect(error.message).toContain(`mergequeue queue pause ${QUEUE_ID}`);
    });

    test("it is tried although the queue cannot be read", async () => {
      const { error } = await failToDrain([...LATE, reads(failure("server_error")), RESTORE], 10_000);
      expect(error.message).toContain("It was set back to running.");
    });

    test("F-23: a queue that is gone by then is a success", async () => {
      const steps = [...LATE, BUSY_DRAINING, updates({ state: "running" }, GONE)];
      const { result } = await play(
        steps,
        ({ context }) => drainQueue(context, QUEUE, UNKNOWN_STATE),
        10_000,
      );
      expect(result).toBe("deleted");
    });
  });

  describe("when something fails", () => {
    test("F-15: a service that takes no change never begins to drain", async () => {
      const forbidden = failure("forbidden");
      const steps = [
        BUSY,
        updates({ state: "draining" }, forbidden),
        BUSY,
        updates({ state: "running" }, forbidden),
      ];
      const { error } = await failToDrain(steps);
      expect(error.code).toBe("forbidden");
      expect(error.message).toContain("It is running, as it was before.");
    });

    test("F-02: a change whose answer was lost is taken back", async () => {
      const lost = updates({ state: "draining" }, failure("outcome_unknown"));
      const { error } = await failToDrain([BUSY, lost, BUSY_DRAINING, RESTORE]);
      expect(error.code).toBe("outcome_unknown");
      expect(error.message).toContain("It was set back to running.");
    });

    test("I-1: a service that does not store the state is an error", async () => {
      const { error } = await failToDrain([BUSY, updates({ state: "draining" }, record()), BUSY, RESTORE]);
      expect(error).toMatchObject({ code: "not_stored", details: { field: "state" } });
    });

    test("a look that fails for good ends the wait, and the state is set back", async () => {
      const { error } = await failToDrain([...BEGUN, reads(failure("server_error")), BUSY_DRAINING, RESTORE]);
      expect(error.code).toBe("server_error");
      expect(error.message).toContain("It was set back to running. 1 pull request is in it");
    });

    test("K-3 (3): a deletion that fails for good ends it, and the state is set back", async () => {
      const steps = [...BEGUN, EMPTY, deletes(failure("unauthorized")), EMPTY, RESTORE];
      const { error } = await failToDrain(steps);
      expect(error.code).toBe("unauthorized");
      expect(error.message).toMatch(/It was set back to running\.$/);
    });

    test("F-02: a deletion whose answer was lost and that reading shows only later is a success", async () => {
      const steps = [
        ...BEGUN,
        EMPTY,
        deletes(failure("outcome_unknown")),
        reads(failure("server_error")),
        reads(GONE),
      ];
      const { result } = await drain(steps);
      expect(result).toBe("deleted");
    });

    test("a fault of ours passes unchanged, with the state set back", async () => {
      const fault = new TypeError("ours");
      const steps = [...BEGUN, reads(fault), BUSY_DRAINING, RESTORE];
      await expect(drain(steps)).rejects.toBe(fault);
    });
  });

  describe("when the queue is switching modes", () => {
    test("F-25: it is given time to show the state that will have to be set back", async () => {
      const steps = [
        BUSY_SWITCHING,
        BUSY_SWITCHING,
        reads(live({ state: "paused" }, [7])),
        DRAIN,
        reads(failure("unauthorized")),
        BUSY_DRAINING,
        updates({ state: "paused" }, record({ state: "paused" })),
      ];
      const { error } = await failToDrain(steps, undefined, { priorState: "running" });
      expect(error.message).toContain("It was set back to paused.");
    });

    test("F-25: for 15 seconds; then the state that was last known counts", async () => {
      const steps = [
        ...times(8, BUSY_SWITCHING),
        updates({ state: "draining" }, record({ state: "switching_modes" })),
        reads(failure("unauthorized")),
        BUSY_SWITCHING,
        RESTORE,
      ];
      const { error, clock } = await failToDrain(steps, undefined, { priorState: "running" });
      expect(clock.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
      expect(error.message).toContain("It was set back to running.");
    });

    test("F-25: where none is known, it goes on draining, and the error says what lets it run", async () => {
      const steps = [
        BUSY_SWITCHING,
        BUSY_SWITCHING,
        BUSY_SWITCHING,
        updates({ state: "draining" }, record({ state: "switching_modes" })),
      ];
      const { error } = await failToDrain(steps, 1_000);
      expect(error.message).toContain("It goes on draining: which state it had before is not known.");
      expect(error.message).toContain(`mergequeue queue resume ${QUEUE_ID} lets it run.`);
    });

    test("F-25: a state from before that was draining is asked for all the same, and nothing is set back", async () => {
      const steps = [
        ...times(3, BUSY_SWITCHING),
        updates({ state: "draining" }, record({ state: "switching_modes" })),
      ];
      const { error } = await failToDrain(steps, 1_000, { priorState: "draining" });
      expect(error.message).toContain("It goes on draining, as it did before.");
    });

    test("F-22: one that gets empty meanwhile is deleted", async () => {
      const steps = [BUSY_SWITCHING, reads(live({ state: "switching_modes" })), deletes(), reads(GONE)];
      const { result } = await drain(steps);
      expect(result).toBe("deleted");
    });

    test("F-25, F-26: a refused change waits until it has settled, and what it settled in is set back", async () => {
      const steps = [
        BUSY,
        updates({ state: "draining" }, failure("refused")),
        BUSY_SWITCHING,
        reads(live({ state: "paused" }, [7])),
        DRAIN,
        reads(failure("unauthorized")),
        BUSY_DRAINING,
        updates({ state: "paused" }, record({ state: "paused" })),
      ];
      const { error } = await failToDrain(steps);
      expect(error.message).toContain("It was set back to paused.");
    });

    test("F-25: one that settles in a word nobody knows gets the state back that it was seen in", async () => {
      const steps = [
        BUSY,
        updates({ state: "draining" }, failure("refused")),
        BUSY_SWITCHING,
        reads(live({ state: "resting" }, [7])),
        DRAIN,
        reads(failure("unauthorized")),
        BUSY_DRAINING,
        RESTORE,
      ];
      const { error } = await failToDrain(steps);
      expect(error.message).toContain("It was set back to running.");
    });

    test("F-25: it is not taken for a change by somebody else", async () => {
      const steps = [...BEGUN, BUSY_SWITCHING, EMPTY, deletes(), reads(GONE)];
      const { result } = await drain(steps);
      expect(result).toBe("deleted");
    });

    test("the time is over before it has shown a state: nothing was changed", async () => {
      const steps = [
        reads(live({ state: "switching_modes" }, [7]), { takesMs: 100 }),
        reads(live({ state: "switching_modes" }, [7]), { takesMs: 40 }),
      ];
      const { error } = await failToDrain(steps, 1_000);
      expect(error.message).toContain("Nothing was changed. 1 pull request is in it:");
    });
  });

  describe("when an interrupt comes", () => {
    const SAYS = `Interrupted while queue ${QUEUE_ID} was drained; it was not deleted. It was set back to running.`;

    test("K-7: before anything was changed, it ends there", async () => {
      const { error } = await failToDrain([{ ...BUSY, ...INTERRUPT }]);
      expect(error.code).toBe("interrupted");
      expect(error.message).toContain("nothing was changed");
    });

    test("K-7: before an empty queue is deleted, it ends there", async () => {
      const { error } = await failToDrain([reads(live(), INTERRUPT)]);
      expect(error.message).toContain("nothing was changed");
    });

    test("K-7, K-8: while it is set to drain, that is heard out and taken back", async () => {
      const { error, calls } = await failToDrain([BUSY, { ...DRAIN, ...INTERRUPT }, BUSY_DRAINING, RESTORE]);
      expect(error.code).toBe("interrupted");
      expect(error.message).toBe(`${SAYS} 1 pull request is in it:\n  #7 "Change 7" by ada (testing)`);
      expect(calls.map(({ options }) => options.stopSignal !== undefined)).toEqual([
        true,
        true,
        false,
        false,
      ]);
    });

    test("F-12: where nobody waits any more, the state is not set back", async () => {
      const { error } = await playFailure([BUSY, { ...DRAIN, ...INTERRUPT }], ({ context, stop }) =>
        drainQueue({ ...context, endSignal: stop.signal }, QUEUE, UNKNOWN_STATE),
      );
      expect(error.code).toBe("interrupted");
      expect(error.message).toContain("may go on draining");
    });

    test("K-7: it ends a wait at once, and the state is set back", async () => {
      const steps = [BUSY, DRAIN, { ...BUSY_DRAINING, ...interruptAfter(100) }, BUSY_DRAINING, RESTORE];
      const { error, clock } = await failToDrain(steps);
      expect(error.message).toContain(SAYS);
      expect(clock.sleeps).toEqual([250, 500]);
    });

    test("K-7: it ends a look, and the state is set back", async () => {
      const steps = [...BEGUN, reads(failure("interrupted"), INTERRUPT), BUSY_DRAINING, RESTORE];
      const { error } = await failToDrain(steps);
      expect(error.message).toContain(SAYS);
    });

    test("K-7: it ends before /deleteQueue, and the state is set back", async () => {
      const { error } = await failToDrain([...BEGUN, { ...EMPTY, ...INTERRUPT }, EMPTY, RESTORE]);
      expect(error.message).toBe(SAYS);
    });

    test("K-8: a deletion that is on its way is heard out", async () => {
      const { result } = await drain([...BEGUN, EMPTY, deletes({}, INTERRUPT), reads(GONE)]);
      expect(result).toBe("deleted");
    });

    test("K-7: it does not stop the state from being set back", async () => {
      const steps = [
        ...BEGUN,
        reads(failure("server_error")),
        { ...BUSY_DRAINING, ...INTERRUPT },
        { ...RESTORE, answer: "OK" },
        BUSY_DRAINING,
        BUSY,
      ];
      const { error } = await failToDrain(steps);
      expect(error.code).toBe("server_error");
      expect(error.message).toContain("It was set back to running.");
    });

    test("F-12: setting it back takes half a minute at most, however much time is left", async () => {
      const steps = [
        BUSY,
        DRAIN,
        { ...BUSY_DRAINING, ...interruptAfter(100) },
        reads(failure("server_error"), { takesMs: 5_000 }),
        updates({ state: "running" }, failure("server_error")),
      ];
      const { error, calls } = await failToDrain(steps, 3_600_000);
      expect(calls.slice(-2).map(({ remainingMs }) => remainingMs)).toEqual([5_000, 25_000]);
      expect(error.code).toBe("interrupted");
      expect(error.message).toContain("mergequeue queue resume");
    });
  });
});
