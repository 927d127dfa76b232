import { accessSync, constants, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { ProcessHost } from "./lifecycle/process-host";
import { findUserCache, makeDirectory } from "./use-code-cache";

/** The facts about the process that identify the Terraform run and the user. */
export interface RunHost extends Pick<ProcessHost, "env" | "platform" | "pid" | "ppid" | "geteuid"> {
  on(event: "exit", listener: () => void): unknown;
}

/** Makes a Terraform run's private directory, named after the parent process. @throws Error if this fails */
export function makeRunDirectory({ env, platform, ppid, geteuid }: RunHost, name: string): string {
  const userId = geteuid?.();
  for (const parent of [env["XDG_RUNTIME_DIR"], findUserCache(env, platform), tmpdir()]) {
    if (parent === undefined || !isAbsolute(parent)) continue;
    const all = join(parent, `${name}-${userId ?? "user"}`);
    const own = join(all, nameRun(ppid));
    try {
      for (const path of [all, own]) makePrivate(path, userId);
      return own;
    } catch {
      // The next one may work.
    }
  }
  throw new Error("there is no directory to share");
}

/** Tells whether no process has this id. */
export function isProcessGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EPERM");
  }
}

/** Returns the parent process's id. On Linux, adds its start time, which is hard to read on other systems. */
function nameRun(parentPid: number): string {
  try {
    const stat = readFileSync(`/proc/${parentPid}/stat`, "utf8");
    // The second field, the program's name in parentheses, may contain anything.
    return `${parentPid}-${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
  } catch {
    return String(parentPid);
  }
}

/** Makes a directory that only this user can use. On Windows, each user's temporary directory is private. */
function makePrivate(path: string, userId: number | undefined): void {
  makeDirectory(path);
  const entry = lstatSync(path);
  const isOwn = userId === undefined || (entry.uid === userId && (entry.mode & 0o077) === 0);
  if (!entry.isDirectory() || !isOwn) throw new Error(`others can use ${path}`);
  accessSync(path, constants.W_OK);
}

/** Removes the directories of runs whose parent process has ended. @throws Error if one cannot be removed */
export function removeOldRuns(all: string): void {
  for (const run of readdirSync(all)) {
    const pid = Number.parseInt(run, 10);
    // In a container that shares the disk, the parents of other containers seem to be gone.
    if (lstatSync(join(all, run)).mtimeMs > Date.now() - 3_600_000) continue;
    if (isProcessGone(pid) || nameRun(pid) !== run) rmSync(join(all, run), { recursive: true });
  }
}
