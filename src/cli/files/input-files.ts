import { type BigIntStats, fstatSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";

const STANDARD_INPUT_DESCRIPTOR = 0;

/** The files that one call of the command reads: it writes over none of them. */
export class InputFiles {
  readonly #keys = new Set<string>();

  /** Adds a file that is read. What cannot be found, or is not a regular file, is left out. */
  async add(path: string): Promise<void> {
    this.#addKey(await tryFindKey(path));
  }

  /** Adds the file that standard input is redirected from. */
  addStandardInput(): void {
    this.#addKey(toKey(fstatSync(STANDARD_INPUT_DESCRIPTOR, { bigint: true })));
  }

  /** Tells whether a path leads to one of the files, also through links or under another name. */
  async has(path: string): Promise<boolean> {
    const key = await tryFindKey(path);
    return key !== undefined && this.#keys.has(key);
  }

  #addKey(key: string | undefined): void {
    if (key !== undefined) this.#keys.add(key);
  }
}

/**
 * Refuses to write over a file that this call reads.
 * @param file - path as it was given
 * @param what - what would be written, for the message: `The report`
 * @throws MergeQueueError `invalid_configuration`
 */
export async function requireNoInput(
  { inputFiles, workingDirectory }: { readonly inputFiles: InputFiles; readonly workingDirectory: string },
  file: string,
  what: string,
): Promise<void> {
  if (!(await inputFiles.has(resolve(workingDirectory, file)))) return;
  throw new MergeQueueError(
    "invalid_configuration",
    `${what} would replace ${quote(file)}, which this command reads. That file was not changed. Choose another file to write.`,
    { argument: "out" },
  );
}

/** Returns what is the same for all names of a regular file; undefined if the path does not lead to one. */
async function tryFindKey(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    // Some file systems of Windows number no files.
    return stats.ino === 0n ? await realpath(path) : toKey(stats);
  } catch {
    return undefined;
  }
}

function toKey(stats: BigIntStats): string | undefined {
  return stats.isFile() && stats.ino !== 0n ? `${stats.dev} ${stats.ino}` : undefined;
}
