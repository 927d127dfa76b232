import { type AddressInfo, createServer } from "node:net";
import {
  dropBeforeCommit,
  fail,
  firstTimes,
  onOperation,
  onReusedConnection,
} from "../../../src/emulator/faults";
import { startOpenEmulator } from "../../../src/emulator/start-emulator";
import { CANARY_TOKEN, declareQueue, QUEUE, QUEUE_ID, QueueStage } from "../../support/e2e/queue-stage";
import { type Run, readRun } from "../../support/e2e/read-run";
import { waitFor } from "../../support/wait-for";

const THREE = declareQueue('  concurrency = 3\n  merge_method = "squash"');

async function run(
  { workspace }: QueueStage,
  command: string,
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<Run> {
  return readRun(await workspace.tryRun([command, "-json", ...args], env));
}

async function readConcurrency({ workspace }: QueueStage): Promise<unknown> {
  const state = await workspace.readState();
  return state.get("mergequeue_queue.main")?.attributes["concurrency"];
}

/** Expects one error about the queue, the token nowhere, and the state as it was. */
async function expectRefusal(
  stage: QueueStage,
  { status, output, diagnostics }: Run,
  says: readonly string[],
) {
  expect(status).toBe(1);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).toHaveLength(1);
  const detail = errors[0]?.detail ?? "";
  expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(2048);
  for (const part of [QUEUE_ID, ...says]) expect(detail).toContain(part);
  expect(output).not.toContain(CANARY_TOKEN);
  expect(await readConcurrency(stage)).toBe(3);
}

/** A proxy that wants credentials. */
async function startProxy(): Promise<{ readonly url: string; readonly close: () => void }> {
  const proxy = createServer((socket) => {
    socket.once("data", () => {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => proxy.close() };
}

describe("errors for all queues of a service, with one queue in the state", () => {
  let stage: QueueStage;

  // The first of them: the queue is created over connections that the service closes.
  beforeAll(async () => {
    stage = await QueueStage.create(THREE);
    stage.emulator.setFaults(onReusedConnection(firstTimes(5, dropBeforeCommit)));
    await stage.workspace.apply();
    stage.emulator.setFaults();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("F-28: connections that the service closes while a request is on its way never make a second queue", async () => {
    const { requests } = stage.emulator;
    expect(requests.filter(({ status }) => status === undefined)).toHaveLength(5);
    const commits = requests.filter(({ isCommitted }) => isCommitted).map(({ operation }) => operation);
    expect(commits.filter((operation) => operation !== "getQueue")).toEqual(["createQueue", "updateQueue"]);
    expect(await readConcurrency(stage)).toBe(3);
  });

  test("F-16: a typo in base_url is an error that says so, and keeps the state", async () => {
    const typo = { MERGEQUEUE_BASE_URL: stage.emulator.url.replace("/v1", "/typo/v1") };
    await expectRefusal(stage, await run(stage, "plan", [], typo), ["404", "getQueue", "Check base_url"]);
  });

  test("F-15: a token that is not accepted gives an error that names its source, and the state does not change", async () => {
    const foreign = { MERGEQUEUE_TOKEN: "mqtest_another_token_00000000" };
    const refused = await run(stage, "plan", [], foreign);
    await expectRefusal(stage, refused, ["401", "getQueue", "MERGEQUEUE_TOKEN"]);
    expect(refused.output).not.toContain(foreign.MERGEQUEUE_TOKEN);
  });

  test("F-31: a proxy that wants credentials is an error that names HTTPS_PROXY, and keeps the state", async () => {
    const proxy = await startProxy();
    const proxied = { MERGEQUEUE_BASE_URL: "https://queues.example/v1", HTTPS_PROXY: proxy.url };
    const refused = await run(stage, "plan", [], proxied);
    proxy.close();
    await expectRefusal(stage, refused, ["407", "getQueue", "HTTPS_PROXY"]);
  });

  test("F-01: https to a service that speaks http says so at once, without OpenSSL's text", async () => {
    const https = { MERGEQUEUE_BASE_URL: stage.emulator.url.replace("http:", "https:") };
    const says = ["does not speak TLS at this port", "1 attempt in", "Check base_url"];
    const refused = await run(stage, "plan", [], https);
    await expectRefusal(stage, refused, says);
    expect(refused.output).not.toContain("SSL routines");
  });

  test("I-5: with nothing wrong any more, nothing is left to do", async () => {
    await stage.workspace.expectEmptyPlan();
  });
});

describe("a service that comes back", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  test("F-01: an apply waits for a service that goes away after an answer and comes back in time", async () => {
    stage = await QueueStage.create(declareQueue("  concurrency = 3"));
    const { emulator, workspace } = stage;
    const { port } = new URL(emulator.url);
    await workspace.apply();
    await stage.declare(declareQueue("  concurrency = 4"));
    emulator.setFaults(onOperation("updateQueue", fail(503)));
    const args = ["apply", "-auto-approve", "-refresh=false"];
    const running = workspace.start(args, { TF_LOG_PROVIDER: "debug" });
    await waitFor(() => running.output().includes("503"), "the service to answer");
    await emulator.close();
    await waitFor(() => running.output().includes("ECONNREFUSED"), "the first attempt to fail");
    const revived = await startOpenEmulator({ port: Number(port), token: emulator.token });
    try {
      revived.engine.restore(emulator.engine.state);
      expect((await running.finished).status).toBe(0);
      expect(await readConcurrency(stage)).toBe(4);
      expect(revived.requests.map(({ operation }) => operation)).toEqual(["updateQueue"]);
      await workspace.expectEmptyPlan();
    } finally {
      await revived.close();
    }
  });

  test("F-08: a queue that was left tainted is completed in place after the untaint that the error suggests", async () => {
    stage = await QueueStage.create(THREE);
    const { emulator, workspace } = stage;
    emulator.setFaults(onOperation(["updateQueue", "deleteQueue"], fail(400)));
    const { status, output } = await run(stage, "apply", ["-auto-approve"]);
    expect(status).toBe(1);
    expect(output).toContain("terraform untaint mergequeue_queue.main");
    emulator.setFaults();
    await workspace.run(["untaint", "mergequeue_queue.main"]);
    const again = await run(stage, "apply", ["-auto-approve"]);
    expect([...again.planned.values()]).toEqual(["update"]);
    expect(again.status).toBe(0);
    expect(emulator.findQueue(QUEUE)?.settings.mergeMethod).toBe("squash");
  });
});
