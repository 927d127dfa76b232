import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import { assembleProgram, checkTypes, listBlocks, synthesize } from "./support/page-program";

const ROOT = resolve(__dirname, "../..");
const FILES = readProviderPackage(findProviderBundle(__dirname), VERSION).files.map(({ name }) => name);

function read(page: string): string {
  return readFileSync(join(ROOT, "docs", page), "utf8");
}

function list(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
}

describe("the files of the plugin", () => {
  test("docs/guides/constructs.md lists the files that synth places next to a stack", () => {
    const [, listing = ""] = /^```\n(cdktf\.out\/.*?)^```$/ms.exec(read("guides/constructs.md")) ?? [];
    expect(list(listing, /^ {4}(\S+)/gm)).toEqual([...FILES].sort());
  });

  test("docs/architecture.md says when each file that Node.js runs is loaded", () => {
    const code = FILES.filter((name) => name.endsWith(".cjs"));
    expect(list(read("architecture.md"), /^\| `(\S+\.cjs)` \|/gm)).toEqual(code.sort());
  });
});

/** CDKTF asks Terraform for its version where a resource moves. */
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

describe("the examples of docs/guides/constructs.md, pasted in order", () => {
  const program = assembleProgram(read("guides/constructs.md"));

  test("type-check against the built package", async () => {
    expect(await checkTypes(program)).toMatchObject({ output: "", status: 0 });
  });

  testTerraform("synthesize three queues and a data source", async () => {
    const { resource, data } = await synthesize(program);
    expect(Object.keys(resource["mergequeue_queue"] ?? {})).toEqual(["eu-main", "main", "release"]);
    expect(Object.keys(data?.["mergequeue_queue"] ?? {})).toEqual(["live"]);
  });

  test("are refused with the faults that the page shows", async () => {
    const wrong = program
      .replace('mode: "single"', 'mode: "double"')
      .replace("concurrency: 4", "concurrency: 0")
      .replace('targetBranch: "release"', 'targetBranch: "main"');
    const shown = listBlocks(read("guides/constructs.md"), "").find((block) =>
      block.startsWith("Validation"),
    );
    await expect(synthesize(wrong)).rejects.toThrow(shown?.trim());
  });
});

test("the two programs of docs/guides/cdktn.md synthesize the same", async () => {
  const [cdktn = "", cdktf = ""] = listBlocks(read("guides/cdktn.md"), "ts");
  const expected = await synthesize(cdktf);
  expect(await synthesize(cdktn)).toMatchObject({
    provider: expected.provider,
    resource: expected.resource,
    terraform: { required_providers: expected.terraform.required_providers },
  });
});
