import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { toDeclaration, toSettingsDocument } from "../../src/constructs/local-exec/declaration";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/local-exec.md"), "utf8");
const QUEUE = { repo: "github.com/acme/web", targetBranch: "main" };

/** Lists the fields that the page gives to the document in a variable. */
function listFields(variable: string): string[] {
  const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${variable}\``)) ?? "";
  return [...(row.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

describe("docs/guides/local-exec.md", () => {
  test("its TypeScript synthesizes what the page says", async () => {
    // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
    await mkdir(join(ROOT, ".scratch"), { recursive: true });
    const directory = await mkdtemp(join(ROOT, ".scratch/local-exec-"));
    try {
      await writeFile(join(directory, "main.ts"), /^```ts\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? "");
      const output = join(directory, "cdktf.out");
      const result = await runCommand(join(ROOT, "node_modules/.bin/tsx"), ["main.ts"], {
        cwd: directory,
        env: scrubEnvironment(directory, { CDKTF_OUTDIR: output }),
      });
      expect(result).toMatchObject({ status: 0 });
      const text = await readFile(join(output, "stacks/queues/cdk.tf.json"), "utf8");
      const { resource, terraform } = JSON.parse(text) as {
        resource: { null_resource: object };
        terraform: { required_providers: object };
      };
      expect(Object.keys(resource.null_resource).sort()).toEqual([
        "main",
        expect.stringMatching(/^main_RequiredStatuses_/),
        expect.stringMatching(/^main_Settings_/),
      ]);
      expect(Object.keys(terraform.required_providers)).toEqual(["null"]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("names the fields that provisioners are told", () => {
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
