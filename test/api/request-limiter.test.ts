import { Deadline } from "../../src/api/clock";
import { MAX_IN_FLIGHT, PAUSE_TOO_LONG, type Release, RequestLimiter } from "../../src/api/request-limiter";
import { VirtualClock } from "../support/virtual-clock";

const NEVER = new AbortController().signal;

async function acquireAll(limiter: RequestLimiter, count: number): Promise<Release[]> {
  return Promise.all(Array.from({ length: count }, async () => limiter.acquire({ signal: NEVER })));
}

/** Acquires and releases places one after another. @returns the limit after each */
async function passThrough(limiter: RequestLimiter, count: number, kind: "accepted" | "failed") {
  const course: number[] = [];
  for (let index = 0; index < count; index++) {
    (await limiter.acquire({ signal: NEVER }))({ kind });
    course.push(limiter.allowed);
  }
  return course;
}

/** Returns which of some promises are fulfilled by now. */
async function listFulfilled(promises: readonly Promise<unknown>[]): Promise<boolean[]> {
  const pending = Symbol("pending");
  return Promise.all(
    promises.map(async (promise) => {
      const later = new Promise<symbol>((resolve) => setImmediate(resolve, pending));
      return (await Promise.race([promise, later])) !== pending;
    }),
  );
}

describe("RequestLimiter", () => {
  test("R-5: at most 12 requests run at once by default; others follow in order", async () => {
    const limiter = new RequestLimiter(new VirtualClock());
    expect(MAX_IN_FLIGHT).toBe(12);
    const [release] = await acquireAll(limiter, 12);
    const waiting = [limiter.acquire({ signal: NEVER }), limiter.acquire({ signal: NEVER })];
    expect(await listFulfilled(waiting)).toEqual([false, false]);
    release?.({ kind: "accepted" });
    expect(await listFulfilled(waiting)).toEqual([true, false]);
  });

  test.each([12, Infinity])("R-5: all 429s of a round halve %d at most once, down to one", async (most) => {
    const limiter = new RequestLimiter(new VirtualClock(), most);
    let running = await acquireAll(limiter, 12);
    for (const allowed of [6, 3, 1, 1]) {
      for (const release of running) release({ kind: "limited" });
      expect(limiter.allowed).toBe(allowed);
      running = await acquireAll(limiter, allowed);
    }
  });

  test("R-5: without a number of its own, it lets all callers through", async () => {
    const limiter = new RequestLimiter(new VirtualClock(), Infinity);
    for (const release of await acquireAll(limiter, 300)) release({ kind: "accepted" });
    expect(limiter.allowed).toBe(Infinity);
  });

  test("R-5: each full round of accepted requests raises the number by one, up to the first", async () => {
    const limiter = new RequestLimiter(new VirtualClock(), 4);
    for (const release of await acquireAll(limiter, 4)) release({ kind: "limited" });
    // A request that fails otherwise neither slows nor speeds.
    expect(await passThrough(limiter, 12, "failed")).toEqual(Array(12).fill(2));
    const course = await passThrough(limiter, 12, "accepted");
    expect(course).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  });

  test("R-5: Retry-After delays all requests, even if it is extended meanwhile", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    const [first, second] = await acquireAll(limiter, 2);
    first?.({ kind: "limited", retryAfterMs: 3_000 });
    const waiting = limiter.acquire({ signal: NEVER });
    expect(await clock.work(async () => listFulfilled([waiting]))).toEqual([false]);
    second?.({ kind: "limited", retryAfterMs: 5_000 });
    await waiting;
    expect(clock.now()).toBe(5_000);
  });

  test("R-5: a rate spaces the starts evenly, and unused time gives no credit", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    const starts: number[] = [];
    const start = async (): Promise<void> => {
      const release = await limiter.acquire({ signal: NEVER, intervalMs: 100 });
      starts.push(clock.now());
      release({ kind: "accepted" });
    };
    await Promise.all([start(), start(), start()]);
    clock.advance(9_800);
    await Promise.all([start(), start()]);
    expect(starts).toEqual([0, 100, 200, 10_000, 10_100]);
  });

  test("R-5: a request also starts if its time comes between two readings of the clock", async () => {
    class PassingClock extends VirtualClock {
      override now(): number {
        this.advance(1);
        return super.now();
      }
    }
    const hasStarted: boolean[] = [];
    for (let lateMs = 0; lateMs < 110; lateMs++) {
      const clock = new PassingClock();
      const limiter = new RequestLimiter(clock);
      await limiter.acquire({ signal: NEVER, intervalMs: 100 });
      clock.advance(lateMs);
      const waiting = limiter.acquire({ signal: NEVER });
      await clock.sleep(1_000);
      hasStarted.push(...(await listFulfilled([waiting])));
    }
    expect(hasStarted).toEqual(Array(110).fill(true));
  });

  test("R-5: a wait aborted before a late alarm rings does not silence it for others", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    jest.spyOn(clock, "sleep").mockImplementation(async (ms, signal) => {
      await VirtualClock.prototype.sleep.call(clock, ms + 5, signal);
    });
    await limiter.acquire({ signal: NEVER, intervalMs: 100 });
    const stop = new AbortController();
    const stopped = limiter.acquire({ signal: stop.signal });
    const next = limiter.acquire({ signal: NEVER });
    clock.advance(102);
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    expect(await listFulfilled([next])).toEqual([true]);
  });

  test("K-7: an aborted wait does not take a place", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    const release = await limiter.acquire({ signal: NEVER });
    const stop = new AbortController();
    const stopped = limiter.acquire({ signal: stop.signal });
    const next = limiter.acquire({ signal: NEVER });
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    await expect(limiter.acquire({ signal: stop.signal })).rejects.toThrow("stopped");
    release({ kind: "accepted" });
    (await next)({ kind: "accepted" });
    await limiter.acquire({ signal: NEVER });
  });

  test("K-7: a wait aborted during a pause releases its place", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    (await limiter.acquire({ signal: NEVER }))({ kind: "limited", retryAfterMs: 1_000 });
    const stop = new AbortController();
    const stopped = limiter.acquire({ signal: stop.signal });
    const next = limiter.acquire({ signal: NEVER });
    const both = [stopped.catch(() => new Promise(() => undefined)), next];
    expect(await clock.work(async () => listFulfilled(both))).toEqual([false, false]);
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    await next;
  });

  test("R-5: the deadline of a request that waits for others, or for the rate, stands still", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    const release = await limiter.acquire({ signal: NEVER, intervalMs: 60_000 });
    const whole = Deadline.after(2_000, clock);
    const deadline = Deadline.after(1_000, clock, whole);
    const waiting = limiter.acquire({ signal: NEVER, deadline });
    clock.advance(5_000);
    expect([deadline.remainingMs, whole.remainingMs]).toEqual([1_000, 2_000]);
    release({ kind: "accepted" });
    await waiting;
    expect([deadline.remainingMs, deadline.elapsedMs]).toEqual([1_000, 0]);
    clock.advance(300);
    expect([deadline.remainingMs, whole.remainingMs]).toEqual([700, 1_700]);
  });

  test("R-5: it runs while the service asks to wait, and then stands still again", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 2);
    const [first, second] = await acquireAll(limiter, 2);
    const deadline = Deadline.after(10_000, clock);
    const waiting = limiter.acquire({ signal: NEVER, deadline });
    first?.({ kind: "limited", retryAfterMs: 3_000 });
    await clock.sleep(3_000);
    clock.advance(5_000);
    expect(deadline.remainingMs).toBe(7_000);
    second?.({ kind: "accepted" });
    await waiting;
    expect(deadline.remainingMs).toBe(7_000);
  });

  test("R-5: a request gives up at once if the service asks to wait longer than there is time", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    const release = await limiter.acquire({ signal: NEVER });
    const before = limiter.acquire({ signal: NEVER, deadline: Deadline.after(3_000, clock) });
    release({ kind: "limited", retryAfterMs: 3_000 });
    await expect(before).rejects.toBe(PAUSE_TOO_LONG);
    const deadline = Deadline.after(2_999, clock);
    await expect(limiter.acquire({ signal: NEVER, deadline })).rejects.toBe(PAUSE_TOO_LONG);
    expect(clock.now()).toBe(0);
  });

  test("K-7: after the last wait has ended, no alarm is left", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    await limiter.acquire({ signal: NEVER, intervalMs: 60_000 });
    const stop = new AbortController();
    const stopped = limiter.acquire({ signal: stop.signal });
    expect(clock.sleeping).toBe(1);
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    expect(clock.sleeping).toBe(0);
  });
});
