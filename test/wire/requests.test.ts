import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:http";
import manifest from "../../package.json";
import type { ApiClient } from "../../src/api/api-client";
import { resolveClientConfig } from "../../src/api/client-config";
import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import type { OperationName } from "../../src/api/operations";
import { OPERATIONS } from "../../src/api/operations";
import { toQueueRecord } from "../../src/api/queue-record";
import { closeAllConnections } from "../../src/api/undici-transport";
import { listen, trackSockets } from "../api/support/raw-server";
import { QUEUE_ANSWER, REQUESTS } from "./fixtures";

const TOKEN = "fake-token-1234567890";
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
      response.setHeader("content-type", "application/json");
      response.end(request.url?.endsWith("/getQueue") === true ? QUEUE_ANSWER : "{}");
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

async function call(operation: string, request: unknown): Promise<unknown> {
  const deadline = Deadline.after(60_000, SYSTEM_CLOCK);
  return client.call(operation as OperationName, request as never, { deadline });
}

describe("a request on the wire", () => {
  test.each(REQUESTS)("$title is what the interface says", async ({ operation, request, path, body }) => {
    await call(operation, request);
    expect(seen).toHaveLength(1);
    const [sent] = seen;
    expect([sent?.request.method, sent?.request.url, sent?.request.httpVersion]).toEqual([
      "POST",
      path,
      "1.1",
    ]);
    expect(sent?.request.headers).toEqual({
      host: `127.0.0.1:${port}`,
      connection: "keep-alive",
      "content-type": "application/json",
      "content-length": String(sent?.body.length),
      "user-agent": `terraform-provider-mergequeue/${manifest.version} Terraform/1.11.4`,
      "x-api-token": TOKEN,
      "x-source": "terraform",
    });
    expect(JSON.parse(sent?.body.toString("utf8") ?? "")).toEqual(JSON.parse(body));
  });

  test("is written down for every operation of the table", () => {
    const written = new Set(REQUESTS.map(({ operation }) => operation));
    expect([...written].sort()).toEqual(Object.keys(OPERATIONS).sort());
  });
});

describe("an answer on the wire", () => {
  test("of getQueue is read with every field", async () => {
    const read = await client.call(
      "getQueue",
      { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" },
      { deadline: Deadline.after(60_000, SYSTEM_CLOCK) },
    );
    expect(read).toEqual(JSON.parse(QUEUE_ANSWER));
    expect(toQueueRecord(read)).toEqual({
      state: "running",
      concurrency: 3,
      testingTimeoutMinutes: 60,
      mode: "parallel",
      canOptimisticallyMerge: false,
      pendingFailureDepth: 0,
      batch: true,
      batchingMaxWaitTimeMinutes: 10,
      batchingMinSize: 2,
      createPrsForTestingBranches: true,
      commentsEnabled: true,
      commandsEnabled: false,
      statusCheckEnabled: true,
      bisectionConcurrency: 1,
      requiredStatuses: ["ci/build"],
      directMergeMode: "off",
      optimizationMode: "off",
      mergeMethod: "squash",
    });
  });
});
