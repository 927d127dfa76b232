import { accessSync, constants, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import type { ProcessHost } from "./process-host";
import { findUserCache, makeDirectory } from "./use-code-cache";

/** What identifies a run of the host, and the user. */
export type RunHost = Pick<ProcessHost, "env" | "platform" | "pid" | "ppid" | "geteuid" | "on">;

/** To a container that shares the disk, parents in others seem to be gone. */
const GRACE_MS = 3_600_000;

/**
 * Makes the directory that the plugin processes of one run of the host share: the user's alone, named after the parent process.
 * Removes those of earlier runs. @param name - of the directory for all runs. @returns undefined if no place works
 */
export function tryMakeRunDirectory(
  { env, platform, ppid, geteuid }: RunHost,
  name: string,
): string | undefined {
  const userId = geteuid?.();
  for (const parent of [env["XDG_RUNTIME_DIR"], findUserCache(env, platform), tmpdir()]) {
    if (parent === undefined || !isAbsolute(parent)) continue;
    const all = join(parent, userId === undefined ? name : `${name}-${userId}`);
    const own = join(all, nameRun(ppid));
    try {
      for (const path of [all, own]) makeDirectory(path);
      if (![all, own].every((path) => isPrivate(path, userId))) continue;
      accessSync(own, constants.W_OK);
      for (const run of readdirSync(all))
        if (isOver(join(all, run))) rmSync(join(all, run), { recursive: true });
      return own;
    } catch {
      // The next one may work.
    }
  }
  return undefined;
}

/** Tells whether no process has this id. */
export function isProcessGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EPERM");
  }
}

/** Linux has a file that tells when a process started; elsewhere that would take another process, and the id must do. */
function nameRun(parentPid: number): string {
  try {
    const stat = readFileSync(`/proc/${parentPid}/stat`, "utf8");
    // The second field, the program's name in parentheses, may contain anything.
    return `${parentPid}-${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
  } catch {
    return String(parentPid);
  }
}

/** Windows has neither user ids nor modes; there, the temporary directory is the user's own. */
function isPrivate(path: string, userId: number | undefined): boolean {
  const entry = lstatSync(path);
  return (
    entry.isDirectory() && (userId === undefined || (entry.uid === userId && (entry.mode & 0o077) === 0))
  );
}

function isOver(directory: string): boolean {
  const run = basename(directory);
  const pid = Number.parseInt(run, 10);
  if (lstatSync(directory).mtimeMs > Date.now() - GRACE_MS) return false;
  return isProcessGone(pid) || nameRun(pid) !== run;
}
