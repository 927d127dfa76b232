import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { attachStage, HEAD, onStages, QUEUE_ID, stage } from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";

onStages();

/** The candidates: five queues, of which the tests create some. */
const QUERY = `
variable "limit" {
  type    = number
  default = 100
}

list "mergequeue_queue" "all" {
  provider         = mergequeue
  include_resource = true
  limit            = var.limit

  config {
    repos           = [for name in ["web", "Api", "none"] : { host = "github.com", owner = "acme", name = name }]
    target_branches = ["main", "release/1"]
  }
}
`;

const WEB_RELEASE = { targetBranch: "release/1" };
const API = { repo: { host: "github.com", owner: "acme", name: "api" } };

/** A line of `terraform query -json`, as far as it is looked at. */
interface QueryLine {
  readonly type: string;
  readonly list_resource_found?: {
    readonly display_name: string;
    readonly identity: { readonly [name: string]: string };
    readonly resource_object?: { readonly [name: string]: unknown };
  };
}

// Lists came with Terraform 1.14; OpenTofu has none.
const describeQueries = isTerraformSince(14) ? describe : describe.skip;

describeQueries("terraform query, from Terraform 1.14 on", () => {
  beforeEach(async () => {
    await attachStage(HEAD);
    await stage.workspace.write({ "main.tfquery.hcl": QUERY });
  });

  async function putQueues(): Promise<void> {
    await stage.call("createQueue", { mode: "parallel", concurrency: 3 });
    await stage.call("updateQueue", { requiredStatuses: ["ci/$${x}", 'ci/"quoted"'] });
    await stage.call("createQueue", WEB_RELEASE);
    await stage.call("updateQueue", { ...WEB_RELEASE, state: "paused" });
    await stage.call("createQueue", API);
  }

  async function query(...args: readonly string[]): Promise<readonly QueryLine["list_resource_found"][]> {
    const { stdout } = await stage.workspace.run(["query", "-json", ...args]);
    const lines = stdout.trim().split("\n");
    return lines
      .map((line) => JSON.parse(line) as QueryLine)
      .filter(({ type }) => type === "list_resource_found")
      .map((line) => line.list_resource_found);
  }

  test("C-22, K-6b: what it generates imports every queue, plans clean, and un-pauses none", async () => {
    await putQueues();
    await stage.workspace.run(["query", "-generate-config-out=generated.tf"]);
    const generated = await readFile(join(stage.workspace.directory, "generated.tf"), "utf8");
    expect(generated.match(/^import \{$/gm)).toHaveLength(3);
    expect(generated).not.toMatch(/^ *state +=/m);

    const changes = await stage.workspace.planChanges();
    expect(changes.map(({ change }) => change.actions)).toEqual([["no-op"], ["no-op"], ["no-op"]]);
    const requests = await stage.record(() => stage.workspace.apply());
    expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(["getQueue"]));
    await stage.workspace.expectEmptyPlan();
    expect((await stage.workspace.showState()).map(({ values }) => values["id"]).sort()).toEqual([
      "github.com/acme/Api/main",
      QUEUE_ID,
      "github.com/acme/web/release/1",
    ]);
    expect(await stage.call("getQueue", WEB_RELEASE)).toMatchObject({ state: "paused" });
    await stage.call("updateQueue", { ...WEB_RELEASE, state: "running" });
    await stage.workspace.expectEmptyPlan();
  });

  test("finds the queue with the query of docs/export.md", async () => {
    const page = await readFile(resolve(__dirname, "../../docs/export.md"), "utf8");
    await stage.workspace.write({ "main.tfquery.hcl": /^```terraform\n(.*?)^```$/ms.exec(page)?.[1] ?? "" });
    await stage.call("createQueue");
    expect((await query()).map((it) => it?.display_name)).toEqual([QUEUE_ID]);
  });
});
