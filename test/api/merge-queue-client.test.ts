import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { Deadline } from "../../src/api/clock";
import * as entry from "../../src/api/index";
import { MergeQueueClient, type MergeQueueClientOptions, type RequestOptions } from "../../src/api/index";
import { closeAllConnections } from "../../src/api/transport/undici-transport";
import { OPERATIONS, type OperationName, type OperationRequest } from "../../src/wire/first/operations";
import { makeScratch } from "../support/make-scratch";
import { waitFor } from "../support/wait-for";
import { catchRejection } from "./support/catch-rejection";
import { QUEUE } from "./support/exchanges";
import { makeCertificate } from "./support/make-certificate";
import { TOKEN } from "./support/make-client";
import { listen, trackSockets } from "./support/raw-server";

const PR = { ...QUEUE, pr: { number: 7 } };
const CURSOR = "00000000-0000-4000-8000-00000000000a";

interface Seen {
  readonly operation: string;
  readonly source: string | string[] | undefined;
  readonly body: string;
}

const seen: Seen[] = [];
/** Connections that are open at the service. */
let connections = 0;
/** The service's responses; by default one that each operation can read. */
let respond: (operation: string, body: string) => { status: number; text: string };
let server: Server;
let close: () => Promise<void>;
let baseUrl: string;

const RESPONSES: Readonly<Record<string, unknown>> = {
  getQueue: { mode: "single", enqueuedPullRequests: [] },
  updateQueue: { mode: "parallel" },
  getSubmittedPullRequest: { prNumber: 7, isCurrentlySubmittedToQueue: true },
  getSubmittedPullRequests: { pullRequests: [{ prNumber: 7 }], notFound: [8] },
  listMergeQueueTestingResults: { testingResults: [{ prNumber: 7 }], totalItems: 1 },
  listPullRequests: { pullRequests: [{ prNumber: 1 }] },
  getMergeQueueTestingDetails: { status: "succeeded" },
  getMergeQueueMetrics: "up 1\n",
};

function respondToAll(operation: string): { status: number; text: string } {
  const response = RESPONSES[operation] ?? { done: operation };
  return { status: 200, text: typeof response === "string" ? response : JSON.stringify(response) };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const operation = (request.url ?? "").replace(/\?.*$/, "").replace(/^.*\//, "");
      seen.push({ operation, source: request.headers["x-source"], body });
      const { status, text } = respond(operation, body);
      response.writeHead(status, { "content-type": status === 200 ? "application/json" : "text/plain" });
      response.end(text);
    });
  });
  server.on("connection", (socket) => {
    connections++;
    socket.on("close", () => connections--);
  });
  close = trackSockets(server);
  baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
});

beforeEach(() => {
  seen.length = 0;
  respond = respondToAll;
});

afterAll(async () => {
  await closeAllConnections();
  await close();
});

function makeClient(options: Partial<MergeQueueClientOptions> = {}): MergeQueueClient {
  return new MergeQueueClient({ baseUrl, token: TOKEN, ...options });
}

/** The smallest request of each method; undefined: the default. */
const REQUESTS: { readonly [Name in OperationName]: OperationRequest<Name> | undefined } = {
  createQueue: QUEUE,
  getQueue: QUEUE,
  updateQueue: { ...QUEUE, mode: "parallel" },
  deleteQueue: QUEUE,
  submitPullRequest: PR,
  cancelPullRequest: PR,
  restartTestsOnPullRequest: PR,
  getSubmittedPullRequest: PR,
  getSubmittedPullRequests: { ...QUEUE, prs: [PR.pr] },
  listMergeQueueTestingResults: { ...QUEUE, since: "2026-01-31T08:00:00Z" },
  listPullRequests: QUEUE,
  getMergeQueueTestingDetails: { ...QUEUE, testRunId: "run-1" },
  setImpactedTargets: { ...PR, impactedTargets: "ALL" },
  getMergeQueueMetrics: undefined,
  trackEvents: { repo: QUEUE.repo, events: [] },
};
const NAMES = Object.keys(REQUESTS) as OperationName[];

/** Calls a method with its smallest request. */
async function run(name: OperationName, options?: RequestOptions): Promise<unknown> {
  return makeClient()[name](REQUESTS[name] as never, options);
}

/** Requests of the methods that only the second interface has. */
const SECOND_ONLY = {
  listQueues: undefined,
  changeSubmission: PR,
  getImpactedTargets: PR,
  listTestRuns: QUEUE,
};
type SecondOnly = keyof typeof SECOND_ONLY;

describe("MergeQueueClient", () => {
  test.each(NAMES)("%s calls its operation and returns its body", async (name) => {
    const response = await run(name);
    expect(response).toEqual(RESPONSES[name] ?? { done: name });
    expect(seen.at(-1)).toMatchObject({ operation: name, source: "mergequeue" });
  });

  test("has one method for each operation, with the same name", () => {
    expect([...NAMES].sort()).toEqual(Object.keys(OPERATIONS).sort());
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    const others = [...Object.keys(SECOND_ONLY), "constructor", "close", "pullRequests"];
    expect(methods.sort()).toEqual([...NAMES, ...others].sort());
  });

  test.each(Object.keys(SECOND_ONLY) as SecondOnly[])("%s needs the second interface", async (operation) => {
    const client = makeClient();
    expect(client.interfaceName).toBe("first");
    const call = client[operation](SECOND_ONLY[operation] as never);
    await expect(call).rejects.toMatchObject({ code: "invalid_request", details: { operation } });
  });

  test("pullRequests walks through all pages", async () => {
    respond = (_operation, body) => {
      const isLast = body.includes(CURSOR);
      const page = { pullRequests: [{ prNumber: isLast ? 2 : 1 }], nextCursor: isLast ? undefined : CURSOR };
      return { status: 200, text: JSON.stringify(page) };
    };
    const after = jest.spyOn(Deadline, "after");
    const numbers = [];
    for await (const { prNumber } of makeClient().pullRequests(QUEUE, { timeoutMs: 9_000 })) {
      numbers.push(prNumber);
    }
    expect(numbers).toEqual([1, 2]);
    // Each page has its own time.
    expect(after.mock.calls.map(([ms]) => ms)).toEqual([9_000, 9_000]);
  });

  test("names the configured caller", async () => {
    await makeClient({ source: "release-bot" }).getQueue(QUEUE);
    expect(seen[0]?.source).toBe("release-bot");
  });

  test("cannot be created with invalid options", () => {
    expect(() => makeClient({ baseUrl: "merge.example.com" })).toThrow(/baseUrl: It must be a whole address/);
    expect(makeClient().host).toBe(new URL(baseUrl).host);
  });
});

describe("a call's limits", () => {
  test("are one minute for reads and five for writes by default", async () => {
    const after = jest.spyOn(Deadline, "after");
    for (const name of NAMES) {
      for (const [options, ms] of [
        [{}, OPERATIONS[name].isRead ? 60_000 : 300_000],
        [{ timeoutMs: 7_000 }, 7_000],
      ] as const) {
        after.mockClear();
        await run(name, options);
        expect([name, after.mock.calls[0]?.[0]]).toEqual([name, ms]);
      }
    }
  });

  test.each([0, -1, NaN, "5"])("are refused if they are %p", async (timeoutMs) => {
    for (const name of ["getQueue", "submitPullRequest"] as const) {
      const error = await catchRejection(run(name, { timeoutMs: timeoutMs as number }));
      expect(error).toMatchObject({ code: "invalid_request", details: { field: "timeoutMs" } });
    }
    expect(seen).toHaveLength(0);
  });

  test.each(NAMES)("K-7: an abort ends %s before anything is sent", async (name) => {
    const error = await catchRejection(run(name, { signal: AbortSignal.abort() }));
    expect([error.code, seen.length]).toEqual(["interrupted", 0]);
  });

  test("K-8: an abort cancels a read in progress, and waits for a write in progress", async () => {
    for (const [name, expected] of [
      ["getQueue", "interrupted"],
      ["updateQueue", "completed"],
    ] as const) {
      const stop = new AbortController();
      respond = (operation) => {
        stop.abort();
        return respondToAll(operation);
      };
      const call = run(name, { signal: stop.signal });
      const outcome = expected === "completed" ? await call : (await catchRejection(call)).code;
      expect(outcome).toEqual(expected === "completed" ? RESPONSES[name] : expected);
    }
  });
});

describe("an error", () => {
  test("for an invalid request says so, and nothing is sent, not even a read", async () => {
    for (const [operation, field, call] of [
      ["submitPullRequest", "priority", makeClient().submitPullRequest({ ...PR, priority: -1 })],
      ["createQueue", "concurrency", makeClient().createQueue({ ...QUEUE, concurrency: 0 })],
    ] as const) {
      const details = { operation, field };
      expect(await catchRejection(call)).toMatchObject({ code: "invalid_request", details });
    }
    expect(seen).toHaveLength(0);
  });

  test("names the client's options, and has a code, details and the operation", async () => {
    respond = () => ({ status: 401, text: `bad token ${TOKEN}` });
    const error = await catchRejection(makeClient().getQueue(QUEUE));
    const details = { operation: "getQueue", queue: QUEUE, status: 401 };
    expect(error).toMatchObject({ code: "unauthorized", details });
    expect(error.message).toContain('The token comes from the option "token"');
    respond = () => ({ status: 302, text: "" });
    expect((await catchRejection(makeClient().getQueue(QUEUE))).message).toContain("Check baseUrl");
  });

  test("that is a bug is thrown unchanged", async () => {
    const request = {
      get repo(): never {
        throw new TypeError("a getter that fails");
      },
      targetBranch: "main",
    };
    await expect(makeClient().getQueue(request)).rejects.toThrow(TypeError);
  });

  test("for a lost restart says what to check instead of repeating it", async () => {
    respond = () => ({ status: 500, text: "boom" });
    const error = await catchRejection(makeClient().restartTestsOnPullRequest(PR));
    expect(error.code).toBe("outcome_unknown");
    expect(error.message).toContain("Look at the pull request first");
    expect(error.message).not.toContain("Run the same command again");
    expect(seen).toHaveLength(1);
  });
});

describe("caFile", () => {
  const caFile = join(makeScratch(), "roots.pem");

  test("is read by the first call, and once more after it could not be read", async () => {
    const client = makeClient({ caFile });
    const error = await catchRejection(client.getQueue(QUEUE));
    expect(error.code).toBe("invalid_configuration");
    expect(error.message).toContain("The file of certificates");
    writeFileSync(caFile, makeCertificate().cert);
    expect(await client.getQueue(QUEUE)).toEqual(RESPONSES["getQueue"]);
    await client.close();
  });
});

describe("close", () => {
  test("closes the connections after the requests in progress, and a later call opens new ones", async () => {
    const client = makeClient();
    await client.close();
    await client.getQueue(QUEUE);
    expect(connections).toBeGreaterThan(0);
    const pending = client.getQueue(QUEUE);
    const [response] = await Promise.all([pending, client.close()]);
    expect(response).toEqual(RESPONSES["getQueue"]);
    await waitFor(() => connections === 0, "the service to see the connections closed");
    expect(await client.getQueue(QUEUE)).toEqual(RESPONSES["getQueue"]);
    await client.close();
    await client.close();
  });
});

test("the entry exports only what programs need", () => {
  const words = "ERROR_CODES EVENT_CONCLUSIONS METRIC_TYPES PULL_REQUEST_STATES REQUIRED_STATUSES_SOURCES";
  const others =
    "MergeQueueClient MergeQueueError hasErrorCode isMergeQueueError parseMetrics readQueueMetrics";
  const names = `${words} TEST_RUN_STATUSES ${others}`.split(" ");
  expect(Object.keys(entry).sort()).toEqual(names.sort());
});
