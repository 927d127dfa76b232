import { MAX_IN_FLIGHT, type Release, RequestLimiter } from "../../../src/api/retry/request-limiter";
import { MAX_CONNECTIONS } from "../../../src/api/transport/undici-transport";
import { VirtualClock } from "../support/virtual-clock";

const NEVER = new AbortController().signal;

async function acquireAll(limiter: RequestLimiter, count: number): Promise<Release[]> {
  return Promise.all(Array.from({ length: count }, async () => limiter.acquire(NEVER)));
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
  test("R-5: at most 12 requests run at once, one per connection; others follow in order", async () => {
    const limiter = new RequestLimiter(new VirtualClock());
    expect([MAX_IN_FLIGHT, MAX_CONNECTIONS]).toEqual([12, 12]);
    const [release] = await acquireAll(limiter, 12);
    const waiting = [limiter.acquire(NEVER), limiter.acquire(NEVER)];
    expect(await listFulfilled(waiting)).toEqual([false, false]);
    release?.({ kind: "accepted" });
    expect(await listFulfilled(waiting)).toEqual([true, false]);
  });

  test("R-5: a 429 halves the limit, down to one", async () => {
    const limiter = new RequestLimiter(new VirtualClock());
    for (const allowed of [6, 3, 1, 1]) {
      const release = await limiter.acquire(NEVER);
      release({ kind: "limited" });
      expect(limiter.allowed).toBe(allowed);
    }
  });

  test("R-5: all requests that meet the same limit count as one 429", async () => {
    const limiter = new RequestLimiter(new VirtualClock());
    for (const release of await acquireAll(limiter, 12)) release({ kind: "limited" });
    expect(limiter.allowed).toBe(6);
  });

  test("R-5: each full round of accepted requests raises the number by one, up to the first", async () => {
    const limiter = new RequestLimiter(new VirtualClock(), 4);
    (await limiter.acquire(NEVER))({ kind: "limited" });
    const course = [];
    for (let index = 0; index < 12; index++) {
      (await limiter.acquire(NEVER))({ kind: "accepted" });
      course.push(limiter.allowed);
    }
    expect(course).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  });

  test("a request that fails otherwise neither slows nor speeds", async () => {
    const limiter = new RequestLimiter(new VirtualClock(), 4);
    (await limiter.acquire(NEVER))({ kind: "limited" });
    for (let index = 0; index < 12; index++) (await limiter.acquire(NEVER))({ kind: "failed" });
    expect(limiter.allowed).toBe(2);
  });

  test("R-5: Retry-After delays all requests, even if it is extended meanwhile", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    const [first, second] = await acquireAll(limiter, 2);
    const startedAt = clock.now();
    first?.({ kind: "limited", retryAfterMs: 3_000 });
    const waiting = limiter.acquire(NEVER);
    expect(await listFulfilled([waiting])).toEqual([false]);
    second?.({ kind: "limited", retryAfterMs: 5_000 });
    await clock.settle(waiting);
    expect(clock.now() - startedAt).toBe(5_000);
  });

  test("R-5: a rate spaces the starts evenly", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    const startedAt = clock.now();
    const starts: number[] = [];
    const requests = Array.from({ length: 5 }, async () => {
      const release = await limiter.acquire(NEVER, 100);
      starts.push(clock.now() - startedAt);
      release({ kind: "accepted" });
    });
    await clock.settle(Promise.all(requests));
    expect(starts).toEqual([0, 100, 200, 300, 400]);
  });

  test("R-5: unused time gives no credit", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock);
    (await limiter.acquire(NEVER, 100))({ kind: "accepted" });
    clock.pass(10_000);
    (await limiter.acquire(NEVER, 100))({ kind: "accepted" });
    const before = clock.now();
    await clock.settle(limiter.acquire(NEVER, 100));
    expect(clock.now() - before).toBe(100);
  });

  test("K-7: an aborted wait does not take a place", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    const release = await limiter.acquire(NEVER);
    const stop = new AbortController();
    const stopped = limiter.acquire(stop.signal);
    const next = limiter.acquire(NEVER);
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    await expect(limiter.acquire(stop.signal)).rejects.toThrow("stopped");
    release({ kind: "accepted" });
    (await next)({ kind: "accepted" });
    await limiter.acquire(NEVER);
  });

  test("K-7: a wait aborted during a pause releases its place", async () => {
    const clock = new VirtualClock();
    const limiter = new RequestLimiter(clock, 1);
    (await limiter.acquire(NEVER))({ kind: "limited", retryAfterMs: 1_000 });
    const stop = new AbortController();
    const stopped = limiter.acquire(stop.signal);
    const next = limiter.acquire(NEVER);
    expect(await listFulfilled([stopped.catch(() => new Promise(() => undefined)), next])).toEqual([
      false,
      false,
    ]);
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    await clock.settle(next);
  });
});
