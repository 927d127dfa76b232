import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { makeScratchInProject } from "../support/make-scratch";
import { assembleProgram, assembleReadme, listBlocks } from "./support/page-program";
import { ROOT, readText } from "./support/registry-pages";

/** The programs of the pages, by the name of a file. */
function listPrograms(): Map<string, string> {
  const alone = ["docs/export.md", "docs/guides/testing-your-stacks.md"];
  const pasted = ["docs/guides/constructs.md", "docs/guides/fleets.md"];
  return new Map([
    ["README-md.ts", assembleReadme()],
    ...alone.flatMap((page) =>
      listBlocks(readText(page), "ts").map((text, index) => [`${toName(page)}-${index}.ts`, text] as const),
    ),
    ...pasted.map((page) => [`${toName(page)}.ts`, assembleProgram(readText(page))] as const),
  ]);
}

function toName(page: string): string {
  return page.replaceAll(/\W/g, "-");
}

test("the programs of README.md and of the pages type-check against the built package", async () => {
  const project = makeScratchInProject();
  const programs = listPrograms();
  expect(programs.size).toBeGreaterThanOrEqual(6);
  for (const [name, text] of programs) await writeFile(join(project, name), text);
  const config = {
    extends: "../../tsconfig.json",
    // As a user has it, whom no path leads to the sources.
    compilerOptions: { paths: {} },
    include: ["*.ts"],
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  const result = await runCommand(join(ROOT, "node_modules/.bin/tsc"), ["-p", project], { cwd: ROOT });
  expect(result).toMatchObject({ output: "", status: 0 });
});
