import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { findRoot } from "../../../scripts/support/find-root";
import { makeOnce } from "../make-once";

/** Most that a build may take. */
const BUILD_TIMEOUT_MS = 600_000;

/** The directory with a provider in Go, or why there is none. */
export type GoProvider = { readonly directory: string } | { readonly missing: string };

/**
 * Returns the directory of a provider; builds it where it has not been built yet, which takes half a minute.
 * @param name - of the provider, for example `null`
 * @param build - puts the executable into a directory that is not there, from sources in another one. Returns
 *   why that failed, if it did
 */
export function buildGoProvider(
  name: string,
  build: (directory: string, sources: string) => string | undefined,
): GoProvider {
  const directory = join(findRoot(), `.scratch/${name}-provider`, `${platform()}_${arch()}`);
  const missing = existsSync(directory) ? undefined : tryGetMissingGo();
  if (missing !== undefined) return { missing };
  const sources = mkdtempSync(join(tmpdir(), `${name}-provider-`));
  try {
    makeOnce(directory, (draft) => {
      const failure = build(draft, sources);
      if (failure !== undefined) throw new Error(failure);
    });
    return { directory };
  } catch (error) {
    return { missing: `The provider hashicorp/${name} could not be built: ${(error as Error).message}` };
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

/** Says why programs in Go cannot be built here, as a sentence; undefined if they can. */
function tryGetMissingGo(): string | undefined {
  if (platform() === "win32") return "Providers in Go are built on Unix only.";
  if (spawnSync("go", ["version"]).status === 0) return undefined;
  return "Go, with which providers in Go are built, is not on the PATH.";
}

/** Copies a module's sources, which Go keeps read-only. @returns why that failed, if it did */
export function copyModule(module: string, version: string, sources: string): string | undefined {
  const { status, stdout, stderr } = runGo(["mod", "download", "-json", `${module}@${version}`], tmpdir());
  if (status !== 0) return toLine(`${stdout}${stderr}`);
  const { Dir: directory } = JSON.parse(stdout) as { readonly Dir: string };
  rmSync(sources, { recursive: true, force: true });
  cpSync(directory, sources, { recursive: true });
  return spawnSync("chmod", ["-R", "u+w", sources]).status === 0 ? undefined : "chmod failed";
}

/** Builds the program whose sources these are. @returns why that failed, if it did */
export function buildSources(sources: string, executable: string): string | undefined {
  // Optimizing takes longer than all that tests do with the program. Only the code that makes a key at each
  // start is worth it.
  const flags = ["-gcflags", "all=-N -l", "-gcflags", "crypto/...=", "-ldflags", "-s -w"];
  const args = ["build", "-mod=mod", "-buildvcs=false", ...flags, "-o", executable, "."];
  const { status, stderr } = runGo(args, sources);
  return status === 0 ? undefined : toLine(stderr);
}

function runGo(
  args: readonly string[],
  cwd: string,
): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off" };
  return spawnSync("go", args, { cwd, env, encoding: "utf8", timeout: BUILD_TIMEOUT_MS });
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 500);
}
