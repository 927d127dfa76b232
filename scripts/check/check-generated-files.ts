import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePage, PAGE_DIRECTORY } from "../generate-page";
import { generateProtocol, PROTOCOL_DIRECTORY } from "../generate-protocol";

const GENERATORS = [
  { generate: generateProtocol, directory: PROTOCOL_DIRECTORY },
  { generate: generatePage, directory: PAGE_DIRECTORY },
] as const;

/** Gate: generates what is generated into directories of its own and compares it with what is committed. */
export async function checkGeneratedFiles(root: string): Promise<string> {
  const findings = await Promise.all(GENERATORS.map((generator) => checkGenerator(root, generator)));
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkGenerator(
  root: string,
  { generate, directory }: (typeof GENERATORS)[number],
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "check-generated-"));
  try {
    await generate(root, scratch);
    return await compareFolders(scratch, join(root, directory));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function compareFolders(wanted: string, committed: string): Promise<string> {
  const findings: string[] = [];
  const [wantedFiles, committedFiles] = await Promise.all([listGenerated(wanted), listGenerated(committed)]);
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

async function listGenerated(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  return entries.filter((entry) => entry.endsWith(".generated.ts")).sort();
}
