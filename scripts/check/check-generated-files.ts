import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { API_PAGES_DIRECTORY, generateApiPages } from "../generate-api-pages";
import { DOCS_DIRECTORY, generateDocs, isGeneratedPage } from "../generate-docs";
import { generatePage, PAGE_DIRECTORY } from "../generate-page";
import { generateProtocol, PROTOCOL_DIRECTORY } from "../generate-protocol";

/** Something that writes files into a folder of the repository in which there may be others. */
interface Generator {
  readonly generate: (root: string, outDirectory: string) => Promise<void>;
  readonly directory: string;
  /** Tells whether a file, by its path below the folder, is generated. */
  readonly isGenerated: (path: string) => boolean;
}

const GENERATORS: readonly Generator[] = [
  { generate: generateProtocol, directory: PROTOCOL_DIRECTORY, isGenerated: isGeneratedCode },
  { generate: generatePage, directory: PAGE_DIRECTORY, isGenerated: isGeneratedCode },
  { generate: generateDocs, directory: DOCS_DIRECTORY, isGenerated: isGeneratedPage },
  { generate: generateApiPages, directory: API_PAGES_DIRECTORY, isGenerated: (path) => path.endsWith(".md") },
];

function isGeneratedCode(path: string): boolean {
  return path.endsWith(".generated.ts");
}

/** Gate: generates what is generated into directories of its own and compares it with what is committed. */
export async function checkGeneratedFiles(root: string): Promise<string> {
  const findings = await Promise.all(GENERATORS.map((generator) => checkGenerator(root, generator)));
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkGenerator(root: string, generator: Generator): Promise<string> {
  const { generate, directory, isGenerated } = generator;
  const scratch = await mkdtemp(join(tmpdir(), "check-generated-"));
  try {
    await generate(root, scratch);
    return await compareFolders(scratch, join(root, directory), isGenerated);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function compareFolders(
  wanted: string,
  committed: string,
  isGenerated: Generator["isGenerated"],
): Promise<string> {
  const findings: string[] = [];
  const [wantedFiles, committedFiles] = await Promise.all([
    listGenerated(wanted, isGenerated),
    listGenerated(committed, isGenerated),
  ]);
  for (const file of committedFiles) {
    if (!wantedFiles.includes(file)) findings.push(`${file} is not generated from anything; remove it.`);
  }
  for (const file of wantedFiles) {
    const isSame =
      committedFiles.includes(file) &&
      (await readFile(join(wanted, file), "utf8")) === (await readFile(join(committed, file), "utf8"));
    if (!isSame) findings.push(`${file} is not what its definition generates; run npm run generate.`);
  }
  return findings.join("\n");
}

async function listGenerated(directory: string, isGenerated: Generator["isGenerated"]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter(isGenerated)
    .sort();
}
