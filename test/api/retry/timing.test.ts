import { getEventListeners, once } from "node:events";
import fc from "fast-check";
import { Deadline, SYSTEM_CLOCK } from "../../../src/api/clock";
import { startTimer } from "../../../src/api/retry/timer";
import { computeRetryDelayMs, parseRetryAfterMs } from "../../../src/api/retry-policy";
import { VirtualClock } from "../../support/virtual-clock";

describe("computeRetryDelayMs", () => {
  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [6, 16_000],
    [7, 20_000],
    [8, 20_000],
    [5_000, 20_000],
  ])("R-1: the wait after attempt %i is up to %i ms", (attempts, ceilingMs) => {
    expect(computeRetryDelayMs(attempts, 0)).toBe(0);
    expect(computeRetryDelayMs(attempts, 0.5)).toBe(ceilingMs / 2);
    expect(computeRetryDelayMs(attempts, 0.999999)).toBeCloseTo(ceilingMs, 0);
  });

  test("R-3: a wait that the service asks for is never shortened", () => {
    expect(computeRetryDelayMs(1, 0, 3_000)).toBe(3_000);
    expect(computeRetryDelayMs(7, 0.5, 3_000)).toBe(10_000);
  });
});

describe("parseRetryAfterMs", () => {
  const DATE = "Sat, 21 Nov 2026 12:00:00 GMT";

  test.each<[string | undefined, number | undefined]>([
    ["0", 0],
    ["7", 7_000],
    [" 7 ", 7_000],
    ["60", 60_000],
    ["61", 60_000],
    ["99999999999999999999", 60_000],
    ["Sat, 21 Nov 2026 12:00:05 GMT", 5_000],
    ["Saturday, 21-Nov-26 12:00:05 GMT", 5_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["Sun, 22 Nov 2026 12:00:00 GMT", 60_000],
    ["Sat, nonsense", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("R-3: %p asks to wait %p ms", (header, waitMs) => {
    expect(parseRetryAfterMs(header, DATE)).toBe(waitMs);
  });

  test("F-21: a date counts from the response's own date, and is ignored without one", () => {
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", "Mon, 01 Jan 2001 00:00:00 GMT")).toBe(9_000);
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", undefined)).toBeUndefined();
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", "yesterday")).toBeUndefined();
  });

  test("R-3: whatever the headers, the wait is absent or from 0 to 60 s", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (header, date) => {
        const waitMs = parseRetryAfterMs(header, date) ?? 0;
        expect(waitMs >= 0 && waitMs <= 60_000).toBe(true);
      }),
    );
  });
});

async function whenAborted(signal: AbortSignal): Promise<void> {
  await once(signal, "abort");
}

describe("startTimer", () => {
  test("aborts its signal when the time is up", async () => {
    const clock = new VirtualClock();
    const timer = startTimer(clock, 2_500);
    expect(timer.signal.aborted).toBe(false);
    await whenAborted(timer.signal);
    expect(clock.now()).toBe(2_500);
  });

  test("a cancelled timer leaves no waiter and never aborts", async () => {
    const clock = new VirtualClock();
    const timer = startTimer(clock, 2_500);
    timer.cancel();
    await Promise.resolve();
    expect([clock.sleeping, timer.signal.aborted]).toEqual([0, false]);
  });

  test("follows another signal, distinguishes it from its own timeout, and stops following it", async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const [timer, cancelled, timeUp] = [2_500, 2_500, 100].map((ms) => startTimer(clock, ms, stop.signal));
    cancelled?.cancel();
    await whenAborted(timeUp?.signal ?? stop.signal);
    const reason = new Error("enough");
    stop.abort(reason);
    expect([timer?.signal.reason, timer?.isOver]).toEqual([reason, false]);
    expect([cancelled?.signal.aborted, timeUp?.isOver]).toEqual([false, true]);
    expect(startTimer(clock, 2_500, stop.signal).signal.aborted).toBe(true);
  });

  test("any number may follow one signal without a warning of Node.js", async () => {
    const stop = new AbortController();
    const warn = jest.spyOn(process, "emitWarning").mockImplementation();
    const timers = Array.from({ length: 12 }, () => startTimer(new VirtualClock(), 2_500, stop.signal));
    const sleeps = timers.map(() => SYSTEM_CLOCK.sleep(9_000, stop.signal).catch(() => "cut"));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    const brief = new AbortController();
    const [first, second] = [1, 2].map(() => startTimer(new VirtualClock(), 2_500, brief.signal));
    for (const timer of [first, first, second]) timer?.cancel();
    await SYSTEM_CLOCK.sleep(0, brief.signal);
    expect(getEventListeners(brief.signal, "abort")).toEqual([]);
    stop.abort();
    expect(timers.map(({ signal }) => signal.aborted)).toEqual(timers.map(() => true));
    expect(await Promise.all(sleeps)).toEqual(sleeps.map(() => "cut"));
  });

  test("a time longer than Node's timers reach does not end at once", async () => {
    const clock = new VirtualClock();
    const sleep = jest.spyOn(clock, "sleep");
    const ms = 5_000_000_000;
    await whenAborted(startTimer(clock, ms).signal);
    expect(clock.now()).toBe(ms);
    expect(Math.max(...sleep.mock.calls.map(([chunkMs]) => chunkMs))).toBeLessThan(2 ** 31);
  });
});

describe("SYSTEM_CLOCK", () => {
  test("F-21: does not follow the machine's time of day, however it jumps", () => {
    const before = SYSTEM_CLOCK.now();
    const day = 86_400_000;
    for (const jump of [-day, day]) {
      jest.useFakeTimers({ now: Date.now() + jump, doNotFake: ["performance", "nextTick"] });
      try {
        expect(Math.abs(SYSTEM_CLOCK.now() - before)).toBeLessThan(day / 2);
      } finally {
        jest.useRealTimers();
      }
    }
  });

  test("sleeps, and stops when the signal aborts", async () => {
    const before = SYSTEM_CLOCK.now();
    await SYSTEM_CLOCK.sleep(1);
    expect(SYSTEM_CLOCK.now()).toBeGreaterThan(before);
    const stop = new AbortController();
    await SYSTEM_CLOCK.sleep(1, stop.signal);
    const sleeping = SYSTEM_CLOCK.sleep(600_000, stop.signal);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    await expect(SYSTEM_CLOCK.sleep(600_000, stop.signal)).rejects.toThrow("enough");
  });
});

describe("Deadline", () => {
  test("F-21: counts on the clock's own scale and never below zero", () => {
    const clock = new VirtualClock();
    const deadline = Deadline.after(1_000, clock);
    clock.advance(400);
    expect([deadline.totalMs, deadline.elapsedMs, deadline.remainingMs]).toEqual([1_000, 400, 600]);
    clock.advance(1_000);
    expect([deadline.elapsedMs, deadline.remainingMs]).toEqual([1_400, 0]);
  });
});
