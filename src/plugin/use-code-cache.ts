import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ProcessHost } from "./lifecycle/process-host";

/** The module `node:module`, which has `enableCompileCache` since Node.js 22.1. */
export interface CachingModule {
  readonly enableCompileCache?: (directory: string) => unknown;
}

/** A cache with more files is emptied. Each new version of the program or of Node.js adds its own files. */
const MAX_FILES = 100;

/** Lets Node.js cache compiled code in a directory that only the user can write to. Never throws. */
export function useCodeCache(
  { env, platform, geteuid }: Pick<ProcessHost, "env" | "platform" | "geteuid">,
  name: string,
  enable: CachingModule["enableCompileCache"],
): void {
  const parent = findUserCache(env, platform);
  if (enable === undefined || geteuid === undefined || parent === undefined) return;
  // Node.js obeys the variable, too, but would leave an empty directory.
  if (env["NODE_DISABLE_COMPILE_CACHE"]) return;
  const directory = join(parent, name);
  try {
    for (const path of [parent, directory]) makeDirectory(path);
    // The parent may be a link to another disk.
    const entries = [statSync(parent), lstatSync(directory)];
    const userId = geteuid();
    // Whoever can write to the parent can replace the directory.
    if (!entries.every((it) => it.isDirectory() && it.uid === userId && (it.mode & 0o022) === 0)) return;
    if (readdirSync(directory, { recursive: true }).length > MAX_FILES) {
      for (const entry of readdirSync(directory))
        rmSync(join(directory, entry), { recursive: true, force: true });
    }
    enable(directory);
  } catch {
    // Without a cache the code is compiled anew.
  }
}

/** Returns the directory for the user's caches; undefined if the directory is not known. */
export function findUserCache(env: ProcessHost["env"], platform: string): string | undefined {
  const { HOME: home = "", XDG_CACHE_HOME: cache = "" } = env;
  if (platform !== "darwin" && isAbsolute(cache)) return cache;
  if (!isAbsolute(home)) return undefined;
  return join(home, platform === "darwin" ? "Library/Caches" : ".cache");
}

/** Makes only the last directory of a path, so that a missing home directory is never created. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // It exists, or the next step fails.
  }
}
