import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Folder of the guide, relative to the repository. */
export const GUIDES_DIRECTORY = "docs/guides";

const GUIDE = "foresight.md";

const TABLE = /^\| figure \| expected \|.*\n(?:\|.*\n)+/m;

/** Whether a file of the folder contains a generated table. */
export function hasGeneratedTable(path: string): boolean {
  return path === GUIDE;
}

/** Copies the measured figures of docs/foresight-validation.md, which the bench writes, to the guide about foresight. */
export async function generateValidationTable(
  root: string,
  outDirectory = join(root, GUIDES_DIRECTORY),
): Promise<void> {
  const [page, guide] = await Promise.all(
    ["docs/foresight-validation.md", join(GUIDES_DIRECTORY, GUIDE)].map((file) =>
      readFile(join(root, file), "utf8"),
    ),
  );
  const table = TABLE.exec(page ?? "")?.[0];
  if (table === undefined || guide === undefined || !TABLE.test(guide)) {
    throw new Error(`docs/foresight-validation.md or ${GUIDE} has no table of figures.`);
  }
  await mkdir(outDirectory, { recursive: true });
  await writeFile(
    join(outDirectory, GUIDE),
    guide.replace(TABLE, () => table),
  );
}
