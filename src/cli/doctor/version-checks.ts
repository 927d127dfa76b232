import { type ExecFileException, execFile } from "node:child_process";
import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { MINIMUM_NODE_VERSION, VERSION } from "../../product";
import type { CommandContext } from "../command-session";
import { type CheckLimits, type CheckOutcome, type Checks, ok, problem, skipped } from "./check";

/** The programs to check, each with the oldest tested version. */
const PROGRAMS = [
  { label: "Node.js", name: "node", args: ["--version"], minimum: MINIMUM_NODE_VERSION },
  { label: "Terraform", name: "terraform", args: ["version", "-json"], minimum: "1.5.0" },
  { label: "OpenTofu", name: "tofu", args: ["version", "-json"], minimum: "1.6.0" },
] as const;

export function listVersionChecks(context: CommandContext, limits: CheckLimits): Checks {
  const checks = PROGRAMS.map((each) => [each.label, () => checkProgram(each, context, limits)] as const);
  return { mergequeue: () => ok(VERSION), ...Object.fromEntries(checks) };
}

async function checkProgram(
  { label, name, args, minimum }: (typeof PROGRAMS)[number],
  context: CommandContext,
  limits: CheckLimits,
): Promise<CheckOutcome> {
  const ask = `${name} ${args[0]}`;
  const install = `Install ${label} ${minimum.replace(/\.0$/, "")} or newer.`;
  const file = await tryFindProgram(name, context);
  if (file === undefined) {
    if (name !== "node") return skipped(`there is no ${name} on the PATH`);
    const message = "There is no node on the PATH. Terraform needs node to start the npm package's provider.";
    return problem(message, install, ask);
  }
  const run =
    name === "node" && (await realpath(file)) === (await realpath(process.execPath))
      ? { out: process.version }
      : await runVersion(file, args, context, limits);
  if ("failure" in run) {
    return problem(`${file} does not say its version: ${run.failure}.`, "To see why, run:", ask);
  }
  const version = tryReadVersion(run.out);
  if (version === undefined) {
    return problem(`${file} does not say its version.`, "To see its output, run:", ask);
  }
  if (isAtLeast(version, minimum)) return ok(`${version} (${file})`);
  const message = `${label} ${version} (${file}) is too old; ${minimum} is the oldest that works.`;
  return problem(message, install, ask);
}

/** Reads a version from output such as `v20.18.1`, or from Terraform's JSON document. */
function tryReadVersion(out: string): string | undefined {
  const [, json] = /"terraform_version"\s*:\s*"([^"]*)"/.exec(out) ?? [];
  return /^v?(\d+\.\d+\.\d+[\w.+-]*)\s*$/.exec(json ?? out)?.[1];
}

/** Compares major, minor and patch. A pre-release counts as its release. */
function isAtLeast(version: string, minimum: string): boolean {
  const [given = "", least = ""] = [version, minimum].map((text) => text.split(/[-+]/)[0]);
  return given.localeCompare(least, "en", { numeric: true }) >= 0;
}

const MAX_MS = 10_000;

const MAX_BYTES = 1024 * 1024;

/** Variables that programs must not get: the token, and settings that make Terraform log or fail. */
const WITHHELD = /^(MERGEQUEUE|TF)_/i;

/** Finds a program on the PATH. Skips relative directories, because other users may write to them. */
export async function tryFindProgram(
  name: string,
  { environment, platform }: Pick<CommandContext, "environment" | "platform">,
): Promise<string | undefined> {
  const isWindows = platform === "win32";
  const file = isWindows ? `${name}.exe` : name;
  // Windows calls it Path, and a copied environment is case-sensitive.
  const [, searched = ""] =
    Object.entries(environment).find(([key]) => (isWindows ? key.toUpperCase() : key) === "PATH") ?? [];
  for (const directory of searched.split(delimiter).filter(isAbsolute)) {
    const path = join(directory, file);
    try {
      await access(path, constants.X_OK);
      if ((await stat(path)).isFile()) return path;
    } catch {
      // Continue with the next directory, as a shell does.
    }
  }
  return undefined;
}

/** Runs a program for at most 10 seconds, without shell, input or token. Only `doctor` runs programs. */
async function runVersion(
  file: string,
  args: readonly string[],
  { environment, workingDirectory }: Pick<CommandContext, "environment" | "workingDirectory">,
  { limitMs, stopSignal }: CheckLimits,
): Promise<{ readonly out: string } | { readonly failure: string }> {
  const kept = Object.entries(environment).filter(([name]) => !WITHHELD.test(name));
  const timeout = Math.max(1, Math.ceil(Math.min(MAX_MS, limitMs)));
  const running = promisify(execFile)(file, [...args], {
    cwd: workingDirectory,
    // Otherwise Terraform asks HashiCorp for a newer version.
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
