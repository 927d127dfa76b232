import { pause, throwIfStopped, withoutStop } from "../../src/reconcile/reconcile-context";
import { play, playFailure } from "./support/play";
import { QUEUE, QUEUE_ID } from "./support/steps";

describe("pause", () => {
  test("K-7: an interrupt ends it at once with code interrupted", async () => {
    const { error } = await playFailure([], ({ context, clock, stop }) => {
      clock.after(10, () => {
        stop.abort();
      });
      return pause(context, 1_000);
    });
    expect(error).toMatchObject({ code: "interrupted", details: { queue: QUEUE } });
    expect(error.message).toContain(QUEUE_ID);
  });
});

test("an error of the clock is thrown unchanged", async () => {
  const fault = new TypeError("no timer");
  const pausing = play([], ({ context }) => {
    const clock = { now: () => 0, sleep: () => Promise.reject(fault) };
    return pause({ ...context, clock }, 1);
  });
  await expect(pausing).rejects.toBe(fault);
});

describe("the context", () => {
  test("F-12: steps that an interrupt does not cancel still end with the end signal", async () => {
    const { context } = await play([], ({ context: given }) => Promise.resolve(given));
    const { signal } = new AbortController();
    const unstoppable = withoutStop({ ...context, endSignal: signal });
    expect(unstoppable.stopSignal).toBe(signal);
    expect(withoutStop(unstoppable)).toEqual(unstoppable);
  });

  test("throwIfStopped names the operation that was not called", async () => {
    const { error } = await playFailure([], async ({ context, stop }) => {
      throwIfStopped(context, "updateQueue");
      throwIfStopped(withoutStop(context), "updateQueue");
      stop.abort();
      throwIfStopped(context, "updateQueue");
    });
    expect(error).toMatchObject({ code: "interrupted", details: { operation: "updateQueue" } });
  });
});
