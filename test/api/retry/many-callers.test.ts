import { setImmediate as nextTurn } from "node:timers/promises";
import { createApiClient } from "../../../src/api/create-api-client";
import { MAX_IN_FLIGHT } from "../../../src/api/request-limiter";
import { times } from "../../reconcile/support/steps";
import { BUSY, QUEUE, queueResponse, response } from "../support/exchanges";
import { makeConfig, makeScriptedClient, type ScriptedClient, takeAllSlots } from "../support/make-client";

/** Reads a queue many times at once, each within ten minutes or as long as the test says. */
async function readAtOnce(count: number, { client, options }: ScriptedClient, totalMs?: number) {
  await Promise.all(times(count, 0).map(async () => client.call("getQueue", QUEUE, options(totalMs))));
}

describe("many callers", () => {
  test("F-05: 30 callers against a service that takes 10 requests a second all succeed", async () => {
    let windowStart = 0;
    let inWindow = 0;
    const limit = () => {
      const now = scripted.clock.now();
      if (now - windowStart >= 1_000) {
        windowStart = now;
        inWindow = 0;
      }
      return ++inWindow <= 10 ? queueResponse() : response(429, "slow down", { retryAfter: "1" });
    };
    const scripted: ScriptedClient = makeScriptedClient([limit], {}, 0.3);
    await readAtOnce(30, scripted);
    expect(scripted.clock.now()).toBeLessThan(20_000);
    expect(scripted.requests.length).toBeLessThan(80);
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
    const scripted = makeScriptedClient([queueResponse()], { maxRequestsPerSecond: 4 });
    await readAtOnce(9, scripted);
    expect(scripted.clock.now()).toBe(2_000);
  });

  test("after all calls, nothing waits and no slot is taken", async () => {
    const scripted = makeScriptedClient([BUSY, queueResponse()]);
    await readAtOnce(2, scripted);
    await takeAllSlots(scripted.limiter);
    await nextTurn();
    expect(scripted.clock.sleeping).toBe(0);
  });

  test("R-5: waiting for our own limits does not count: 12 calls at one request in 10 s all succeed", async () => {
    const scripted = makeScriptedClient([queueResponse()], { maxRequestsPerSecond: 0.1 });
    await readAtOnce(12, scripted, 60_000);
    expect([scripted.requests.length, scripted.clock.now()]).toEqual([12, 110_000]);
  });

  test("R-5: nor does waiting for others: 60 calls, 12 at once, to a service that takes 20 s each", async () => {
    const scripted = makeScriptedClient([
      async () => {
        await scripted.clock.sleep(20_000);
        return queueResponse();
      },
    ]);
    await readAtOnce(60, scripted, 60_000);
    expect(scripted.clock.now()).toBe(100_000);
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
  ])("F-05: a pause of others beyond its time ends a call at once, %s", async (_, isFirst, expected) => {
    const limitOthers = async () => {
      const release = await limiter.acquire({ signal: new AbortController().signal });
      release({ kind: "limited", retryAfterMs: 60_000 });
      return BUSY;
    };
    const { clock, limiter, fail }: ScriptedClient = makeScriptedClient([limitOthers]);
    if (isFirst) await limitOthers();
    expect(await fail("getQueue", QUEUE, 10_000)).toMatchObject(expected);
    expect(clock.now()).toBeLessThan(1_000);
  });
});
