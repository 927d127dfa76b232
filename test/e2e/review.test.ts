import { type CommandRun, run } from "../cli/fake-context";
import { listTestedTerraforms } from "../support/e2e/list-tested-terraforms";
import { attachStage, CANARY_TOKEN, onStages, stage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";

const PROGRAMS = listTestedTerraforms().map((binary) => ({ binary, ...readTerraformVersion(binary) }));

const SECRET = "canary-status-Jd6Qs1Bf8";

/** Declares queues of one owner: settings by the repository's name, which is also the resource's name. */
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
  shrinks: { concurrency: 3, required_statuses: ["ci/build", "ci/test"], direct_merge_mode: "off" },
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
  hides: { required_statuses: [SECRET_STATUS], merge_method: "rebase" },
  appears: { mode: "parallel", concurrency: 7, required_statuses: [] },
};

/** The parts of a report that are looked at. */
interface Report {
  readonly counts: object;
  readonly queues: readonly {
    readonly id: string;
    readonly action: string;
    readonly protection: readonly { readonly name: string }[];
    readonly [key: string]: unknown;
  }[];
}

function readReport({ exitStatus, out, error }: CommandRun): Report {
  expect({ exitStatus, error }).toEqual({ exitStatus: 2, error: "" });
  return JSON.parse(out) as Report;
}

/**
 * The facts that both plans contain about a queue: Terraform's plan lacks its pull requests and most of its
 * service.
 */
function toCommon(queue: Report["queues"][number]): object {
  return { ...queue, stack: null, origin: null, pullRequests: null };
}

describe("mergequeue review of a real plan", () => {
  onStages();

  test.each(PROGRAMS)(
    "with $product a plan describes each declared queue in the same words as our plan",
    async ({ binary }) => {
      await attachStage("", { binary });
      const { workspace } = stage;
      await workspace.write(declare(BEFORE));
      await workspace.apply();
      await workspace.write(declare(AFTER));
      await workspace.run(["plan", "-out=saved.tfplan"]);
      const { stdout } = await workspace.run(["show", "-json", "saved.tfplan"]);
      const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(stdout));
      const json = ["--format", "json", "--detailed-exitcode"];
      const theirs = readReport(await run(["review", "-", ...json], { readInput }));
      const environment = { MERGEQUEUE_BASE_URL: stage.emulator.url, MERGEQUEUE_TOKEN: CANARY_TOKEN };
      const ours = readReport(
        await run(["plan", workspace.directory, ...json], {
          environment,
          catchStop: () => new Promise(() => undefined),
        }),
      );

      expect(theirs.counts).toEqual({ create: 1, update: 3, replace: 0, delete: 1, forget: 1, none: 1 });
      const declared = theirs.queues.filter(({ action }) => action !== "delete" && action !== "forget");
      expect(declared.map(toCommon)).toEqual(ours.queues.map(toCommon));
      expect(declared.flatMap(({ id, protection }) => protection.map(({ name }) => `${id} ${name}`))).toEqual(
        [
          "github.com/acme/appears/main requiredStatuses",
          "github.com/acme/hides/main requiredStatuses",
          "github.com/acme/pauses/main state",
          "github.com/acme/shrinks/main requiredStatuses",
          "github.com/acme/shrinks/main directMergeMode",
        ],
      );

      const { out } = await run(["review", "-"], { readInput });
      expect(out).not.toContain("no earlier state");
      expect(out).toContain(
        "**Merge queues: 1 to create, 3 to change, 1 to delete, 1 to forget**, 1 unchanged",
      );
      expect(stdout).toContain(SECRET);
      expect(`${out}${JSON.stringify([theirs, ours])}`).not.toContain(SECRET);
    },
  );
});
