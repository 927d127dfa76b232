import type { CallOptions } from "../../../src/api/api-client";
import type { ClientArguments } from "../../../src/api/client-arguments";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { times } from "../../reconcile/support/steps";
import { catchRejection } from "../support/catch-rejection";
import { BUSY, cancelled, LOST, QUEUE, queueResponse, REFUSED, response } from "../support/exchanges";
import { makeScriptedClient, type Step, TOKEN } from "../support/make-client";

describe("repeating", () => {
  test("R-1: a read is repeated after faults and transient statuses until it succeeds", async () => {
    const transient = [500, 502, 504, 408, 425, 429].map((status) => response(status));
    const steps = [REFUSED, LOST, BUSY, ...transient];
    const { client, requests, options } = makeScriptedClient([...steps, queueResponse()]);
    const queue = await client.call("getQueue", QUEUE, options());
    expect(queue).toMatchObject({ concurrency: 2 });
    expect(requests).toHaveLength(10);
  });

  test("R-1: the waits grow as the policy says", async () => {
    const { client, events, options } = makeScriptedClient([BUSY, BUSY, BUSY, queueResponse()]);
    await client.call("getQueue", QUEUE, options());
    expect(events.map(({ retryInMs }) => retryInMs)).toEqual([250, 500, 1_000, undefined]);
    expect(events.map(({ attempt, tookMs }) => [attempt, tookMs])).toEqual([1, 2, 3, 4].map((n) => [n, 0]));
    expect(events.at(-1)?.result).toBe("ok");
  });

  test("R-1: without a limit it is repeated until the deadline, however often that is", async () => {
    const { clock, requests, fail } = makeScriptedClient([BUSY]);
    const error = await fail("getQueue", QUEUE, 3_600_000);
    // With half of the longest wait, ten seconds, between most of them.
    expect(error).toMatchObject({ code: "server_error", details: { attempts: requests.length } });
    expect(requests.length).toBeGreaterThan(350);
    expect(clock.now()).toBeGreaterThan(3_580_000);
  });

  test("R-1: an update is repeated with the same bytes", async () => {
    const { client, requests, options } = makeScriptedClient([LOST, response(200, "{}")]);
    await client.call("updateQueue", { ...QUEUE, concurrency: 3 }, options());
    expect(requests).toHaveLength(2);
    expect(requests[0]?.body).toBe(requests[1]?.body);
  });

  describe("a look before a repeat", () => {
    const UPDATE = { ...QUEUE, concurrency: 3 };
    const SLOW = response(429, "", { retryAfter: "2" });
    const OK = response(200, "{}");
    const SWITCHING = response(409, '{"error":{"code":"MODE_CHANGE_IN_PROGRESS","message":""}}');

    /** Sends an update with scripted looks: whether it may be repeated, or why the queue cannot be read. */
    async function update(
      steps: readonly Step[],
      looks: readonly (boolean | Error)[],
      more: ClientArguments = {},
      own: Partial<CallOptions> = {},
    ) {
      const scripted = makeScriptedClient(steps, more);
      const seen: CallOptions[] = [];
      const beforeRepeat = async (options: CallOptions): Promise<boolean> => {
        const look = looks[seen.length] ?? true;
        seen.push(options);
        if (look instanceof Error) throw look;
        return Promise.resolve(look);
      };
      const options = scripted.options(60_000, { beforeRepeat, ...own });
      let error: MergeQueueError | undefined;
      await scripted.client.call("updateQueue", UPDATE, options).catch((failure: unknown) => {
        error = failure as MergeQueueError;
      });
      return { ...scripted, seen, error };
    }

    test.each<[string, readonly Step[], number]>([
      ["after a loss", [LOST, OK], 1],
      ["after each loss", [LOST, BUSY, OK], 2],
      ["after a delay of more than a second", [SLOW, OK], 1],
      ["not after a shorter one, if it was not processed", [response(429), response(429), OK], 0],
      ["after shorter ones that are longer together", [...times(3, response(429)), OK], 1],
      ["not after a success", [OK], 0],
      ["at once, if the queue was switching modes", [SWITCHING, SWITCHING, OK], 2],
    ])("F-42: is made %s", async (_, steps, count) => {
      const { seen, error, requests } = await update(steps, []);
      expect([error, seen.length, requests.length]).toEqual([undefined, count, steps.length]);
      for (const options of seen) expect(options).toMatchObject({ maxAttempts: 1, isPlaced: true });
    });

    test("F-42: is made before the first request, if the caller's own look is more than a second old", async () => {
      for (const [seenAtMs, count] of [
        [-1_001, 1],
        [-1_000, 0],
      ] as const) {
        const { seen, requests } = await update([OK], [], {}, { seenAtMs });
        expect([seen.length, requests.length]).toEqual([count, 1]);
      }
    });

    test.each<[string, Step, string]>([
      ["lost", LOST, "outcome_unknown"],
      ["limited", SLOW, "rate_limited"],
    ])("F-42: may end a call that was %s, without a further request", async (_, step, code) => {
      const { error, requests } = await update([step, OK], [false]);
      expect(error).toMatchObject({ code, details: { attempts: 1 } });
      expect(requests).toHaveLength(1);
    });

    test("F-42: if the look fails for a moment, nothing is sent, the try counts, and the next one looks again", async () => {
      const unread = new MergeQueueError("server_error", "Busy.");
      const limited = new MergeQueueError("rate_limited", "Slow.", { retryAfterMs: 9_000 });
      const { error, seen, requests, clock } = await update([LOST, OK], [unread, limited]);
      expect([error, seen.length, requests.length]).toEqual([undefined, 3, 2]);
      expect(clock.now()).toBeGreaterThan(9_000);
      const ended = await update([LOST, OK], [unread, unread], { maxRetries: 2 });
      const details = { attempts: 3, isEffectPossible: true };
      expect(ended.error).toMatchObject({ code: "outcome_unknown", details });
      expect(ended.error?.message).toContain(
        "; before the request could be sent again, a read failed, too (",
      );
      expect(ended.requests).toHaveLength(1);
    });

    test("F-15, F-42: if the look is refused, that ends the call, and an earlier loss is not forgotten", async () => {
      const refused = new MergeQueueError("unauthorized", "Revoked.", { status: 401 });
      for (const [step, isEffectPossible] of [
        [LOST, true],
        [SLOW, undefined],
      ] as const) {
        const { error, requests } = await update([step, OK], [refused]);
        expect(error).toMatchObject({ code: "unauthorized", message: "Revoked." });
        expect([error?.details.isEffectPossible, requests.length]).toEqual([isEffectPossible, 1]);
      }
    });

    test("a bug in it is thrown, and its place is free again", async () => {
      const bug = new TypeError("a fault");
      const { error, limiter, client, options } = await update([LOST, OK], [bug]);
      expect(error).toBe(bug);
      const calls = times(limiter.allowed, 0).map(() => client.call("updateQueue", UPDATE, options(1_000)));
      await Promise.all(calls);
    });
  });

  test.each(["createQueue", "deleteQueue", "submitPullRequest", "cancelPullRequest"] as const)(
    "R-2: %s is repeated only if it was provably not processed",
    async (name) => {
      const request = { ...QUEUE, ...(name.endsWith("PullRequest") ? { pr: { number: 1 } } : {}) } as never;
      const proven = makeScriptedClient([REFUSED, cancelled(false), response(429), response(200, "OK")]);
      await proven.client.call(name, request, proven.options());
      expect(proven.requests).toHaveLength(4);
      for (const step of [LOST, cancelled(true), response(500), BUSY, response(408)]) {
        const { requests, fail } = makeScriptedClient([step, response(200)]);
        const error = await fail(name, request);
        expect([error.code, requests.length]).toEqual(["outcome_unknown", 1]);
        expect(error.message).toContain("It is not known whether the request took effect");
      }
    },
  );

  test("R-3: Retry-After is honoured in seconds and as a date", async () => {
    const date = "Sat, 21 Nov 2026 12:00:00 GMT";
    for (const [wish, waitMs] of [
      [{ retryAfter: "7" }, 7_000],
      [{ retryAfter: "Sat, 21 Nov 2026 12:00:09 GMT", date }, 9_000],
    ] as const) {
      const { client, events, options } = makeScriptedClient([response(503, "", wish), queueResponse()]);
      await client.call("getQueue", QUEUE, options());
      expect(events[0]?.retryInMs).toBe(waitMs);
    }
  });

  test("R-3: a wait beyond the deadline is not begun", async () => {
    const { clock, fail } = makeScriptedClient([response(429, "slow down", { retryAfter: "60" })]);
    const error = await fail("getQueue", QUEUE, 30_000);
    const details = { attempts: 1, retryAfterMs: 60_000, status: 429 };
    expect(error).toMatchObject({ code: "rate_limited", details });
    expect(clock.now()).toBe(0);
  });

  test("R-4: another refusal is final", async () => {
    const { requests, fail } = makeScriptedClient([response(400, "no")]);
    const error = await fail("updateQueue", { ...QUEUE, concurrency: 1 });
    expect([error.code, requests.length]).toEqual(["refused", 1]);
  });

  test.each([401, 403])("F-15: %i is final, and names the token's source, not the token", async (status) => {
    for (const [name, more] of [["getQueue", {}] as const, ["updateQueue", { concurrency: 1 }] as const]) {
      const { requests, fail } = makeScriptedClient([response(status, "no"), queueResponse()]);
      const { message } = await fail(name, { ...QUEUE, ...more });
      expect(requests).toHaveLength(1);
      expect(message).toContain('the provider argument "token"');
      expect(message).not.toContain(TOKEN);
    }
  });

  test("max_retries limits the attempts, and a call's own limit overrides it", async () => {
    const limited = makeScriptedClient([BUSY], { maxRetries: 2 });
    const error = await limited.fail("getQueue", QUEUE);
    expect(error).toMatchObject({ code: "server_error", details: { attempts: 3 } });
    const once = makeScriptedClient([BUSY]);
    await once.fail("getQueue", QUEUE, 5_000, { maxAttempts: 1 });
    expect(once.requests).toHaveLength(1);
  });
});

describe("deadlines", () => {
  test("F-03: permanent 500s end within the deadline with attempts and last status", async () => {
    const { clock, requests, fail } = makeScriptedClient([response(500, "boom")]);
    const error = await fail("getQueue", QUEUE, 60_000);
    expect(clock.now()).toBeLessThanOrEqual(60_000);
    const { length: attempts } = requests;
    expect(error).toMatchObject({ code: "server_error", details: { status: 500, attempts } });
    expect(error.message).toContain(`${attempts} attempts`);
    expect(error.message).toContain('500: "boom"');
  });

  test("F-06: one attempt takes 30 s at most, and a call may set a shorter limit", async () => {
    for (const [attemptTimeoutMs, expectedMs] of [
      [undefined, 30_000],
      [5_000, 5_000],
    ] as const) {
      const { events, fail } = makeScriptedClient(["hang"]);
      const more = { maxAttempts: 1, ...(attemptTimeoutMs === undefined ? {} : { attemptTimeoutMs }) };
      const error = await fail("getQueue", QUEUE, 600_000, more);
      expect([error.code, events[0]?.tookMs]).toEqual(["deadline_exceeded", expectedMs]);
    }
  });

  test("F-06: the operation's deadline ends an attempt early, even of a write", async () => {
    const { clock, fail } = makeScriptedClient(["hang"]);
    const error = await fail("createQueue", QUEUE, 2_000);
    expect([error.code, clock.now()]).toEqual(["outcome_unknown", 2_000]);
  });

  test("a deadline that has passed sends nothing", async () => {
    const { client, clock, requests, options } = makeScriptedClient([queueResponse()]);
    const late = options(1_000);
    clock.advance(1_000);
    const error = await catchRejection(client.call("getQueue", QUEUE, late));
    expect(error).toMatchObject({ code: "deadline_exceeded", details: { attempts: 0 } });
    expect(requests).toHaveLength(0);
  });

  test.each([
    ["is not reached", "outcome_unknown", REFUSED],
    ["is limited", "outcome_unknown", response(429)],
    ["is refused", "refused", response(400, "no")],
  ])("an update that was lost once and then %s is %s, and reports the loss", async (_end, code, last) => {
    const { fail } = makeScriptedClient([LOST, last]);
    const error = await fail("updateQueue", { ...QUEUE, concurrency: 1 }, 20_000);
    expect(error.code).toBe(code);
    expect(error.message).toContain("It is not known whether the request took effect");
  });
});
