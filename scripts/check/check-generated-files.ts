import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { GENERATORS, type Generator } from "../generators";
import { withScratch } from "../support/with-scratch";

/** Gate: the generated files equal newly generated ones. @param generators - default: all */
export async function checkGeneratedFiles(
  root: string,
  generators: readonly Generator[] = GENERATORS,
): Promise<string> {
  const findings = await Promise.all(generators.map((generator) => checkGenerator(root, generator)));
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkGenerator(root: string, { generate, directory, files }: Generator): Promise<string> {
  return withScratch("check-generated", async (scratch) => {
    await generate(root, scratch);
    const [wanted, committed] = await Promise.all([
      readFiles(scratch, files),
      readFiles(join(root, directory), files),
    ]);
    return compareFiles(directory, wanted, committed).join("\n");
  });
}

/** Texts of files by their paths below a folder. */
type Files = ReadonlyMap<string, string>;

function compareFiles(directory: string, wanted: Files, committed: Files): string[] {
  const surplus = [...committed.keys()].filter((file) => !wanted.has(file));
  const different = [...wanted].filter(([file, text]) => committed.get(file) !== text);
  return [
    ...surplus.map((file) => `${join(directory, file)} is not generated any more; remove it.`),
    ...different.map(
      ([file]) => `${join(directory, file)} differs from what npm run generate writes; run it.`,
    ),
  ];
}

async function readFiles(folder: string, generated: RegExp): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => generated.test(file))
    .sort();
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}
