import { readdir } from "node:fs/promises";
import {
  type CrashStage,
  type HeldRun,
  listEffects,
  listErrors,
  type RunReport,
} from "../../support/e2e/crash-stage";
import {
  createEventfulStage,
  DRAINED,
  EVENTFUL_POINTS,
  letDrain,
  startEventfulApply,
} from "../../support/e2e/eventful-apply";
import { isRunning } from "../../support/e2e/list-children";
import { makeScratch } from "../../support/make-scratch";
import { waitFor } from "../../support/wait-for";

const CHANGED = ["updates", "repeated", "deletes", ...DRAINED];

async function waitForEnd({ providers }: HeldRun): Promise<void> {
  await waitFor(() => !providers.some(isRunning), "the provider's end");
}

/**
 * Waits until Terraform is done with queues. It saves the state after it has reported the error, and an
 * interrupted Terraform ends without waiting for that, which would leave an empty file.
 */
async function waitForFailures({ command }: HeldRun, names: readonly string[]): Promise<void> {
  let hasEnded = false;
  void command.finished.finally(() => {
    hasEnded = true;
  });
  const isDone = (name: string): boolean => command.output().includes(`vertex "mergequeue_queue.${name}`);
  await waitFor(
    () => hasEnded || names.every(isDone),
    () => `the failures of ${names.join(", ")}:\n${command.output()}`,
  );
}

/** What holds however Terraform ended: the run that it left, and the next one. */
function describeRecovery(read: () => { stage: CrashStage; left: RunReport; again: RunReport }): void {
  test("F-12: the request in progress completes, and no write starts after it", () => {
    const { left } = read();
    for (const name of ["reads", "repeats"]) expect(listEffects([left], name)).toEqual([]);
    expect(listEffects([left], "creates")).toEqual(["createQueue"]);
    expect(listEffects([left], "created")).toEqual(["createQueue", "updateQueue"]);
    expect(listEffects([left], "updates")).toEqual(["updateQueue"]);
    expect(listEffects([left], "repeated")).toEqual([]);
    expect(listEffects([left], "deletes")).toEqual(["deleteQueue"]);
    expect(listEffects([left], "drains")).toEqual(["updateQueue"]);
  });

  test("F-10: the next run makes only the missing changes", () => {
    const { stage, again } = read();
    for (const name of ["reads", "repeats"])
      expect(listEffects([again], name)).toEqual(["createQueue", "updateQueue"]);
    expect(listEffects([again], "updates")).toEqual([]);
    expect(listEffects([again], "repeated")).toEqual(["updateQueue"]);
    expect(listEffects([again], "deletes")).toEqual([]);
    for (const name of DRAINED) expect(stage.tryFindSettings(name)).toBeUndefined();
    expect([...again.state.keys()].sort()).toEqual(["reads", "repeated", "repeats", "updates"]);
  });

  test("F-09, I-5: the next run reports once for each created queue that it exists, and does not change it", () => {
    const { again } = read();
    expect(again.status).toBe(1);
    for (const name of ["creates", "created"]) {
      expect(listErrors(again, name)).toEqual([expect.objectContaining({ summary: "Queue exists already" })]);
      expect(listEffects([again], name)).toEqual([]);
    }
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(2);
  });
}

describe("Terraform is killed while queues are created, updated and deleted", () => {
  let stage: CrashStage;
  let sockets: string;
  let left: RunReport;
  let again: RunReport;

  beforeAll(async () => {
    sockets = makeScratch("s-");
    stage = await createEventfulStage();
    const run = await startEventfulApply(stage, { env: { TMPDIR: sockets } });
    run.command.child.kill("SIGKILL");
    await run.command.finished;
    // Reading is over, and idle connections are closed, when the provider has seen that it is alone.
    const writes = EVENTFUL_POINTS.length - 1;
    await waitFor(() => stage.emulator.connections.open <= writes, "the provider to see it");
    run.held.release();
    await waitForEnd(run);
    left = await run.report();
    await letDrain(stage);
    again = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("G-27, G-13: its provider ends by itself and leaves no socket", async () => {
    // What processes of a run tell each other is removed by a later one (F-48).
    expect((await readdir(sockets)).filter((name) => !name.includes("-runs-"))).toEqual([]);
  });

  test("C-52, F-12: the state is unchanged", () => {
    expect(left.status).toBe(128);
    expect([...left.state.keys()].sort()).toEqual([...CHANGED].sort());
    expect(left.state.get("updates")?.attributes).toMatchObject({ concurrency: 3 });
  });

  test("F-12, F-22: draining queues continue to drain", () => {
    expect(listEffects([left], "draining")).toEqual(["updateQueue"]);
  });

  describeRecovery(() => ({ stage, left, again }));
});

describe("Terraform is interrupted twice while queues are created, updated and deleted", () => {
  let stage: CrashStage;
  let left: RunReport;
  let again: RunReport;

  beforeAll(async () => {
    stage = await createEventfulStage();
    const env = { TF_LOG_CORE: "error", TF_LOG_PROVIDER: "debug" };
    const run = await startEventfulApply(stage, { env });
    // Of the two signals that Terraform takes for an interrupt, this is the one of schedulers and pipelines.
    run.command.child.kill("SIGTERM");
    await waitForFailures(run, ["reads", "repeats", "repeated", "draining"]);
    expect(stage.tryFindSettings("draining")?.state).toBe("running");
    // The providers of the plan were asked, too.
    const before = run.command.output().length;
    run.command.child.kill("SIGINT");
    await waitFor(() => run.command.output().includes("Asked to shut down", before), "Shutdown to arrive");
    await waitForFailures(run, ["creates", "created", "updates", "deletes", "drains"]);
    run.held.release();
    left = await run.report();
    await waitForEnd(run);
    await letDrain(stage);
    again = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("C-76, F-12: created queues are not in the state, which is otherwise unchanged", () => {
    expect(left.status).toBe(1);
    expect([...left.state.keys()].sort()).toEqual([...CHANGED].sort());
    expect(left.state.get("updates")?.attributes).toMatchObject({ concurrency: 3 });
  });

  test("F-22: the first interrupt has restored the state of draining queues", () => {
    expect(listEffects([left], "draining")).toEqual(["updateQueue", "updateQueue"]);
  });

  describeRecovery(() => ({ stage, left, again }));
});
