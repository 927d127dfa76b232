import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { API_PAGES_DIRECTORY, generateApiPages } from "../generate-api-pages";
import { generateCommandPage, isCommandPage } from "../generate-command-docs";
import { generateConcepts, isConceptsFile } from "../generate-concepts";
import { DOCS_DIRECTORY, generateDocs, isGeneratedPage } from "../generate-docs";
import { generateProtocol, PROTOCOL_DIRECTORY } from "../generate-protocol";
import { generateSchemas, isGeneratedSchema, SCHEMAS_DIRECTORY } from "../generate-schemas";

/** Writes files into a folder of the repository, which may contain other files. */
export interface Generator {
  /** Writes the files into any folder. */
  readonly generate: (root: string, outDirectory: string) => Promise<void>;
  /** The folder, relative to the repository. */
  readonly directory: string;
  /** Whether a file is generated, given its path below the folder. */
  readonly isGenerated: (path: string) => boolean;
}

const GENERATORS: readonly Generator[] = [
  { generate: generateProtocol, directory: PROTOCOL_DIRECTORY, isGenerated: isGeneratedCode },
  { generate: generateDocs, directory: DOCS_DIRECTORY, isGenerated: isGeneratedPage },
  { generate: generateConcepts, directory: DOCS_DIRECTORY, isGenerated: isConceptsFile },
  { generate: generateApiPages, directory: API_PAGES_DIRECTORY, isGenerated: (path) => path.endsWith(".md") },
  { generate: generateSchemas, directory: SCHEMAS_DIRECTORY, isGenerated: isGeneratedSchema },
  { generate: generateCommandPage, directory: DOCS_DIRECTORY, isGenerated: isCommandPage },
];

function isGeneratedCode(path: string): boolean {
  return path.endsWith(".generated.ts");
}

/**
 * Gate: compares the generated files with newly generated ones.
 * @param generators - default: all of the repository's
 */
export async function checkGeneratedFiles(
  root: string,
  generators: readonly Generator[] = GENERATORS,
): Promise<string> {
  const findings = await Promise.all(generators.map((generator) => checkGenerator(root, generator)));
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkGenerator(
  root: string,
  { generate, directory, isGenerated }: Generator,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "check-generated-"));
  try {
    await generate(root, scratch);
    const [wanted, committed] = await Promise.all([
      readFiles(scratch, isGenerated),
      readFiles(join(root, directory), isGenerated),
    ]);
    return compareFiles(directory, wanted, committed).join("\n");
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
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

async function readFiles(folder: string, isGenerated: Generator["isGenerated"]): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isGenerated)
    .sort();
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}
