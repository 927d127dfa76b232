import { readReviewedPlan } from "../../src/cli/review/read-plan-file";
import {
  attachStage,
  declareQueue,
  declareResource,
  HEAD,
  onStages,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

const LOST_STATUSES = /Merge protection shrinks: required_statuses[^]*"ci\/test", "security\/codeql"/;
const MAYBE_LOST = /Merge protection may shrink: required_statuses[^]*"ci\/test", "security\/codeql"/;
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
      expect(plan).toMatch(MAYBE_LOST);
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

  // Removed blocks came with Terraform 1.7 and OpenTofu 1.7, the rule with Terraform 1.16 and OpenTofu 1.12.
  const FORGETTING = "  lifecycle {\n    destroy = false\n  }";
  const REMOVED = `\nremoved {\n  from = mergequeue_queue.main\n${FORGETTING}\n}\n`;
  const inPlace = declareQueue(FORGETTING);
  const elsewhere = REMOVED + declareResource("other");

  describe.each([
    ["another branch, destroy = false", 16, 12, inPlace.replace('"main"\n', '"next"\n'), [], "create", false],
    ["-replace, destroy = false", 16, 12, inPlace, ["-replace=mergequeue_queue.main"], "create", true],
    ["a removed block and a new resource", 7, 7, HEAD + elsewhere, [], "forget", true],
  ] as const)("C-35: %s", (_, terraform, tofu, main, args, action, isRefused) => {
    const since = isTerraformSince(terraform, tofu) ? test : test.skip;
    since("nothing is lost, and what is refused is announced", async () => {
      await stage.declare(main);
      const plan = await read("plan", "-out=next.tfplan", ...args);
      // Terraform hides the warnings of a forced replacement's plan.
      const isHidden = args.length > 0;
      if (isRefused && !isHidden)
        expect(plan).toContain("Queue is replaced or refused: github.com/acme/web/main");
      expect(plan).not.toMatch(/will be removed:|is replaced by a new one\. These/);
      const { output } = await stage.workspace.run(["show", "-json", "next.tfplan"]);
      const [queue] = readReviewedPlan(output).queues;
      expect(queue?.action).toBe(action);
      if (action === "create") expect(queue?.warnings[0]?.summary).toContain("forgotten and not replaced");
      const { status, output: applied } = await stage.workspace.tryRun(["apply", "next.tfplan"]);
      expect({ status, hasQueue: stage.hasQueue() }).toEqual({ status: isRefused ? 1 : 0, hasQueue: true });
      // Terraform forgets the old object and creates the new one in any order.
      const announced = /(?:Queue is replaced or refused|Queue exists already): [^]*Queue exists already/;
      if (isRefused) expect(flatten(applied)).toMatch(announced);
      expect(await stage.call("getQueue")).toMatchObject({ state: "paused" });
    });
  });
});
