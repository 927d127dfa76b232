import { BUSY, LOST, QUEUE, queueResponse, REFUSED } from "../support/exchanges";
import { makeScriptedClient, TOKEN } from "../support/make-client";

describe("an unreachable host", () => {
  const BRIEF = 120_000;

  test.each([
    ["getQueue", {}],
    ["createQueue", {}],
    ["updateQueue", { concurrency: 3 }],
    ["deleteQueue", {}],
  ] as const)("F-01: %s ends after three attempts in 15 s, and names the host", async (name, more) => {
    const { clock, requests, fail } = makeScriptedClient([REFUSED]);
    const error = await fail(name, { ...QUEUE, ...more }, BRIEF);
    expect(error).toMatchObject({ code: "unreachable", details: { attempts: 3 } });
    expect([requests.length, clock.now()]).toEqual([3, 15_000]);
    expect(error.message).toContain("https://merge.example.com");
    expect(error.message).not.toContain(TOKEN);
  });

  test.each(["http://localhost:8080", "http://127.8.0.1", "http://[::1]:8080", "https://localhost"])(
    "F-01: on this machine (%s) there are two attempts within a second",
    async (baseUrl) => {
      const { clock, requests, fail } = makeScriptedClient([REFUSED], { baseUrl });
      const error = await fail("getQueue", QUEUE);
      expect([error.code, requests.length, clock.now()]).toEqual(["unreachable", 2, 500]);
      expect(error.message.includes("mergequeue serve")).toBe(baseUrl.startsWith("http:"));
    },
  );

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
    const counts: unknown[] = [];
    for (const pauseMs of [0, 0, 0, 3_600_000]) {
      clock.advance(pauseMs);
      const { code, details } = await fail("getQueue", QUEUE, BRIEF);
      counts.push([code, details.attempts, clock.now()]);
    }
    const times = [15_000, 15_000, 15_000, 3_630_000];
    expect(counts).toEqual(times.map((ms, call) => ["unreachable", call % 3 === 0 ? 3 : 1, ms]));
  });

  test("F-01: a lost response is no part of the outage that follows it", async () => {
    const lost = Array.from({ length: 6 }, () => LOST);
    const { clock, requests, fail } = makeScriptedClient([...lost, REFUSED]);
    await fail("getQueue", QUEUE, BRIEF);
    expect([requests.length, clock.now() > 20_000]).toEqual([9, true]);
  });

  test("F-01: connections that are reset are repeated until the deadline, whatever came before", async () => {
    const reset = { ...REFUSED, isUnreachable: false };
    const { requests, fail } = makeScriptedClient([REFUSED, reset]);
    await fail("getQueue", QUEUE, BRIEF);
    expect(requests.length).toBeGreaterThan(10);
  });

  test("F-01: after a response is lost over http, the message asks whether the host speaks TLS", async () => {
    for (const scheme of ["http", "https"]) {
      const { fail } = makeScriptedClient([LOST], { baseUrl: `${scheme}://127.0.0.1:4567/v1` });
      const { message } = await fail("getQueue", QUEUE, BRIEF, { maxAttempts: 1 });
      expect(message).toContain("The response was lost; nothing was changed. Try again.");
      const isAsked = message.endsWith("speaks TLS at this port, base_url must begin with https.");
      expect(isAsked).toBe(scheme === "http");
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
