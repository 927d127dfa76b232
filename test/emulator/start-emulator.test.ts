import { getMaxListeners, once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { drip, dropAfterCommit, type Fault, holdUntil, truncate } from "../../src/emulator/faults";
import { type OpenEmulator, startEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { MAIN } from "../engine/engine-fixtures";
import { waitFor } from "../support/wait-for";
import { call, startForTest } from "./call-service";

/** Posts a body with the right token and returns the response. */
async function post(
  emulator: Pick<OpenEmulator, "url" | "token">,
  operation: string,
  body: unknown,
  agent?: Agent,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const reply = await call(emulator, `/v1/${operation}`, body, agent === undefined ? {} : { agent });
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
  return { status: reply.status, text };
}

/** Sends a request over a socket and returns all bytes until the connection ends. */
async function talk(emulator: OpenEmulator, operation: string, body: unknown): Promise<string> {
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  const text = JSON.stringify(body);
  socket.write(
    `POST /v1/${operation} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `x-api-token: ${emulator.token}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  let received = "";
  for await (const chunk of socket) received += String(chunk);
  return received;
}

describe("startEmulator", () => {
  test("S-19: serves at an address that ends in /v1, on a free port, with a random token", async () => {
    const [first, second] = [await startForTest(), await startForTest()];
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(first.url).not.toBe(second.url);
    expect(first.token).toMatch(/^[\w-]{32}$/);
    expect(first.token).not.toBe(second.token);
    expect((await post(first, "createQueue", MAIN)).status).toBe(200);
    expect((await post(first, "getQueue", MAIN)).status).toBe(200);
    expect((await post(second, "getQueue", MAIN)).status).toBe(404);
  });

  test("uses the given token and port", async () => {
    const first = await startForTest({ token: "given" });
    const port = Number(new URL(first.url).port);
    await first.close();
    const second = await startForTest({ token: "given", port });
    expect(second.url).toBe(first.url);
    expect(second.token).toBe("given");
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
    for (let count = 0; count < 5; count += 1) await post(emulator, "getQueue", MAIN, agent);
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
    const busy = expect(post(emulator, "getQueue", MAIN)).rejects.toThrow();
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
      await post(emulator, "createQueue", { ...MAIN, concurrency: 3 });
      emulator.declarePullRequest(MAIN.repo, { number: 7, mergeability: "not_mergeable" });
      await post(emulator, "submitPullRequest", { ...MAIN, pr: { number: 7 } });
      const report = { ...MAIN, pr: { number: 7 }, name: "ci/test", conclusion: "success" } as const;
      expect(() => {
        emulator.reportCheck(report);
      }).toThrow("is not being tested");
      expect(emulator.findQueue(MAIN)).toMatchObject({
        settings: { concurrency: 3, requiredStatuses: ["ci/test"] },
        pullRequests: [
          { number: 7, state: "not_ready", reason: expect.stringContaining("cannot merge it") as unknown },
        ],
      });
      emulator.declarePullRequest(MAIN.repo, { number: 7, mergeability: "mergeable" });
      emulator.reportCheck(report);
      expect(emulator.listQueues()).toMatchObject([{ pullRequests: [{ number: 7, state: "merged" }] }]);
      emulator.reset();
      expect([emulator.listQueues(), emulator.requests]).toEqual([[], []]);
      expect(() => {
        emulator.reportCheck({ testRunId: "none", name: "ci/test", conclusion: "success" });
      }).toThrow("There is no test run none.");
    } finally {
      await emulator.close();
    }
  });

  test("an option that throws gives a 500 that says so, not a hanging client", async () => {
    const describePullRequest = (): never => {
      throw new Error("no such person");
    };
    const emulator = await startForTest({ options: { describePullRequest } });
    await post(emulator, "createQueue", MAIN);
    const response = await post(emulator, "submitPullRequest", { ...MAIN, pr: { number: 1 } });
    expect(response).toEqual({ status: 500, text: "The local service failed: no such person" });
  });
});

describe("the size of a request body", () => {
  const LIMIT = 20 * 1024 * 1024;

  /** A valid request of exactly so many bytes. */
  function bodyOf(bytes: number): Buffer {
    const text = JSON.stringify(MAIN);
    return Buffer.from(text.padEnd(bytes, " "));
  }

  test("may be 20 MiB", async () => {
    const emulator = await startForTest();
    expect((await post(emulator, "createQueue", bodyOf(LIMIT))).status).toBe(200);
  });

  test("may not be one byte more, and the client receives the reason", async () => {
    const emulator = await startForTest();
    const response = await post(emulator, "createQueue", bodyOf(LIMIT + 1));
    expect(response.status).toBe(413);
    expect(response.text).toContain("20 MiB");
    expect(emulator.findQueue(MAIN)).toBeUndefined();
  });
});

describe("faults on the socket", () => {
  test("F-02: a dropped connection is reset without sending a byte", async () => {
    const emulator = await startForTest({ faults: [dropAfterCommit] });
    const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    const text = JSON.stringify(MAIN);
    const failed = once(socket, "error");
    let received = 0;
    socket.on("data", ({ length }) => {
      received += length;
    });
    socket.write(
      `POST /v1/createQueue HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
        `x-api-token: ${emulator.token}\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
    const [error] = (await failed) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNRESET");
    expect(received).toBe(0);
    expect(emulator.findQueue(MAIN)).toBeDefined();
  });

  test("F-07: a truncated response declares its full length, or none", async () => {
    const emulator = await startForTest({ faults: [truncate(5)] });
    emulator.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
    const declared = await talk(emulator, "getQueue", MAIN);
    const [head = "", body] = declared.split("\r\n\r\n");
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(100);
    expect(body).toBe('{"sta');

    emulator.setFaults(truncate(5, false));
    const open = await talk(emulator, "getQueue", MAIN);
    expect(open).not.toMatch(/content-length|transfer-encoding/i);
    expect(open.endsWith('\r\n\r\n{"sta')).toBe(true);
  });

  test("F-06: a slow head arrives completely, status and length before the body", async () => {
    const emulator = await startForTest({ faults: [drip(200, 1, "head")] });
    emulator.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
    const [head = "", body = ""] = (await talk(emulator, "getQueue", MAIN)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toMatchObject({ branch: "main" });
  });

  test("F-28: a fault can distinguish a reused connection from a new one", async () => {
    const seen: boolean[] = [];
    const watch: Fault = ({ isConnectionReused }, next) => {
      seen.push(isConnectionReused);
      return next();
    };
    const emulator = await startForTest({ faults: [watch] });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await post(emulator, "getQueue", MAIN, agent);
    await post(emulator, "getQueue", MAIN, agent);
    agent.destroy();
    expect(seen).toEqual([false, true]);
  });

  test("any number of requests may wait for the service to end without a warning", async () => {
    const limits: number[] = [];
    const watch: Fault = ({ signal }, next) => {
      limits.push(getMaxListeners(signal));
      return next();
    };
    const emulator = await startForTest({ faults: [watch] });
    await post(emulator, "getQueue", MAIN);
    expect(limits).toEqual([Infinity]);
  });

  test("a client that disconnects during its request does not disturb the service", async () => {
    const emulator = await startForTest();
    const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("POST /v1/getQueue HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{");
    while (emulator.connections.open === 0) await new Promise(setImmediate);
    socket.destroy();
    while (emulator.connections.open > 0) await new Promise(setImmediate);
    expect((await post(emulator, "getQueue", {})).status).toBe(400);
    expect(emulator.requests).toHaveLength(1);
  });
});

describe("startOpenEmulator with a clock, checks and a file", () => {
  test("automatic checks conclude by the machine's clock, without requests", async () => {
    const emulator = await startForTest({ auto: { durationSeconds: 0, failureRate: 0 } });
    await post(emulator, "createQueue", MAIN);
    await post(emulator, "submitPullRequest", { ...MAIN, pr: { number: 7 } });
    await waitFor(() => emulator.engine.tryFindQueue(MAIN)?.totals.merged === 1, "the merge");
  });

  test("the clock advances before every response, even while a fault holds the request", async () => {
    const emulator = await startForTest({
      clock: "manual",
      auto: { durationSeconds: 60, failureRate: 0 },
    });
    await post(emulator, "createQueue", MAIN);
    await post(emulator, "submitPullRequest", { ...MAIN, pr: { number: 7 } });
    let release: () => void = () => undefined;
    emulator.setFaults(
      holdUntil(
        new Promise<void>((resolve) => {
          release = resolve;
        }),
      ),
    );
    const reading = post(emulator, "getQueue", MAIN);
    await waitFor(() => emulator.requests.length === 3, "the request");
    emulator.clock.advance(60_000);
    release();
    expect(JSON.parse((await reading).text)).toMatchObject({ enqueuedPullRequests: [] });
  });

  test("the page is served at the root", async () => {
    const emulator = await startForTest();
    const response = await fetch(new URL("/", emulator.url), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  test("F-34: a change that cannot be saved is refused with the reason", async () => {
    const directory = await mkdtemp(join(tmpdir(), "unwritable-"));
    const data = join(directory, "queues.data");
    const emulator = await startOpenEmulator({ data });
    try {
      expect((await post(emulator, "createQueue", MAIN)).status).toBe(200);
      // A directory cannot be replaced by the snapshot that a reset asks for.
      await rm(data);
      await mkdir(data);
      const reset = await fetch(new URL("/control/reset", emulator.url), {
        method: "POST",
        headers: { "x-api-token": emulator.token, "content-type": "application/json" },
      });
      expect(reset.status).toBe(500);
      const response = await post(emulator, "createQueue", MAIN);
      expect(response.status).toBe(500);
      expect(response.text).toContain("It acknowledges no further change.");
      await expect(emulator.close()).rejects.toMatchObject({ code: "invalid_configuration" });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("a taken port does not lock the data file", async () => {
    const directory = await mkdtemp(join(tmpdir(), "taken-"));
    const data = join(directory, "queues.data");
    try {
      const port = Number(new URL((await startForTest()).url).port);
      await expect(startOpenEmulator({ port, data })).rejects.toMatchObject({
        details: { argument: "port" },
      });
      await (await startOpenEmulator({ data })).close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
