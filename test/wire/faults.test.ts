import type { Socket } from "node:net";
import { resolveClientConfig } from "../../src/api/client-config";
import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import { RequestLimiter } from "../../src/api/request-limiter";
import { closeAllConnections } from "../../src/api/transport/undici-transport";
import type { MergeQueueError } from "../../src/queue/merge-queue-error";
import type { OperationName } from "../../src/wire/first/operations";
import { catchRejection } from "../api/support/catch-rejection";
import { type RawServer, startRawServer } from "../api/support/raw-server";
import { QUEUE_RESPONSE } from "./fixtures";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const PR = { ...QUEUE, pr: { number: 7 } };
const REQUESTS_BY_NAME: Readonly<Partial<Record<OperationName, object>>> = {
  submitPullRequest: PR,
  cancelPullRequest: PR,
  restartTestsOnPullRequest: PR,
};
const TOKEN = "fake-token-1234567890";

/** The service's reaction to each request; the last entry applies to all further ones. */
type Behaviour = (socket: Socket) => void;

let server: RawServer | undefined;

afterEach(async () => {
  await closeAllConnections();
  await server?.close();
});

function http(status: string, contentType: string, body: string, ...headers: string[]): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, `content-type: ${contentType}`, length, ...headers, "", body].join("\r\n");
}

const response =
  (...parameters: Parameters<typeof http>): Behaviour =>
  (socket) => {
    socket.write(http(...parameters));
  };
const OK = response("200 OK", "application/json", QUEUE_RESPONSE);
const DROP: Behaviour = (socket) => {
  socket.destroy();
};
const TRUNCATE: Behaviour = (socket) => {
  socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${QUEUE_RESPONSE.slice(0, 200)}`);
};
const SHORTEN: Behaviour = (socket) => {
  socket.end(http("200 OK", "application/json", QUEUE_RESPONSE).slice(0, -20));
};

/** Calls an operation of a service with this behaviour, not waiting between attempts; counts the requests. */
async function call(
  name: OperationName,
  ...behaviours: Behaviour[]
): Promise<{ result: Promise<unknown>; count: () => number }> {
  let requests = 0;
  server = await startRawServer((socket, received) => {
    // The bodies of these tests end with the branch; earlier requests have their response already.
    if (!/"targetBranch":"main"(,"pr":\{"number":7\})?\}$|\{\}$/.test(received)) return;
    const behave = behaviours[Math.min(requests, behaviours.length - 1)];
    requests++;
    behave?.(socket);
  });
  const { config } = resolveClientConfig({ baseUrl: `http://127.0.0.1:${server.port}/v1`, token: TOKEN }, {});
  if (config === undefined) throw new Error("the configuration is refused");
  const limiter = new RequestLimiter(SYSTEM_CLOCK);
  const client = createApiClient(config, { source: "terraform", random: () => 0, limiter });
  const options = { deadline: Deadline.after(60_000, SYSTEM_CLOCK), maxAttempts: 5 };
  const request = REQUESTS_BY_NAME[name] ?? QUEUE;
  return { result: client.call(name, request, options), count: () => requests };
}

async function fail(name: OperationName, ...behaviours: Behaviour[]): Promise<[MergeQueueError, number]> {
  const { result, count } = await call(name, ...behaviours);
  return [await catchRejection(result), count()];
}

describe("a read", () => {
  test("F-02, F-07, F-03: is repeated through drops, truncation and 500s until it succeeds", async () => {
    const trouble = response("500 No", "text/plain", "boom");
    const { result, count } = await call("getQueue", DROP, TRUNCATE, SHORTEN, trouble, OK);
    expect(await result).toEqual(JSON.parse(QUEUE_RESPONSE));
    expect(count()).toBe(5);
  });

  test("F-02, F-07: whose responses are all lost changes nothing, and says so", async () => {
    for (const behaviour of [DROP, TRUNCATE, SHORTEN, response("200 OK", "application/json", "")]) {
      const [error, requests] = await fail("getQueue", behaviour);
      expect([error.code, requests]).toEqual(["no_answer", 5]);
      expect(error.message).toContain("The response was lost; nothing was changed. Try again.");
      await server?.close();
    }
  });
});

const ONCE = [
  "createQueue",
  "deleteQueue",
  "submitPullRequest",
  "cancelPullRequest",
  "restartTestsOnPullRequest",
] as const;

describe("a write", () => {
  test.each(ONCE)("R-2, F-02, F-04: %s is sent once where the outcome is unknown", async (name) => {
    for (const behaviour of [
      DROP,
      SHORTEN,
      response("500 No", "text/plain", "boom"),
      response("504 No", "text/html", ""),
    ]) {
      const [error, requests] = await fail(name, behaviour);
      expect([error.code, requests]).toEqual(["outcome_unknown", 1]);
      await server?.close();
    }
  });
});
