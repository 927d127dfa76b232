import { readReviewedPlan } from "../../src/cli/review/read-plan-file";
import { attachStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

const LOST_STATUSES = /Merge protection shrinks: required_statuses[^]*"ci\/test", "security\/codeql"/;
const LOST_PAUSE =
  /Settings not carried over: github.com\/acme\/web\/main[^]*state: "paused" -> the service's default/;

describe("a replacement under the real Terraform", () => {
  beforeEach(async () => {
    await attachStage(declareQueue(""));
    await stage.workspace.apply();
    await stage.call("updateQueue", { state: "paused", requiredStatuses: ["ci/test", "security/codeql"] });
  });

  async function read(...args: readonly string[]): Promise<string> {
    const { output } = await stage.workspace.run(args);
    return flatten(output);
  }

  test("S-26: for another branch, the plan and its review list the undeclared settings that are lost", async () => {
    await stage.workspace.apply("-refresh-only");
    await stage.declare(declareQueue("").replace('target_branch = "main"', 'target_branch = "next"'));
    const plan = await read("plan", "-out=next.tfplan");
    expect(plan).toMatch(LOST_STATUSES);
    expect(plan).toMatch(LOST_PAUSE);

    const { output } = await stage.workspace.run(["show", "-json", "next.tfplan"]);
    const [queue] = readReviewedPlan(output).queues;
    expect(queue?.protection[0]?.message).toContain('"ci/test", "security/codeql"');
    expect(queue?.changes.filter(({ then }) => then.kind === "default").map(({ name }) => name)).toEqual([
      "state",
      "requiredStatuses",
    ]);
  });

  test("C-35, S-26: for a tainted queue, the plan lists them, also without refresh, and does not say that the queue exists", async () => {
    await stage.workspace.run(["taint", "mergequeue_queue.main"]);
    for (const plan of [await read("plan"), await read("plan", "-refresh=false")]) {
      expect(plan).toMatch(LOST_STATUSES);
      expect(plan).toMatch(LOST_PAUSE);
      expect(plan).not.toContain("exists already");
    }
  });

  test("C-34, S-26: for a forced one, Terraform hides the plan's warnings, and the apply lists what was lost", async () => {
    const apply = await read("apply", "-auto-approve", "-replace=mergequeue_queue.main");
    expect(apply).toMatch(/Destruction complete[^]*Merge protection shrinks/);
    expect(apply).toMatch(LOST_STATUSES);
    expect(apply).toMatch(LOST_PAUSE);
    await stage.workspace.expectEmptyPlan();
  });
});
