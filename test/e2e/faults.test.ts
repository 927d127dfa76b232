import { dropAfterCommit, fail, firstTimes, onOperation, rewriteRequest } from "../../src/emulator/faults";
import { declareQueue, QueueStage } from "../support/e2e/queue-stage";
import { flatten, TERRAFORM_TEST_TIMEOUT_MS } from "../support/e2e/terraform-workspace";

jest.setTimeout(TERRAFORM_TEST_TIMEOUT_MS);

const CONFIGURED = declareQueue(
  '  concurrency = 3\n  merge_method = "squash"\n  timeouts = { create = "5s", update = "5s" }',
);

describe("faults of the service under the real Terraform", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  test("F-02: answers lost after the commit are found out, with one commit each", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(
      onOperation("createQueue", firstTimes(1, dropAfterCommit)),
      onOperation("updateQueue", firstTimes(1, dropAfterCommit)),
      onOperation("deleteQueue", firstTimes(1, dropAfterCommit)),
    );
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
    await stage.workspace.run(["destroy", "-auto-approve"]);
    const commits = stage.emulator.requests.filter(({ isCommitted }) => isCommitted);
    expect(commits.filter(({ operation }) => operation === "createQueue")).toHaveLength(1);
    expect(commits.filter(({ operation }) => operation === "deleteQueue")).toHaveLength(1);
    expect(stage.hasQueue()).toBe(false);
  });

  test("F-08: a queue that cannot be configured is removed again, and nothing is tainted", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(onOperation("updateQueue", fail(400, { body: "squash is not allowed here" })));
    const apply = await stage.workspace.tryRun(["apply", "-auto-approve"]);
    expect(apply.status).toBe(1);
    expect(flatten(apply.output)).toContain("Queue not created");
    expect(flatten(apply.output)).toContain("squash is not allowed here");
    expect(stage.hasQueue()).toBe(false);
    expect(await stage.workspace.showState()).toEqual([]);
    stage.emulator.setFaults();
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
  });

  test("F-08: where it cannot be removed either, it is tainted, and untaint finishes it in place", async () => {
    stage = await QueueStage.create(CONFIGURED);
    stage.emulator.setFaults(onOperation(["updateQueue", "deleteQueue"], fail(400)));
    const apply = await stage.workspace.tryRun(["apply", "-auto-approve"]);
    expect(apply.status).toBe(1);
    expect(flatten(apply.output)).toContain("terraform untaint");
    const [resource] = await stage.workspace.showState();
    expect(resource?.tainted).toBe(true);
    stage.emulator.setFaults();
    await stage.workspace.run(["untaint", "mergequeue_queue.main"]);
    const [change] = await stage.workspace.planChanges();
    expect(change?.change.actions).toEqual(["update"]);
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
  });

  test("I-1: a value that the service clamps is an error that names wish and stored value; the state is true", async () => {
    stage = await QueueStage.create(CONFIGURED);
    await stage.workspace.apply();
    stage.emulator.setFaults(
      onOperation(
        "updateQueue",
        rewriteRequest((body) => ({ ...(body as object), concurrency: 100 })),
      ),
    );
    await stage.declare(CONFIGURED.replace("concurrency = 3", "concurrency = 500"));
    const apply = await stage.workspace.tryRun(["apply", "-auto-approve"]);
    expect(apply.status).toBe(1);
    expect(flatten(apply.output)).toContain("asked for 500, stored is 100");
    const [resource] = await stage.workspace.showState();
    expect(resource?.values).toMatchObject({ concurrency: 100 });
  });

  test("F-20: a login page in place of the service keeps the state and says what came", async () => {
    stage = await QueueStage.create(CONFIGURED);
    await stage.workspace.apply();
    stage.emulator.setFaults(
      fail(200, { body: "<html>Please log in</html>", headers: { "content-type": "text/html" } }),
    );
    const plan = await stage.workspace.tryRun(["plan"]);
    expect(plan.status).toBe(1);
    expect(flatten(plan.output)).toContain("text/html");
    expect(await stage.workspace.showState()).toHaveLength(1);
  });

  test("F-16: a typo in base_url does not empty the state", async () => {
    stage = await QueueStage.create(CONFIGURED);
    await stage.workspace.apply();
    const wrong = { MERGEQUEUE_BASE_URL: stage.emulator.url.replace("/v1", "/typo/v1") };
    const plan = await stage.workspace.tryRun(["plan"], wrong);
    expect(plan.status).toBe(1);
    expect(flatten(plan.output)).toContain("base_url");
    expect(await stage.workspace.showState()).toHaveLength(1);
  });

  test("F-15: a token that is refused is one error that names where it came from", async () => {
    stage = await QueueStage.create(CONFIGURED);
    const plan = await stage.workspace.tryRun(["plan"], {
      MERGEQUEUE_TOKEN: "mqtest_another_token_00000000",
    });
    expect(plan.status).toBe(1);
    expect(flatten(plan.output)).toContain("MERGEQUEUE_TOKEN");
    expect(flatten(plan.output)).not.toContain("mqtest_another_token");
  });
});
