import { type Fault, onOperation } from "../../src/emulator/faults";
import { createGate } from "../support/create-gate";
import { CANARY_TOKEN, declareQueue, QUEUE, QUEUE_ID, QueueStage } from "../support/e2e/queue-stage";
import { type Run, readRun } from "../support/e2e/read-run";
import { TerraformWorkspace } from "../support/e2e/terraform-workspace";

/** Holds requests back until two are there: what came before them is over for both. */
function meet(): Fault {
  let arrived = 0;
  const both = createGate();
  return async (_request, next) => {
    arrived += 1;
    if (arrived === 2) both.open();
    await both.opened;
    return next();
  };
}

async function apply(workspace: TerraformWorkspace): Promise<Run> {
  return readRun(await workspace.tryRun(["apply", "-auto-approve", "-json"]));
}

async function readConcurrency(workspace: TerraformWorkspace): Promise<unknown> {
  return (await workspace.readState()).get("mergequeue_queue.main")?.attributes["concurrency"];
}

describe("two pipelines with separate states and one queue", () => {
  let stage: QueueStage;
  let other: TerraformWorkspace;

  beforeAll(async () => {
    stage = await QueueStage.attach(declareQueue("  concurrency = 2"));
    other = await TerraformWorkspace.create({
      files: { "main.tf": declareQueue("  concurrency = 3") },
      env: { MERGEQUEUE_BASE_URL: stage.emulator.url, MERGEQUEUE_TOKEN: stage.emulator.token },
      isAttached: true,
    });
  });

  afterAll(async () => {
    await stage.close();
    await other.remove();
  });

  test("F-13, F-09, I-3: one creates it, the other gets an error that says to import it, and neither deletes it", async () => {
    const { emulator, workspace } = stage;
    emulator.setFaults(onOperation("createQueue", meet()));
    const runs = [
      { workspace, wish: 2, run: apply(workspace) },
      { workspace: other, wish: 3, run: apply(other) },
    ];
    const ended = await Promise.all(runs.map(async ({ run, ...rest }) => ({ ...rest, run: await run })));
    const [winner, loser] = ended.sort((a, b) => a.run.status - b.run.status);
    expect([winner?.run.status, loser?.run.status]).toEqual([0, 1]);
    expect(emulator.findQueue(QUEUE)?.settings.concurrency).toBe(winner?.wish);
    expect(winner === undefined || (await readConcurrency(winner.workspace))).toBe(winner?.wish);
    expect(loser === undefined || (await loser.workspace.readState()).size).toBe(0);

    const errors = loser?.run.diagnostics.filter(({ severity }) => severity === "error") ?? [];
    expect(errors.map(({ summary }) => summary)).toEqual(["Queue exists already"]);
    expect(errors[0]?.detail).toContain(`terraform import ADDRESS "${QUEUE_ID}"`);
    expect(loser?.run.output).not.toContain(CANARY_TOKEN);
    const writes = emulator.requests.filter(({ operation }) => operation !== "getQueue");
    expect(writes.map(({ operation, isCommitted }) => [operation, isCommitted])).toEqual([
      ["createQueue", true],
      ["createQueue", false],
    ]);
  });
});
