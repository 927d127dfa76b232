import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls an action with a new temporary directory, absolute, and removes it afterwards. */
export async function withScratch<T>(name: string, action: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), `${name}-`));
  try {
    return await action(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
