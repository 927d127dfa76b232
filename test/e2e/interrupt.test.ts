import { fail, holdUntil, onOperation } from "../../src/emulator/faults";
import { isRunning, listChildren } from "../support/e2e/list-children";
import { declareQueue, QueueStage } from "../support/e2e/queue-stage";
import { flatten, TERRAFORM_TEST_TIMEOUT_MS } from "../support/e2e/terraform-workspace";
import { waitFor } from "../support/wait-for";

jest.setTimeout(TERRAFORM_TEST_TIMEOUT_MS);

const CONFIGURED = declareQueue('  concurrency = 3\n  merge_method = "squash"');

describe("interrupting the real Terraform", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  test("C-75, F-11: one interrupt while a queue is being created lets it be finished; the state is clean", async () => {
    stage = await QueueStage.create(CONFIGURED);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    stage.emulator.setFaults(onOperation("createQueue", holdUntil(released)));
    const apply = stage.workspace.start(["apply", "-auto-approve"]);
    await waitFor(
      () => stage.emulator.requests.some(({ operation }) => operation === "createQueue"),
      "the create",
    );
    apply.child.kill("SIGINT");
    await waitFor(() => apply.output().includes("Interrupt received"), "Terraform to hear the interrupt");
    release();
    await apply.finished;
    const [resource] = await stage.workspace.showState();
    expect(resource?.values).toMatchObject({ concurrency: 3, merge_method: "squash" });
    expect(resource?.tainted).toBeUndefined();
    stage.emulator.setFaults();
    await stage.workspace.expectEmptyPlan();
  });

  test("K-7: an interrupt ends waiting for a service that is out of order, and nothing is created", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(onOperation("createQueue", fail(429)));
    const apply = stage.workspace.start(["apply", "-auto-approve"]);
    await waitFor(
      () => stage.emulator.requests.some(({ operation }) => operation === "createQueue"),
      "the create",
    );
    apply.child.kill("SIGINT");
    const result = await apply.finished;
    expect(result.status).toBe(1);
    expect(flatten(result.output)).toContain("Operation interrupted");
    expect(stage.hasQueue()).toBe(false);
    expect(await stage.workspace.showState()).toEqual([]);
  });

  test("G-27: a provider whose Terraform is killed ends by itself", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(onOperation("createQueue", fail(429)));
    const apply = stage.workspace.start(["apply", "-auto-approve"]);
    await waitFor(
      () => stage.emulator.requests.some(({ operation }) => operation === "createQueue"),
      "the create",
    );
    const providers = listChildren(apply.child.pid ?? 0);
    expect(providers.length).toBeGreaterThan(0);
    apply.child.kill("SIGKILL");
    await apply.finished;
    await waitFor(() => !providers.some(isRunning), "the provider's end");
    stage.emulator.setFaults();
    await stage.workspace.run(["apply", "-auto-approve", "-lock=false"]);
    await stage.workspace.expectEmptyPlan();
  });

  test("F-09: a provider that is killed after the create leaves a queue that the next apply refuses to take over", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(onOperation("updateQueue", fail(429)));
    const apply = stage.workspace.start(["apply", "-auto-approve"]);
    await waitFor(
      () => stage.emulator.requests.some(({ operation }) => operation === "updateQueue"),
      "the update",
    );
    for (const pid of listChildren(apply.child.pid ?? 0)) process.kill(pid, "SIGKILL");
    const killed = await apply.finished;
    expect(killed.status).toBe(1);
    expect(await stage.workspace.showState()).toEqual([]);
    expect(stage.hasQueue()).toBe(true);
    stage.emulator.setFaults();
    const again = await stage.workspace.tryRun(["apply", "-auto-approve"]);
    expect(again.status).toBe(1);
    expect(flatten(again.output)).toContain("terraform import ADDRESS");
    await stage.workspace.run(["import", "mergequeue_queue.main", "github.com/acme/web/main"]);
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
  });
});
