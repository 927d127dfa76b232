import { drainQueue } from "../../../src/reconcile/delete/delete-queue";
import {
  BEGUN,
  BUSY,
  BUSY_DRAINING,
  DRAIN,
  EMPTY,
  failToDrain,
  RESTORE,
  UNKNOWN_STATE,
} from "../support/drain-steps";
import { expectError, playFailure } from "../support/play";
import {
  failure,
  INTERRUPT,
  INTERRUPT_LIST,
  interruptAfter,
  live,
  looks,
  QUEUE_ID,
  updates,
} from "../support/steps";

const SAYS = `Interrupted while queue ${QUEUE_ID} was draining; it was not deleted. It was set back to running.`;

describe("drainQueue when an interrupt comes", () => {
  test("K-7: before anything was changed, it ends there", async () => {
    await expectError(failToDrain([{ ...BUSY, ...INTERRUPT_LIST }]), "interrupted", "nothing was changed");
  });

  test("K-7: before an empty queue is deleted, it ends there", async () => {
    const { error } = await failToDrain([looks(live(), INTERRUPT_LIST)]);
    expect(error.message).toContain("nothing was changed");
  });

  test("K-7, K-8: during the change to draining, that is finished and rolled back", async () => {
    const { error, calls } = await failToDrain([BUSY, { ...DRAIN, ...INTERRUPT }, BUSY_DRAINING, RESTORE]);
    expect(error.code).toBe("interrupted");
    expect(error.message).toBe(`${SAYS} 1 pull request is in it:\n  #7 "Change 7" by ada (testing)`);
    expect(calls.map(({ options }) => options.stopSignal !== undefined)).toEqual([true, true, false, false]);
  });

  test("F-12: after the end signal the state is not set back", async () => {
    const { error } = await playFailure([BUSY, { ...DRAIN, ...INTERRUPT }], ({ context, stop }) =>
      drainQueue({ ...context, endSignal: stop.signal }, UNKNOWN_STATE),
    );
    expect(error.code).toBe("interrupted");
    expect(error.message).toContain("may still be draining");
  });

  test("K-7: it ends a wait at once, and the state is set back", async () => {
    const steps = [BUSY, DRAIN, { ...BUSY_DRAINING, ...interruptAfter(100) }, BUSY_DRAINING, RESTORE];
    const { error, clock } = await failToDrain(steps);
    expect(error.message).toContain(SAYS);
    expect(clock.sleeps).toEqual([250, 500]);
  });

  test.each([
    ["cancels a read", looks(failure("interrupted"), INTERRUPT)],
    ["ends before /deleteQueue", { ...EMPTY, ...INTERRUPT }],
  ])("K-7: it %s, and the state is set back", async (_, read) => {
    expect((await failToDrain([...BEGUN, read, EMPTY, RESTORE])).error.message).toContain(SAYS);
  });

  test("K-7: it does not stop the state from being set back", async () => {
    const steps = [
      ...BEGUN,
      looks(failure("server_error")),
      { ...BUSY_DRAINING, ...INTERRUPT },
      { ...RESTORE, response: "OK" },
      BUSY_DRAINING,
      BUSY,
    ];
    await expectError(failToDrain(steps), "server_error", "It was set back to running.");
  });

  test("F-12: setting it back takes half a minute at most, however much time is left", async () => {
    const steps = [
      BUSY,
      DRAIN,
      { ...BUSY_DRAINING, ...interruptAfter(100) },
      looks(failure("server_error"), { takesMs: 5_000 }),
      updates({ state: "running" }, failure("server_error")),
    ];
    const { error, calls } = await failToDrain(steps, 3_600_000);
    expect(calls.slice(-2).map(({ remainingMs }) => remainingMs)).toEqual([5_000, 25_000]);
    expect(error.code).toBe("interrupted");
    expect(error.message).toContain("mergequeue queue resume");
  });
});
