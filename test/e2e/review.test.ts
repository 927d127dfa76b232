import { listTerraforms } from "../../scripts/support/find-terraform";
import { resolveClientConfig } from "../../src/api/client-config";
import { SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import { readTerraformPlan } from "../../src/cli/review/from-terraform-plan";
import type { FleetPlan, PlannedQueue } from "../../src/reconcile/plan/fleet-plan";
import { prepareFleet } from "../../src/reconcile/plan/prepare-fleet";
import { Reconciler } from "../../src/reconcile/reconciler";
import { readStacks } from "../../src/stack/read-stacks";
import { run } from "../cli/fake-context";
import { CANARY_TOKEN, QueueStage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { TERRAFORM_TEST_TIMEOUT_MS } from "../support/e2e/terraform-workspace";

jest.setTimeout(TERRAFORM_TEST_TIMEOUT_MS);

const PROGRAMS = listTerraforms().map((binary) => ({ binary, ...readTerraformVersion(binary) }));

const SECRET = "canary-status-7Zk2Wv9Xr4";

/** Declares queues of one owner: settings by the name of the repository, which is the resource's name, too. */
function declare(queues: { readonly [name: string]: object }): { readonly "main.tf.json": string } {
  const resources = Object.entries(queues).map(([name, settings]) => [
    name,
    { repo: { host: "github.com", owner: "acme", name }, target_branch: "main", ...settings },
  ]);
  return {
    "main.tf.json": JSON.stringify({
      terraform: { required_providers: { mergequeue: { source: "mergequeue/mergequeue" } } },
      provider: { mergequeue: {} },
      variable: { status: { type: "string", sensitive: true, default: SECRET } },
      resource: { mergequeue_queue: Object.fromEntries(resources) as object },
    }),
  };
}

const SECRET_STATUS = "${var.status}";

const BEFORE = {
  shrinks: { concurrency: 3, required_statuses: ["ci/build", "ci/test"] },
  pauses: { state: "running", mode: "single" },
  stays: { concurrency: 2 },
  hides: { required_statuses: ["ci/build", SECRET_STATUS] },
  goes: { concurrency: 2 },
  left: { deletion_policy: "abandon" },
};

const AFTER = {
  shrinks: { concurrency: 4, required_statuses: ["ci/build"], direct_merge_mode: "always" },
  pauses: { state: "paused", mode: "parallel" },
  stays: { concurrency: 2 },
  hides: { required_statuses: [SECRET_STATUS], merge_method: "squash" },
  appears: { mode: "parallel", concurrency: 7, required_statuses: [] },
};

/** Plans the same stack with our own engine. */
async function planWithout(stage: QueueStage): Promise<FleetPlan> {
  const { queues } = await readStacks(stage.workspace.directory, {
    environment: {},
    variables: new Map(),
    variableFiles: [],
  });
  const { config } = resolveClientConfig({ baseUrl: stage.emulator.url, token: CANARY_TOKEN }, {});
  if (config === undefined) throw new Error("the service's address cannot be used");
  const reconciler = new Reconciler(createApiClient(config, { source: "mergequeue" }), SYSTEM_CLOCK);
  const members = queues.map((queue) => ({
    queue,
    reconciler,
    origin: config.origin,
    connection: new Map(),
  }));
  const { plan } = await prepareFleet("apply", members, {
    stopSignal: new AbortController().signal,
    clock: SYSTEM_CLOCK,
  });
  return plan;
}

/** What both plans know of a queue: Terraform's knows nothing of what is in it, and little of its service. */
function toCommon({ id, address, action, changes, settings, protection, warnings }: PlannedQueue): object {
  return { id, address, action, changes, settings, protection, warnings };
}

describe("mergequeue review of a real plan", () => {
  test.each(PROGRAMS)(
    "with $product a plan says of each declared queue what a plan of ours says, word for word",
    async ({ binary }) => {
      const stage = await QueueStage.create("", { binary });
      try {
        const { workspace } = stage;
        await workspace.write(declare(BEFORE));
        await workspace.apply();
        await workspace.write(declare(AFTER));
        await workspace.run(["plan", "-out=saved.tfplan"]);
        const { stdout } = await workspace.run(["show", "-json", "saved.tfplan"]);
        const theirs = readTerraformPlan(JSON.parse(stdout));
        const ours = await planWithout(stage);

        expect(theirs.counts).toEqual({ create: 1, update: 3, replace: 0, delete: 1, forget: 1, none: 1 });
        const declared = theirs.queues.filter(({ action }) => action !== "delete" && action !== "forget");
        expect(declared.map(toCommon)).toEqual(ours.queues.map(toCommon));
        expect(
          declared.flatMap(({ id, protection }) => protection.map(({ name }) => `${id} ${name}`)),
        ).toEqual([
          "github.com/acme/appears/main requiredStatuses",
          "github.com/acme/hides/main requiredStatuses",
          "github.com/acme/pauses/main state",
          "github.com/acme/shrinks/main requiredStatuses",
          "github.com/acme/shrinks/main directMergeMode",
        ]);

        const { exitStatus, out } = await run(["review", "-", "--detailed-exitcode"], {
          readInput: () => Promise.resolve(Buffer.from(stdout)),
        });
        expect(exitStatus).toBe(2);
        expect(out).toContain(
          "**Merge queues: 1 to create, 3 to change, 1 to delete, 1 to forget**, 1 unchanged",
        );
        expect(stdout).toContain(SECRET);
        expect(`${out}${JSON.stringify(theirs.queues)}`).not.toContain(SECRET);
      } finally {
        await stage.close();
      }
    },
  );
});
