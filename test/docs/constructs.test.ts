import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import {
  assembleProgram,
  assembleReadme,
  listBlocks,
  type SynthesizedStack,
  synthesizeAll,
} from "./support/page-program";
import { listMatches, readText } from "./support/registry-pages";

const FILES = readProviderPackage(findProviderBundle(__dirname), VERSION).files.map(({ name }) => name);

describe("the files of the plugin", () => {
  test("docs/guides/constructs.md lists the files that synth places next to a stack", () => {
    const [, listing = ""] =
      /^```\n(cdktf\.out\/.*?)^```$/ms.exec(readText("docs/guides/constructs.md")) ?? [];
    expect(listMatches(listing, /^ {4}(\S+)/gm).sort()).toEqual([...FILES].sort());
  });

  test("docs/architecture.md says when each file that Node.js runs is loaded", () => {
    const code = FILES.filter((name) => name.endsWith(".cjs"));
    const listed = listMatches(readText("docs/architecture.md"), /^\| `(\S+\.cjs)` \|/gm);
    expect(listed.sort()).toEqual(code.sort());
  });
});

/** CDKTF asks Terraform for its version where a resource moves. */
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

describe("the programs of the guides", () => {
  const pasted = assembleProgram(readText("docs/guides/constructs.md"));
  const [cdktn = "", cdktf = ""] = listBlocks(readText("docs/guides/cdktn.md"), "ts");
  const programs = {
    readme: assembleReadme(),
    pasted,
    wrong: pasted
      .replace('mode: "single"', 'mode: "double"')
      .replace("concurrency: 4", "concurrency: 0")
      .replace('targetBranch: "release"', 'targetBranch: "main"'),
    cdktn,
    cdktf,
    localExec: assembleProgram(readText("docs/guides/local-exec.md")),
    moved: assembleProgram(readText("docs/guides/moving-in.md")),
  };
  let results: Readonly<Record<keyof typeof programs, SynthesizedStack | string>>;

  beforeAll(async () => {
    results = await synthesizeAll(programs);
  });

  test("README.md: synthesizes the queue, with the plugin beside it", () => {
    const { resource, terraform } = results.readme as SynthesizedStack;
    expect(resource).toMatchObject({
      mergequeue_queue: {
        main: {
          repo: { host: "github.com", owner: "acme", name: "web" },
          mode: "single",
          batching_min_size: 4,
        },
      },
    });
    expect(Object.keys(terraform.required_providers)).toEqual(["mergequeue"]);
  });

  testTerraform("docs/guides/constructs.md: synthesize three queues and a data source", () => {
    const { resource, data } = results.pasted as SynthesizedStack;
    expect(Object.keys(resource["mergequeue_queue"] ?? {})).toEqual(["eu-main", "main", "release"]);
    expect(Object.keys(data?.["mergequeue_queue"] ?? {})).toEqual(["live"]);
  });

  test("docs/guides/constructs.md: are refused with the faults that the page shows", () => {
    const shown = listBlocks(readText("docs/guides/constructs.md"), "").find((block) =>
      block.startsWith("Validation"),
    );
    expect(shown).toBeDefined();
    expect(results.wrong).toContain(shown?.trim());
  });

  test("docs/guides/cdktn.md: both synthesize the same", () => {
    const expected = results.cdktf as SynthesizedStack;
    expect(Object.keys(expected.resource)).toEqual(["mergequeue_queue"]);
    expect(results.cdktn).toMatchObject({
      provider: expected.provider,
      resource: expected.resource,
      terraform: { required_providers: expected.terraform.required_providers },
    });
  });

  test("docs/guides/local-exec.md: synthesizes the stack that the page shows", () => {
    const { resource, terraform } = results.localExec as SynthesizedStack;
    expect(Object.keys(resource["null_resource"] ?? {}).sort()).toEqual([
      "main",
      expect.stringMatching(/^main_Settings_/),
    ]);
    expect(Object.keys(resource["terraform_data"] ?? {})).toEqual([
      expect.stringMatching(/^main_RequiredStatuses_/),
    ]);
    expect(Object.keys(terraform.required_providers)).toEqual(["null"]);
  });

  testTerraform("docs/guides/moving-in.md: synthesizes the move that it shows", () => {
    expect(results.moved).toMatchObject({
      moved: [{ from: "trunk_merge_queue.main", to: "mergequeue_queue.main" }],
      resource: { mergequeue_queue: { main: { target_branch: "main", merge_method: "squash" } } },
    });
  });
});
