import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { DEFAULT_DRAIN_TIMEOUT_MS, DEFAULT_TIMEOUTS_MS } from "../../src/reconcile/default-timeouts";
import { attachStage, HEAD, onStages, QUEUE, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";
import { listBlocks } from "./support/page-program";
import { readText } from "./support/registry-pages";

const describeWithTerraform = tryGetSkipReason() === undefined ? describe : describe.skip;

describeWithTerraform("configurations of the guides", () => {
  onStages();

  test("the queue that takes the place of a GitHub ruleset can be created", async () => {
    const page = readText("docs/guides/coming-from.md");
    await attachStage(`${HEAD}${listBlocks(page, "hcl").join("\n")}`);
    await stage.workspace.apply();
    const [ruleset = ""] = listBlocks(page, "json");
    const { parameters } = JSON.parse(ruleset) as { readonly parameters: Record<string, unknown> };
    expect(stage.emulator.engine.tryFindQueue(QUEUE)?.settings).toMatchObject({
      concurrency: parameters["max_entries_to_build"],
      batchingMinSize: parameters["min_entries_to_merge"],
      batchingMaxWaitTimeMinutes: parameters["min_entries_to_merge_wait_minutes"],
      testingTimeoutMinutes: parameters["check_response_timeout_minutes"],
    });
  });

  test("a fleet in HCL has its defaults, and its policies report what the page shows", async () => {
    const page = readText("docs/guides/fleets.md");
    const fleet = `${HEAD}${listBlocks(page, "hcl").join("\n")}`;
    const [error = [], warning = []] = listBlocks(page, "text").map((text) =>
      text.split("...").map((part) => flatten(part).trim()),
    );
    await attachStage(fleet);
    const { workspace } = stage;
    const applied = flatten((await workspace.apply()).output);
    for (const part of warning) expect(applied).toContain(part);
    const shown = [...(await workspace.readState())].map(([address, { attributes }]) => [
      address,
      attributes["concurrency"],
      attributes["required_statuses"],
    ]);
    expect(shown).toEqual([
      ['mergequeue_queue.fleet["api"]', 2, ["ci/build", "ci/test"]],
      ['mergequeue_queue.fleet["ledger"]', 4, ["ci/audit", "ci/build"]],
      ['mergequeue_queue.fleet["web"]', 4, ["ci/build", "ci/test"]],
    ]);

    await stage.declare(fleet.replace("web    = {}", "web    = { concurency = 5 }"));
    expect(flatten((await workspace.run(["plan"])).output)).toContain("web: unknown concurency.");
    await stage.declare(fleet.replace("{ concurrency = 2 }", "{ concurrency = 12 }"));
    await workspace.refuse(["plan"], ...error);
  });
});

test("the timeouts of the resource's page are the defaults", () => {
  const block =
    listBlocks(readText("docs/resources/queue.md"), "hcl").find((each) => each.includes("timeouts")) ?? "";
  const shown = [...block.matchAll(/(\w+) += "(\d+)m"/g)].map(([, name, minutes]) => [
    name,
    Number(minutes) * 60_000,
  ]);
  expect(Object.fromEntries(shown)).toEqual(DEFAULT_TIMEOUTS_MS);
  expect(block).toContain(`# ${DEFAULT_DRAIN_TIMEOUT_MS / 60_000}m with deletion_policy = "drain"`);
});
