import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { toDeclaration, toSettingsDocument } from "../../src/constructs/local-exec/declaration";
import { assembleProgram, synthesize } from "./support/page-program";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/local-exec.md"), "utf8");
const QUEUE = { repo: "github.com/acme/web", targetBranch: "main" };

/** Lists the fields that the page gives to the document in a variable. */
function listFields(variable: string): string[] {
  const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${variable}\``)) ?? "";
  return [...(row.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

describe("docs/guides/local-exec.md", () => {
  test("its TypeScript synthesizes the stack that the page shows", async () => {
    const { resource, terraform } = await synthesize(assembleProgram(PAGE));
    expect(Object.keys(resource["null_resource"] ?? {}).sort()).toEqual([
      "main",
      expect.stringMatching(/^main_RequiredStatuses_/),
      expect.stringMatching(/^main_Settings_/),
    ]);
    expect(Object.keys(terraform.required_providers)).toEqual(["null"]);
  });

  test("names the fields that provisioners receive", () => {
    expect(listFields("MERGEQUEUE_QUEUE")).toEqual(
      expect.arrayContaining(Object.keys(toDeclaration(QUEUE, "null_resource.main"))),
    );
    const more = ["onExisting", "deletionPolicy"];
    expect(
      listFields("MERGEQUEUE_QUEUE")
        .filter((name) => !more.includes(name))
        .sort(),
    ).toEqual(Object.keys(toSettingsDocument(QUEUE, "null_resource.main")).sort());
  });
});
