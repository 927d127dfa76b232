import { lstat } from "node:fs/promises";

/** Tells whether something has this path, even a broken link. What cannot be looked at counts as nothing. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
