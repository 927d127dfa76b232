import {
  dropBeforeCommit,
  fail,
  firstTimes,
  onOperation,
  onReusedConnection,
} from "../../../src/emulator/faults";
import { startOpenEmulator } from "../../../src/emulator/start-emulator";
import { declareQueue, QUEUE, QueueStage } from "../../support/e2e/queue-stage";
import { type Run, readRun } from "../../support/e2e/read-run";
import { waitFor } from "../../support/wait-for";

const THREE = declareQueue('  concurrency = 3\n  merge_method = "rebase"');

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

describe("a service that fails all queues, with one queue in the state", () => {
  let stage: QueueStage;

  // The first of them: the queue is created over connections that the service closes.
  beforeAll(async () => {
    stage = await QueueStage.attach(THREE);
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
      expect(revived.requests.map(({ operation }) => operation)).toEqual(["getQueue", "updateQueue"]);
      await workspace.expectEmptyPlan();
    } finally {
      await revived.close();
    }
  });

  test("F-08: a queue that was left tainted is completed in place after the untaint that the error suggests", async () => {
    stage = await QueueStage.attach(THREE);
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
    expect(emulator.findQueue(QUEUE)?.settings.mergeMethod).toBe("rebase");
  });
});
