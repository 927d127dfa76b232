import { createServer, type IncomingMessage, type Server } from "node:http";
import manifest from "../../package.json";
import type { ApiClient } from "../../src/api/api-client";
import { resolveClientConfig } from "../../src/api/client-config";
import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import { parseMetrics } from "../../src/api/parse-metrics";
import { closeAllConnections } from "../../src/api/transport/undici-transport";
import { toWireShape } from "../../src/wire/additional-fields";
import { OPERATIONS, type OperationName } from "../../src/wire/first/operations";
import { listen, trackSockets } from "../api/support/raw-server";
import {
  BODIES,
  METRICS_RESPONSE,
  PULL_REQUESTS_RESPONSE,
  QUERIES,
  QUEUE_RESPONSE,
  SUBMITTED_PULL_REQUEST_RESPONSE,
  SUBMITTED_PULL_REQUESTS_RESPONSE,
  TEST_RUN_RESPONSE,
  TESTING_RESULTS_RESPONSE,
} from "./fixtures";

const TOKEN = "fake-token-1234567890";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const RESPONSES: Readonly<Record<string, string>> = {
  getSubmittedPullRequest: SUBMITTED_PULL_REQUEST_RESPONSE,
  getSubmittedPullRequests: SUBMITTED_PULL_REQUESTS_RESPONSE,
  listMergeQueueTestingResults: TESTING_RESULTS_RESPONSE,
  listPullRequests: PULL_REQUESTS_RESPONSE,
  getMergeQueueTestingDetails: TEST_RUN_RESPONSE,
  getMergeQueueMetrics: METRICS_RESPONSE,
};
const seen: { request: IncomingMessage; body: Buffer }[] = [];
let server: Server;
let close: () => Promise<void>;
let client: ApiClient;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ request, body: Buffer.concat(chunks) });
      const name = (request.url ?? "").replace(/\?.*$/, "").replace(/^.*\//, "");
      response.setHeader("content-type", name === "getMergeQueueMetrics" ? METRICS_TYPE : "application/json");
      response.end(name === "getQueue" ? respond(seen.at(-1)) : (RESPONSES[name] ?? "{}"));
    });
  });
  close = trackSockets(server);
  port = await listen(server);
  const given = { baseUrl: `http://127.0.0.1:${port}/api/v1`, token: TOKEN };
  const { config } = resolveClientConfig(given, {});
  if (config === undefined) throw new Error("the configuration is refused");
  client = createApiClient(config, { source: "terraform", terraformVersion: "1.11.4" });
});

beforeEach(() => {
  seen.length = 0;
});

afterAll(async () => {
  await closeAllConnections();
  await close();
});

/** Makes the response about the requested queue. */
function respond(sent: (typeof seen)[number] | undefined): string {
  const { targetBranch } = JSON.parse(String(sent?.body)) as { readonly targetBranch: string };
  return QUEUE_RESPONSE.replace('"branch": "main"', () => `"branch": ${JSON.stringify(targetBranch)}`);
}

async function call(operation: string, request: unknown): Promise<unknown> {
  const deadline = Deadline.after(60_000, SYSTEM_CLOCK);
  return client.call(operation as OperationName, request as never, { deadline });
}

describe("a request on the wire", () => {
  const posts = Object.entries(BODIES).flatMap(([path, bodies]) =>
    bodies.map((body) => ["POST", path, body, JSON.stringify(body)] as const),
  );
  const gets = QUERIES.map(
    ([request, query]) => ["GET", `getMergeQueueMetrics${query}`, request, ""] as const,
  );

  test.each([...posts, ...gets])(
    "%s /%s with %j matches the interface",
    async (method, path, request, body) => {
      await call(path.replace(/^metrics\/|\?.*$/g, ""), request);
      expect(seen).toHaveLength(1);
      const [sent] = seen;
      expect([sent?.request.method, sent?.request.url, sent?.request.httpVersion]).toEqual([
        method,
        `/api/v1/${path}`,
        "1.1",
      ]);
      expect(sent?.request.headers).toEqual({
        host: `127.0.0.1:${port}`,
        connection: "keep-alive",
        ...(method === "GET"
          ? {}
          : { "content-type": "application/json", "content-length": String(sent?.body.length) }),
        "user-agent": `terraform-provider-mergequeue/${manifest.version} Terraform/1.11.4`,
        "x-api-token": TOKEN,
        "x-source": "terraform",
      });
      const text = sent?.body.toString("utf8") ?? "";
      expect(text && (JSON.parse(text) as unknown)).toEqual(body && JSON.parse(body));
    },
  );

  test("has a fixture for every operation of the table", () => {
    const paths = [...Object.keys(BODIES), "getMergeQueueMetrics"].map((path) => `/${path}`);
    expect(new Set(paths)).toEqual(new Set(Object.values(OPERATIONS).map(({ path }) => path)));
  });
});

describe("a response on the wire", () => {
  test.each([
    ["getQueue", QUEUE_RESPONSE],
    ["getSubmittedPullRequest", SUBMITTED_PULL_REQUEST_RESPONSE],
    ["getSubmittedPullRequests", SUBMITTED_PULL_REQUESTS_RESPONSE],
    ["listMergeQueueTestingResults", TESTING_RESULTS_RESPONSE],
    ["listPullRequests", PULL_REQUESTS_RESPONSE],
    ["getMergeQueueTestingDetails", TEST_RUN_RESPONSE],
  ])("of %s is read with every field", async (operation, text) => {
    expect(toWireShape(await call(operation, BODIES[operation]?.[0]))).toEqual(JSON.parse(text));
  });

  test("of getMergeQueueMetrics is the text itself, which can be parsed", async () => {
    const text = await call("getMergeQueueMetrics", {});
    expect(text).toBe(METRICS_RESPONSE);
    expect(parseMetrics(METRICS_RESPONSE)).toEqual([
      {
        name: "queue_depth",
        type: "gauge",
        help: "Pull requests in the queue.",
        samples: [{ name: "queue_depth", labels: { repo: "acme/web", branch: "main" }, value: 3 }],
      },
    ]);
  });
});
