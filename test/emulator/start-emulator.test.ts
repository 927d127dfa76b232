import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { holdUntil } from "../../src/emulator/faults";
import { startEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { MAIN } from "../engine/engine-fixtures";
import { createGate } from "../support/create-gate";
import { makeScratch } from "../support/make-scratch";
import { waitFor } from "../support/wait-for";
import { call, startForTest } from "./call-service";

describe("startEmulator", () => {
  test("serves the second interface at /v2, to the token and to keys; keys are of no use to the first", async () => {
    const emulator = await startForTest({ keys: { reader: [] } });
    const { token, secondUrl } = emulator;
    const { reader = "" } = emulator.keys;
    const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await call(emulator, path, undefined, { headers })).status;
    const askSecond = (key: string) => ask("/v2/merge-queues", { authorization: `Bearer ${key}` });
    expect(secondUrl).toBe(emulator.url.replace("/v1", "/v2"));
    expect([await askSecond(token), await askSecond(reader)]).toEqual([200, 200]);
    expect(await ask("/v2/merge-queues", {})).toBe(401);
    expect(await ask("/v1/getMergeQueueMetrics", { "x-api-token": reader })).toBe(401);
    // Neither secret is in the log.
    expect(JSON.stringify(emulator.requests)).not.toMatch(new RegExp(`${token}|${reader}`));
    expect(emulator.requests[0]).toMatchObject({ operation: "GET /merge-queues", isCommitted: true });
    expect((await call(emulator, "/control/revokeKey", { label: "reader" })).status).toBe(200);
    expect((await call(emulator, "/control/revokeKey", { label: "nobody" })).status).toBe(404);
    expect(await askSecond(reader)).toBe(401);
    emulator.reset();
    expect(await askSecond(reader)).toBe(200);
  });

  test.each([
    ["/v1/createQueue", { "x-api-token": "wrong" }, 401],
    ["/v2/merge-queues", { authorization: "Bearer wrong" }, 401],
    ["/control/reset", { "x-api-token": "wrong" }, 401],
    ["/nowhere", { "x-api-token": "wrong" }, 404],
    ["/v1/createQueue", { host: "evil.example" }, 403],
    ["/v2/merge-queues", { host: "evil.example" }, 403],
  ])(
    "S-19: of whoever has no key, or means another host, no body is kept (%s, %j)",
    async (path, headers, status) => {
      const emulator = await startForTest();
      const concat = jest.spyOn(Buffer, "concat");
      const reply = await call(emulator, path, Buffer.alloc(3 * 1024 * 1024, " "), { headers });
      const kept = concat.mock.calls.flatMap(([chunks]) => chunks.map((chunk) => chunk.byteLength));
      concat.mockRestore();
      expect(reply.status).toBe(status);
      expect(Math.max(0, ...kept)).toBeLessThan(1024);
      for (const { body } of emulator.requests) expect(body).toBeUndefined();
    },
  );

  test("S-19: forks, which upload targets without a token, share the room of one body", async () => {
    const emulator = await startForTest();
    await call(emulator, "/v1/createQueue", MAIN);
    const headers = { "x-api-token": "", "x-forked-workflow-run-id": "7" };
    const body = { ...MAIN, pr: { number: 1, sha: "a" }, impactedTargets: ["x".repeat(7 * 1024 * 1024)] };
    const upload = async () => (await call(emulator, "/v1/setImpactedTargets", body, { headers })).status;
    const statuses = await Promise.all([upload(), upload(), upload()]);
    for (const status of statuses) expect([200, 413]).toContain(status);
    // Afterwards there is room again.
    expect(await upload()).toBe(200);
  });

  test("S-19: serves at an address that ends in /v1, on a free port, with a random token, or on a given one", async () => {
    const [first, second] = [await startForTest(), await startForTest()];
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(first.url).not.toBe(second.url);
    expect(first.token).toMatch(/^[\w-]{32}$/);
    expect(first.token).not.toBe(second.token);
    expect((await call(first, "/v1/createQueue", MAIN)).status).toBe(200);
    expect((await call(first, "/v1/getQueue", MAIN)).status).toBe(200);
    expect((await call(second, "/v1/getQueue", MAIN)).status).toBe(404);
    await first.close();
    const third = await startForTest({ token: "given", port: Number(new URL(first.url).port) });
    expect([third.url, third.token]).toEqual([first.url, "given"]);
  });

  test("S-19: listens on the loopback address only", async () => {
    const emulator = await startForTest();
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address);
    // On Linux, 127.0.0.2 is also this machine, and reaches what listens on all addresses.
    const hosts = process.platform === "linux" ? ["127.0.0.2", ...others] : others;
    expect(new URL(emulator.url).hostname).toBe("127.0.0.1");
    for (const host of hosts) {
      const socket = connect(Number(new URL(emulator.url).port), host);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      expect(error.code).toBe("ECONNREFUSED");
    }
  });

  test.each(["", "with space", "line\nbreak", "ümlaut"])(
    "refuses the token %j, which is not valid in a header",
    async (token) => {
      const refusal = { code: "invalid_configuration", details: { argument: "token" } };
      await expect(startOpenEmulator({ token })).rejects.toMatchObject(refusal);
    },
  );

  test("counts connections: one that is kept alive serves many requests", async () => {
    const emulator = await startForTest();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 5; count += 1) await call(emulator, "/v1/getQueue", MAIN, { agent });
    expect(emulator.connections).toEqual({ opened: 1, open: 1 });
    expect(emulator.requests).toHaveLength(5);
    agent.destroy();
  });

  test("close ends idle, kept-alive and busy connections, and can be called again", async () => {
    const emulator = await startForTest({ faults: [holdUntil(new Promise(() => undefined))] });
    const idle = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    await once(idle, "connect");
    const idleEnded = once(idle, "close");
    idle.resume().on("error", () => undefined);
    const busy = expect(call(emulator, "/v1/getQueue", MAIN)).rejects.toThrow();
    while (emulator.requests.length === 0) await new Promise(setImmediate);
    await emulator.close();
    await Promise.all([busy, idleEnded]);
    await emulator.close();
    expect(emulator.connections.open).toBe(0);
  });

  test("a test simulates the code host and CI, and inspects queues, without requests", async () => {
    const emulator = await startEmulator({ options: { inheritedStatuses: ["ci/test"] } });
    try {
      expect(emulator.findQueue(MAIN)).toBeUndefined();
      await call(emulator, "/v1/createQueue", { ...MAIN, concurrency: 3 });
      emulator.declarePullRequest(MAIN.repo, { number: 7, mergeability: "not_mergeable" });
      await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number: 7 } });
      const report = { ...MAIN, pr: { number: 7 }, name: "ci/test", conclusion: "success" } as const;
      expect(emulator.reportCheck.bind(emulator, report)).toThrow("is not being tested");
      const reason = expect.stringContaining("cannot merge it") as unknown;
      expect(emulator.findQueue(MAIN)).toMatchObject({
        settings: { concurrency: 3, requiredStatuses: ["ci/test"] },
        pullRequests: [{ number: 7, state: "not_ready", reason }],
      });
      emulator.declarePullRequest(MAIN.repo, { number: 7, mergeability: "mergeable" });
      emulator.reportCheck(report);
      expect(emulator.listQueues()).toMatchObject([{ pullRequests: [{ number: 7, state: "merged" }] }]);
      for (const number of [8, 9]) await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number } });
      emulator.failTestStart({ ...MAIN, pr: { number: 8 } }, "START_TEST_RUN_MERGE_CONFLICT");
      const [, , latest] = emulator.findQueue(MAIN)?.pullRequests ?? [];
      emulator.pushToBranch(MAIN);
      expect(emulator.findQueue(MAIN)?.pullRequests[2]?.testRunId).not.toBe(latest?.testRunId);
      emulator.mergePullRequest(MAIN.repo, 9);
      const pullRequests = [{}, { state: "failed" }, { state: "merged" }];
      expect(emulator.listQueues()).toMatchObject([{ pullRequests }]);
      emulator.reset();
      expect([emulator.listQueues(), emulator.requests]).toEqual([[], []]);
      expect(
        emulator.reportCheck.bind(emulator, { testRunId: "none", name: "ci/test", conclusion: "success" }),
      ).toThrow("There is no test run none.");
    } finally {
      await emulator.close();
    }
  });

  test("an option that throws gives a 500 that says so, not a hanging client", async () => {
    const describePullRequest = (): never => {
      throw new Error("no such person");
    };
    const emulator = await startForTest({ options: { describePullRequest } });
    await call(emulator, "/v1/createQueue", MAIN);
    const response = await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number: 1 } });
    expect(response).toMatchObject({ status: 500, body: "The local service failed: no such person" });
  });
});

test("a request body may have 20 MiB, not one byte more, and the client receives the reason", async () => {
  const LIMIT = 20 * 1024 * 1024;
  const emulator = await startForTest();
  /** Sends a valid request of exactly so many bytes. */
  const create = (bytes: number) =>
    call(emulator, "/v1/createQueue", Buffer.from(JSON.stringify(MAIN).padEnd(bytes, " ")));
  const refused = await create(LIMIT + 1);
  expect(refused.status).toBe(413);
  expect(JSON.stringify(refused.body)).toContain("20 MiB");
  expect(emulator.findQueue(MAIN)).toBeUndefined();
  expect((await create(LIMIT)).status).toBe(200);
});

describe("startOpenEmulator with a clock, checks and a file", () => {
  test("automatic checks conclude by the machine's clock, without requests", async () => {
    const emulator = await startForTest({ auto: { durationSeconds: 0, failureRate: 0 } });
    await call(emulator, "/v1/createQueue", MAIN);
    await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number: 7 } });
    await waitFor(() => emulator.engine.tryFindQueue(MAIN)?.totals.merged === 1, "the merge");
  });

  test("the clock advances before every response, even while a fault holds the request", async () => {
    const emulator = await startForTest({ clock: "manual", auto: { durationSeconds: 60, failureRate: 0 } });
    await call(emulator, "/v1/createQueue", MAIN);
    await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number: 7 } });
    const gate = createGate();
    emulator.setFaults(holdUntil(gate.opened));
    const reading = call(emulator, "/v1/getQueue", MAIN);
    await waitFor(() => emulator.requests.length === 3, "the request");
    emulator.clock.advance(60_000);
    gate.open();
    expect((await reading).body).toMatchObject({ enqueuedPullRequests: [] });
  });

  test("the page is served at the root", async () => {
    const emulator = await startForTest();
    const response = await fetch(new URL("/", emulator.url), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  test("F-34: a change that cannot be saved is refused with the reason", async () => {
    const data = join(makeScratch(), "queues.data");
    const emulator = await startOpenEmulator({ data });
    expect((await call(emulator, "/v1/createQueue", MAIN)).status).toBe(200);
    // A directory cannot be replaced by the snapshot that a reset asks for.
    await rm(data);
    await mkdir(data);
    expect((await call(emulator, "/control/reset", "")).status).toBe(500);
    const response = await call(emulator, "/v1/createQueue", MAIN);
    expect(response.status).toBe(500);
    expect(response.body).toContain("The service acknowledges no further change.");
    await expect(emulator.close()).rejects.toMatchObject({ code: "invalid_configuration" });
  });

  test("a taken port does not lock the data file", async () => {
    const data = join(makeScratch(), "queues.data");
    const port = Number(new URL((await startForTest()).url).port);
    await expect(startOpenEmulator({ port, data })).rejects.toMatchObject({ details: { argument: "port" } });
    await (await startOpenEmulator({ data })).close();
  });
});
