import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
import { describeOmission } from "../../src/provider/queue-schema";
import { toAttributeName } from "../../src/queue/attribute-name";
import { PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { SETTINGS } from "../../src/queue/settings";
import { QUEUE, QUEUE_ID, QueueStage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";
import { listBlocks } from "./support/page-program";
import { listFiles, listMatches, listRegistryPageTexts, ROOT, readText } from "./support/registry-pages";

const { product, major, minor } = readTerraformVersion();
// Functions of providers came with Terraform 1.8 and OpenTofu 1.7; older ones cannot even parse a call.
const hasFunctions = major > 1 || minor >= (product === "Terraform" ? 8 : 7);
// Imports by identity came with Terraform 1.12 and OpenTofu 1.12, lists and actions with Terraform 1.14.
const hasIdentities = major > 1 || minor >= 12;
const hasListsAndActions = product === "Terraform" && (major > 1 || minor >= 14);
const describeWithTerraform = tryGetSkipReason() === undefined ? describe : describe.skip;

/** The way to import the queue that is not tested: a configuration can import it only once. */
const OTHER_IMPORT = hasIdentities ? "import-by-string-id.tf" : "import-by-identity.tf";

/** Returns the Terraform files of the pages' examples under unique names, for one directory. */
function readExamples(): { readonly [file: string]: string } {
  const folders = [
    "provider",
    "resources",
    "data-sources",
    ...(hasListsAndActions ? ["list-resources", "actions"] : []),
    ...(hasFunctions ? ["functions"] : []),
  ];
  const files = listFiles(
    folders.map((folder) => `examples/${folder}`),
    /\.(?:tf|tfquery\.hcl)$/u,
  );
  const chosen = files.filter((file) => !file.endsWith(OTHER_IMPORT));
  return Object.fromEntries(chosen.map((file) => [file.replaceAll(/[\\/]/gu, "."), readText(file)]));
}

/** Makes the queue of the examples as they declare it, with a pull request that is tested. */
async function fill(stage: QueueStage): Promise<string> {
  const { repo, targetBranch } = QUEUE;
  const { engine } = stage.emulator;
  await stage.call("createQueue", { mode: "single", concurrency: 4 });
  await stage.call("updateQueue", {
    testingTimeoutMinutes: 60,
    batch: true,
    batchingMinSize: 2,
    batchingMaxWaitTimeMinutes: 10,
    requiredStatuses: ["ci/build", "ci/test"],
    mergeMethod: "squash",
  });
  const number = 7;
  engine.apply({ type: "declarePullRequest", repo, pullRequest: { number, headBranch: "release/2.0" } });
  await stage.call("setImpactedTargets", { pr: { number }, impactedTargets: ["//web"] });
  await stage.call("submitPullRequest", { pr: { number }, noBatch: true });
  const testRunId = engine.tryFindQueue({ repo, targetBranch })?.submissions.get(1)?.testRunId;
  if (testRunId === undefined) throw new Error("the pull request is not tested");
  return testRunId;
}

describeWithTerraform("the examples of the pages, all in one configuration", () => {
  let stage: QueueStage;
  let variables: { readonly [name: string]: string };

  beforeAll(async () => {
    stage = await QueueStage.create("");
    await stage.workspace.write(readExamples());
    const testRunId = await fill(stage);
    variables = { TF_VAR_staging_url: stage.emulator.url, TF_VAR_test_run_id: testRunId };
  });

  afterAll(async () => {
    await stage.close();
  });

  test("plan as the pages say: one queue imported without changes, four created, functions evaluated, actions triggered", async () => {
    const { workspace } = stage;
    const plan = await workspace.run(["plan", "-out=examples.tfplan"], variables);
    const actions = hasListsAndActions ? " Actions: 2 to invoke." : "";
    const added = hasListsAndActions ? 5 : 4;
    expect(plan.output).toContain(`Plan: 1 to import, ${added} to add, 0 to change, 0 to destroy.${actions}`);
    const warnings = listMatches(plan.output, /Warning: (.+)/gu);
    expect(warnings).toEqual(["Provider development overrides are in effect"]);
    const { stdout } = await workspace.run(["show", "-json", "examples.tfplan"]);
    const { planned_values: planned, checks } = JSON.parse(stdout) as {
      readonly planned_values: {
        readonly outputs: { readonly [name: string]: { readonly value?: unknown } };
      };
      readonly checks: readonly { readonly status: string }[];
    };
    const outputs = Object.entries(planned.outputs).map(([name, { value }]) => [name, value] as const);
    expect(Object.fromEntries(outputs)).toMatchObject({
      waiting: [],
      failed_today: [],
      checks: ["ci/build", "ci/test"],
      ...(hasFunctions ? { queue_id: "github.com/acme/web/release/1.x", branch: "main" } : {}),
    });
    expect(Object.keys(planned.outputs["measured"]?.value as object).length).toBeGreaterThan(0);
    expect(checks.map(({ status }) => status)).toEqual(["pass", "pass"]);
  });

  (hasListsAndActions ? test : test.skip)("the list finds the queue", async () => {
    const { output } = await stage.workspace.run(["query"], variables);
    expect(output).toMatch(/^list\.mergequeue_queue\.acme .* github\.com\/acme\/web\/main$/mu);
  });

  test("are formatted as by terraform fmt", async () => {
    const { status, output } = await stage.workspace.tryRun(["fmt", "-check"]);
    expect({ status, output }).toEqual({ status: 0, output: "" });
  });

  test("so are those of all pages", async () => {
    const directory = makeScratch();
    const blocks = listFiles(["docs"], /\.md$/).flatMap((page) =>
      listBlocks(readText(page), "hcl").map((block) => [page.replaceAll(/[\\/]/gu, "."), block] as const),
    );
    expect(blocks.length).toBeGreaterThan(15);
    for (const [index, [page, block]] of blocks.entries())
      await writeFile(join(directory, `${page}.${index}.tf`), block);
    const { status, output } = await stage.workspace.tryRun(["fmt", "-check", directory]);
    expect({ status, output }).toEqual({ status: 0, output: "" });
  });

  test("import.sh imports the queue without edits", async () => {
    const { directory } = stage.workspace;
    const bin = join(dirname(directory), "bin");
    await mkdir(bin);
    await symlink(findTerraform(), join(bin, "terraform"));
    const script = join(ROOT, "examples/resources/mergequeue_queue/import.sh");
    const env = scrubEnvironment(dirname(directory), {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      TF_CLI_CONFIG_FILE: join(dirname(directory), "cli.tfrc"),
      MERGEQUEUE_BASE_URL: stage.emulator.url,
      MERGEQUEUE_TOKEN: stage.emulator.token,
      ...variables,
    });
    const { status, output } = await runCommand("sh", [script], { cwd: directory, env });
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining("Import successful!") as string,
    });
    const stored = await stage.workspace.readState();
    expect(stored.get("mergequeue_queue.main")?.attributes).toMatchObject({ id: QUEUE_ID, concurrency: 4 });
  });

  test("S-27: the pages have every attribute and function that terraform providers schema prints, as it describes them", async () => {
    const { stdout } = await stage.workspace.run(["providers", "schema", "-json"]);
    const { provider_schemas: providers } = JSON.parse(stdout) as { readonly provider_schemas: object };
    const described = listDescribed(Object.values(providers)[0]);
    expect(described.length).toBeGreaterThan(100);
    const pages = listRegistryPageTexts().map(({ body }) => body);
    const missing = described.filter((each) => !pages.some((page) => page.includes(each)));
    expect(missing).toEqual([]);
  });
});

test("the resource's page has a row for each setting", () => {
  const rows = listMatches(readText("docs/resources/queue.md"), /^\| `(\w+)` \(/gmu);
  expect(rows.toSorted()).toEqual(SETTINGS.map(({ name }) => toAttributeName(name)).toSorted());
});

const OMISSIONS = SETTINGS.map((setting) => ` ${describeOmission(setting)}`);

/** Lists the names below a part of the schema as the pages show them, with their descriptions. */
function listDescribed(part: unknown, key = ""): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { description, name = key } = part as { readonly description?: string; readonly name?: string };
  // The resource's page says once what every setting's description ends with.
  const shown = OMISSIONS.reduce((text, omission) => text?.replace(omission, ""), description);
  const own = shown !== undefined && "type" in part ? [`\`${name}\` (`, shown] : [];
  return [...own, ...Object.entries(part).flatMap(([inner, value]) => listDescribed(value, inner))];
}

test("environment.sh sets environment variables of provider arguments", () => {
  const text = readText("examples/provider/environment.sh");
  const names = listMatches(text, /^export (\w+)="[^"$]+"$/gmu);
  expect(names).toHaveLength(text.trim().split("\n").length);
  expect(PROVIDER_ARGUMENTS.map(({ attribute }) => toVariableName(attribute))).toEqual(
    expect.arrayContaining(names),
  );
});
