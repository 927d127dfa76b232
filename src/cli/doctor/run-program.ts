import { type ExecFileException, execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import type { CommandContext } from "../command-session";
import type { CheckLimits } from "./check";

/** Milliseconds that a program may take. */
const MAX_MS = 10_000;

const MAX_BYTES = 1024 * 1024;

/** Variables that no program needs to say its version: the token, and what makes Terraform write logs or fail. */
const WITHHELD = /^(MERGEQUEUE|TF)_/i;

/** The end of a program. */
export type ProgramRun = { readonly out: string } | { readonly failure: string };

/**
 * Finds a program on the PATH. Directories that are not absolute are passed over: they depend on the working directory,
 * whose content may be foreign.
 * @param name - without `.exe`
 * @returns its absolute path; undefined if there is none
 */
export async function tryFindProgram(
  name: string,
  { environment, platform }: Pick<CommandContext, "environment" | "platform">,
): Promise<string | undefined> {
  const isWindows = platform === "win32";
  const file = isWindows ? `${name}.exe` : name;
  // Windows calls it Path, and an environment that was copied distinguishes the two.
  const [, searched = ""] =
    Object.entries(environment).find(([key]) => (isWindows ? key.toUpperCase() : key) === "PATH") ?? [];
  for (const directory of searched.split(delimiter).filter(isAbsolute)) {
    const path = join(directory, file);
    try {
      await access(path, constants.X_OK);
      if ((await stat(path)).isFile()) return path;
    } catch {
      // The search goes on, as a shell's does.
    }
  }
  return undefined;
}

/**
 * Runs a program that says its version, without a shell, without input, without the token in its environment, and for at
 * most 10 seconds. Only `mergequeue doctor` does that (promise S-15).
 * @param file - absolute
 */
export async function runVersion(
  file: string,
  args: readonly string[],
  { environment, workingDirectory }: Pick<CommandContext, "environment" | "workingDirectory">,
  { limitMs, stopSignal }: CheckLimits,
): Promise<ProgramRun> {
  const kept = Object.entries(environment).filter(([name]) => !WITHHELD.test(name));
  const timeout = Math.max(1, Math.ceil(Math.min(MAX_MS, limitMs)));
  const running = promisify(execFile)(file, [...args], {
    cwd: workingDirectory,
    // Terraform would ask its makers for a newer version (promise S-20).
    env: { ...Object.fromEntries(kept), CHECKPOINT_DISABLE: "1" },
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: MAX_BYTES,
    signal: stopSignal,
    windowsHide: true,
  });
  running.child.stdin?.end();
  try {
    return { out: (await running).stdout };
  } catch (error) {
    const { killed, message } = error as ExecFileException;
    if (killed === true) return { failure: `it did not end within ${Math.ceil(timeout / 1000)} s` };
    return { failure: message.split("\n")[0] ?? "" };
  }
}
