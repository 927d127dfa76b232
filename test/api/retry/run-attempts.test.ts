import { setImmediate as nextTurn } from "node:timers/promises";
import { createApiClient } from "../../../src/api/create-api-client";
import { MAX_IN_FLIGHT, type RequestLimiter } from "../../../src/api/retry/request-limiter";
import { catchRejection } from "../support/catch-rejection";
import { cancelled, LOST, queueResponse, REFUSED, response } from "../support/exchanges";
import { makeConfig, makeScriptedClient, TOKEN } from "../support/make-client";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const BUSY = response(503, "busy");

/** Waits for all slots of a limiter, and keeps them. */
async function takeAllSlots(limiter: RequestLimiter): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, async () => limiter.acquire({ signal })));
}

describe("repeating", () => {
  test("R-1: a read is repeated after faults and transient statuses until it succeeds", async () => {
    const steps = [
      REFUSED,
      LOST,
      BUSY,
      response(500),
      response(502),
      response(504),
      response(408),
      response(425),
      response(429),
    ];
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
        expect(error.message).toContain("Whether it took effect is not known");
      }
    },
  );

  test("R-3: Retry-After is honoured in seconds and as a date", async () => {
    const wishes = [
      { retryAfter: "7" },
      { retryAfter: "Sat, 21 Nov 2026 12:00:09 GMT", date: "Sat, 21 Nov 2026 12:00:00 GMT" },
    ];
    for (const [index, waitMs] of [7_000, 9_000].entries()) {
      const { client, events, options } = makeScriptedClient([
        response(503, "", wishes[index]),
        queueResponse(),
      ]);
      await client.call("getQueue", QUEUE, options());
      expect(events[0]?.retryInMs).toBe(waitMs);
    }
  });

  test("R-3: a wait beyond the deadline is not begun", async () => {
    const { clock, fail } = makeScriptedClient([response(429, "slow down", { retryAfter: "60" })]);
    const error = await fail("getQueue", QUEUE, 30_000);
    expect(error).toMatchObject({
      code: "rate_limited",
      details: { attempts: 1, retryAfterMs: 60_000, status: 429 },
    });
    expect(clock.now()).toBe(0);
  });

  test("R-4: another refusal is final", async () => {
    const { requests, fail } = makeScriptedClient([response(400, "no")]);
    const error = await fail("updateQueue", { ...QUEUE, concurrency: 1 });
    expect([error.code, requests.length]).toEqual(["refused", 1]);
  });

  test.each([401, 403])(
    "F-15: a %i is final, and the error names the token's source, not the token",
    async (status) => {
      for (const [name, more] of [["getQueue", {}] as const, ["updateQueue", { concurrency: 1 }] as const]) {
        const { requests, fail } = makeScriptedClient([response(status, "no"), queueResponse()]);
        const error = await fail(name, { ...QUEUE, ...more });
        expect(requests).toHaveLength(1);
        expect(error.message).toContain('the provider argument "token"');
        expect(error.message).not.toContain(TOKEN);
      }
    },
  );

  test("max_retries limits the attempts, and a call's own limit overrides it", async () => {
    const limited = makeScriptedClient([BUSY], { maxRetries: 2 });
    const error = await catchRejection(limited.client.call("getQueue", QUEUE, limited.options()));
    expect(error).toMatchObject({ code: "server_error", details: { attempts: 3 } });
    const once = makeScriptedClient([BUSY]);
    const options = once.options(5_000, { maxAttempts: 1 });
    await catchRejection(once.client.call("getQueue", QUEUE, options));
    expect(once.requests).toHaveLength(1);
  });
});

describe("deadlines", () => {
  test.each([
    ["getQueue", {}],
    ["createQueue", {}],
    ["updateQueue", { concurrency: 3 }],
    ["deleteQueue", {}],
  ] as const)(
    "F-01: %s to an unreachable host ends after three attempts in 15 s; the error names the host",
    async (name, more) => {
      const { clock, requests, fail } = makeScriptedClient([REFUSED]);
      const error = await fail(name, { ...QUEUE, ...more }, 120_000);
      expect(error).toMatchObject({ code: "unreachable", details: { attempts: 3 } });
      expect([requests.length, clock.now()]).toEqual([3, 15_000]);
      expect(error.message).toContain("https://merge.example.com");
      expect(error.message).not.toContain(TOKEN);
    },
  );

  test("F-03: permanent 500s end within the deadline with attempts and last status", async () => {
    const { clock, requests, fail } = makeScriptedClient([response(500, "boom")]);
    const error = await fail("getQueue", QUEUE, 60_000);
    expect(clock.now()).toBeLessThanOrEqual(60_000);
    expect(error).toMatchObject({
      code: "server_error",
      details: { status: 500, attempts: requests.length },
    });
    expect(error.message).toContain(`${requests.length} attempts`);
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

  test("R-5: waiting for our own limits does not count: 12 calls at one request in 10 s all succeed", async () => {
    const { client, clock, requests, options } = makeScriptedClient([queueResponse()], {
      maxRequestsPerSecond: 0.1,
    });
    await Promise.all(
      Array.from({ length: 12 }, async () => client.call("getQueue", QUEUE, options(60_000))),
    );
    expect([requests.length, clock.now()]).toEqual([12, 110_000]);
  });

  test("R-5: nor does waiting for others: 60 calls, 12 at once, to a service that takes 20 s each", async () => {
    const { client, clock, options } = makeScriptedClient([
      async () => {
        await clock.sleep(20_000);
        return queueResponse();
      },
    ]);
    await Promise.all(
      Array.from({ length: 60 }, async () => client.call("getQueue", QUEUE, options(60_000))),
    );
    expect(clock.now()).toBe(100_000);
  });

  test("a call that is only advice gives up if its turn does not come in time, and sends nothing", async () => {
    const { clock, limiter, requests, fail } = makeScriptedClient([queueResponse()]);
    await takeAllSlots(limiter);
    const error = await fail("getQueue", QUEUE, 1_000, { countsLimiter: true });
    expect(error).toMatchObject({ code: "deadline_exceeded", details: { attempts: 0 } });
    expect([requests.length, clock.now()]).toEqual([0, 1_000]);
  });

  test.each([
    ["before its first request", true, { code: "rate_limited", details: { attempts: 0 } }],
    ["after a failed one", false, { code: "server_error", details: { attempts: 1 } }],
  ])(
    "F-05: a pause of others that is longer than its time ends a call at once, %s",
    async (_, isFirst, expected) => {
      const { clock, limiter, fail } = makeScriptedClient([
        async () => {
          await limitOthers();
          return BUSY;
        },
      ]);
      const limitOthers = async (): Promise<void> => {
        const release = await limiter.acquire({ signal: new AbortController().signal });
        release({ kind: "limited", retryAfterMs: 60_000 });
      };
      if (isFirst) await limitOthers();
      const error = await fail("getQueue", QUEUE, 10_000);
      expect(error).toMatchObject(expected);
      expect(clock.now()).toBeLessThan(1_000);
    },
  );

  test("the outcome of an update that was lost once is unknown, whatever ends the retries", async () => {
    for (const last of [REFUSED, response(429)]) {
      const { fail } = makeScriptedClient([LOST, last]);
      const error = await fail("updateQueue", { ...QUEUE, concurrency: 1 }, 20_000);
      expect(error.code).toBe("outcome_unknown");
      expect(error.message).toContain("Whether it took effect is not known");
    }
  });

  test("an update that was lost once and then refused is refused, and the error reports the loss", async () => {
    const { fail } = makeScriptedClient([LOST, response(400, "no")]);
    const error = await fail("updateQueue", { ...QUEUE, concurrency: 1 });
    expect(error.code).toBe("refused");
    expect(error.message).toContain("Whether it took effect is not known");
  });
});

describe("an unreachable host", () => {
  const BRIEF = 120_000;

  test.each([
    "http://localhost:8080/v1",
    "http://127.8.0.1/v1",
    "http://[::1]:8080/v1",
    "https://localhost/v1",
  ])("F-01: on this machine (%s) there are two attempts within a second", async (baseUrl) => {
    const { clock, requests, fail } = makeScriptedClient([REFUSED], { baseUrl });
    const error = await fail("getQueue", QUEUE);
    expect([error.code, requests.length, clock.now()]).toEqual(["unreachable", 2, 500]);
    expect(error.message.includes("mergequeue serve")).toBe(baseUrl.startsWith("http:"));
  });

  test("F-01: a service that comes back within the three attempts is used", async () => {
    const { client, clock, options } = makeScriptedClient([REFUSED, queueResponse()]);
    await client.call("getQueue", QUEUE, options());
    expect(clock.now()).toBe(5_000);
  });

  test("F-01: once this client has received any response, even a 503, it waits until the deadline", async () => {
    const { clock, requests, fail } = makeScriptedClient([BUSY, REFUSED]);
    const error = await fail("getQueue", QUEUE, BRIEF);
    expect(error).toMatchObject({ code: "unreachable", details: { attempts: requests.length } });
    expect(clock.now()).toBeGreaterThan(100_000);
  });

  test("F-01: calls that follow a given-up one fail at once; after a pause there are three attempts again", async () => {
    const { clock, fail } = makeScriptedClient([REFUSED]);
    const countAttempts = async (): Promise<number | undefined> => {
      const error = await fail("getQueue", QUEUE, BRIEF);
      return error.details.attempts;
    };
    expect([await countAttempts(), await countAttempts()]).toEqual([3, 1]);
    clock.advance(3_600_000);
    expect(await countAttempts()).toBe(3);
  });

  test("F-01: connections that are reset are repeated until the deadline, whatever came before", async () => {
    const reset = { ...REFUSED, isUnreachable: false };
    const { requests, fail } = makeScriptedClient([REFUSED, reset]);
    await fail("getQueue", QUEUE, BRIEF);
    expect(requests.length).toBeGreaterThan(10);
  });

  test("F-01: the time is measured for all calls of a client together", async () => {
    const { clock, requests, fail } = makeScriptedClient([REFUSED]);
    await fail("getQueue", QUEUE);
    const begunAt = clock.now();
    for (let call = 0; call < 3; call++) {
      const error = await fail("getQueue", QUEUE);
      expect(error).toMatchObject({ code: "unreachable", details: { attempts: 1 } });
    }
    expect([requests.length, clock.now() - begunAt]).toEqual([6, 0]);
  });

  test("F-01: after a response is lost over http, the message asks whether the host speaks TLS", async () => {
    for (const [scheme, isAsked] of [
      ["http", true],
      ["https", false],
    ] as const) {
      const { client, options } = makeScriptedClient([LOST], {
        baseUrl: `${scheme}://127.0.0.1:4567/v1`,
      });
      const once = options(BRIEF, { maxAttempts: 1 });
      const error = await catchRejection(client.call("getQueue", QUEUE, once));
      expect(error.message.endsWith("speaks TLS at this port, base_url must begin with https.")).toBe(
        isAsked,
      );
    }
  });

  test("F-01: max_retries and the deadline shorten it, and do not prolong it", async () => {
    for (const [maxRetries, totalMs, attempts] of [
      [1, BRIEF, 2],
      [100, BRIEF, 3],
      [100, 6_000, 2],
    ] as const) {
      const { requests, fail } = makeScriptedClient([REFUSED], { maxRetries });
      await fail("getQueue", QUEUE, totalMs);
      expect(requests).toHaveLength(attempts);
    }
  });
});

describe("the stop signal", () => {
  test("K-7: once it is set, nothing is sent", async () => {
    const { requests, fail } = makeScriptedClient([queueResponse()]);
    const stopSignal = AbortSignal.abort();
    const error = await fail("getQueue", QUEUE, 60_000, { stopSignal });
    expect(error).toMatchObject({ code: "interrupted", details: { attempts: 0 } });
    expect(requests).toHaveLength(0);
  });

  test("K-8: it cuts off a read", async () => {
    const stop = new AbortController();
    const { client, clock, requests, options } = makeScriptedClient(["hang"]);
    const call = client.call("getQueue", QUEUE, options(60_000, { stopSignal: stop.signal }));
    void clock.sleep(1_000).then(() => {
      stop.abort();
    });
    const error = await catchRejection(call);
    expect([error.code, requests.length, clock.now()]).toEqual(["interrupted", 1, 1_000]);
  });

  test("K-8: a cancelled read is reported as interrupted, not as too slow", async () => {
    for (const [steps, attempts, why] of [
      [["hang"], 1, "it was interrupted"],
      [[BUSY, "hang"], 2, 'it was interrupted; before that, the service answered 503: "busy"'],
    ] as const) {
      const stop = new AbortController();
      const { client, clock, events, options } = makeScriptedClient(steps);
      const call = client.call("getQueue", QUEUE, options(60_000, { stopSignal: stop.signal }));
      const stopping = clock.sleep(1_000).then(() => {
        stop.abort();
      });
      const error = await catchRejection(call);
      await stopping;
      expect(error.message).toContain(
        `failed: ${why} (getQueue at https://merge.example.com, ${attempts} att`,
      );
      expect(events.at(-1)?.result).toBe(why);
    }
  });

  test("K-8: it waits for a write in progress", async () => {
    const stop = new AbortController();
    const { client, options } = makeScriptedClient([
      (request) => {
        stop.abort();
        return request.signal.aborted ? cancelled(true) : response(200, '{"concurrency":1}');
      },
    ]);
    const call = client.call(
      "updateQueue",
      { ...QUEUE, concurrency: 1 },
      options(60_000, { stopSignal: stop.signal }),
    );
    expect(await call).toEqual({ concurrency: 1 });
  });

  test("K-8: a write in progress that is refused is refused, not interrupted", async () => {
    const stop = new AbortController();
    const { fail } = makeScriptedClient([
      () => {
        stop.abort();
        return response(400, "no");
      },
    ]);
    expect((await fail("createQueue", QUEUE, 60_000, { stopSignal: stop.signal })).code).toBe("refused");
  });

  test("K-7: a write that is lost after it is interrupted, reports the loss, and is not repeated", async () => {
    const stop = new AbortController();
    const { requests, fail } = makeScriptedClient([
      () => {
        stop.abort();
        return LOST;
      },
    ]);
    const error = await fail("updateQueue", { ...QUEUE, batch: true }, 60_000, { stopSignal: stop.signal });
    expect([error.code, requests.length]).toEqual(["interrupted", 1]);
    expect(error.message).toMatch(
      /interrupted; before that, the connection broke off.*Whether it took effect is not known/,
    );
  });

  test("K-7: it ends a wait between attempts at once", async () => {
    const stop = new AbortController();
    const { client, clock, options } = makeScriptedClient([response(503, "", { retryAfter: "60" })]);
    const call = client.call("getQueue", QUEUE, options(600_000, { stopSignal: stop.signal }));
    const stopping = clock.sleep(1_000).then(() => {
      stop.abort();
    });
    const error = await catchRejection(call);
    await stopping;
    expect([error.code, clock.now()]).toEqual(["interrupted", 1_000]);
  });

  test("K-7: it ends a wait for the limiter at once", async () => {
    const stop = new AbortController();
    const { client, clock, limiter, options } = makeScriptedClient([queueResponse()]);
    await takeAllSlots(limiter);
    const call = client.call("getQueue", QUEUE, options(600_000, { stopSignal: stop.signal }));
    void clock.sleep(1_000).then(() => {
      stop.abort();
    });
    expect((await catchRejection(call)).code).toBe("interrupted");
  });
});

describe("many callers", () => {
  test("F-05: 30 callers against a service that takes 10 requests a second all succeed", async () => {
    let windowStart = 0;
    let inWindow = 0;
    const { client, clock, requests, options } = makeScriptedClient(
      [
        () => {
          const now = clock.now();
          if (now - windowStart >= 1_000) {
            windowStart = now;
            inWindow = 0;
          }
          return ++inWindow <= 10 ? queueResponse() : response(429, "slow down", { retryAfter: "1" });
        },
      ],
      {},
      0.3,
    );
    await Promise.all(Array.from({ length: 30 }, async () => client.call("getQueue", QUEUE, options())));
    expect(clock.now()).toBeLessThan(20_000);
    expect(requests.length).toBeLessThan(80);
  });

  test("R-5: one caller's 429 delays all others in the process, including those of another client", async () => {
    const { client, clock, limiter, options } = makeScriptedClient([
      response(429, "slow down", { retryAfter: "10" }),
      queueResponse(),
    ]);
    const starts: number[] = [];
    const other = createApiClient(makeConfig({ baseUrl: "https://other.example.com/v1" }), {
      source: "terraform",
      clock,
      limiter,
      random: () => 0,
      transport: async () => {
        starts.push(clock.now());
        return queueResponse();
      },
    });
    const first = client.call("getQueue", QUEUE, options());
    for (let turn = 0; turn < 100_000 && limiter.allowed === MAX_IN_FLIGHT; turn++) await nextTurn();
    expect(limiter.allowed).toBe(1);
    await Promise.all([first, other.call("getQueue", QUEUE, options())]);
    expect(starts).toEqual([10_000]);
  });

  test("R-5: max_requests_per_second spaces all requests of the client", async () => {
    const { client, clock, options } = makeScriptedClient([queueResponse()], { maxRequestsPerSecond: 4 });
    await Promise.all(Array.from({ length: 9 }, async () => client.call("getQueue", QUEUE, options())));
    expect(clock.now()).toBe(2_000);
  });

  test("after all calls, nothing waits and no slot is taken", async () => {
    const { client, clock, limiter, options } = makeScriptedClient([BUSY, queueResponse()]);
    await Promise.all([client.call("getQueue", QUEUE, options()), client.call("getQueue", QUEUE, options())]);
    await takeAllSlots(limiter);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.sleeping).toBe(0);
  });
});
