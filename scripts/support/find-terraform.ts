import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The advice if Terraform is not installed. */
const ADVICE =
  "A real Terraform (1.5 or newer) or OpenTofu (1.6 or newer) is needed. Install one of them so " +
  "that `terraform` or `tofu` is on the PATH, or name its executable in TERRAFORM_BINARY_NAME.";

/**
 * Finds the executable that the end-to-end tests run: the one that TERRAFORM_BINARY_NAME names, else
 * `terraform`, else `tofu`.
 * @returns its absolute path
 * @throws Error that says what to install
 */
export function findTerraform(env: NodeJS.ProcessEnv = process.env): string {
  const found = tryFindTerraform(env);
  if (found === undefined) throw new Error(ADVICE);
  return found;
}

/**
 * Finds the executable as {@link findTerraform}. @returns its absolute path; undefined if there is none
 * @throws Error if TERRAFORM_BINARY_NAME names one that does not exist
 */
export function tryFindTerraform(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env["TERRAFORM_BINARY_NAME"] ?? "";
  for (const name of chosen === "" ? ["terraform", "tofu"] : [chosen]) {
    const found = tryFindExecutable(name, env["PATH"] ?? "");
    if (found !== undefined) return found;
  }
  if (chosen === "") return undefined;
  throw new Error(`TERRAFORM_BINARY_NAME names ${chosen}, which is not there. ${ADVICE}`);
}

/**
 * Lists the installed executables, for tests that must pass with each: that of {@link findTerraform}, then
 * `terraform` and `tofu` of the PATH, then those named in TERRAFORM_BINARIES, separated as in PATH.
 * @returns absolute paths, each once
 * @throws Error that says what to install if there is none, or which named one does not exist
 */
export function listTerraforms(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const path = env["PATH"] ?? "";
  const named = (env["TERRAFORM_BINARIES"] ?? "").split(delimiter).filter((name) => name !== "");
  const missing = named.find((name) => tryFindExecutable(name, path) === undefined);
  if (missing !== undefined) throw new Error(`TERRAFORM_BINARIES names ${missing}, which is not there.`);
  const found = ["terraform", "tofu", ...named].flatMap((name) => tryFindExecutable(name, path) ?? []);
  return [...new Set([findTerraform(env), ...found])];
}

/** Returns a sentence if tests that need Terraform are skipped: if it is missing, unless CI=true. */
export function tryGetSkipReason(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env["CI"] === "true" || tryFindTerraform(env) !== undefined ? undefined : ADVICE;
}

/** Finds an executable by its name or path. @param path - folders, separated as in PATH */
export function tryFindExecutable(name: string, path: string): string | undefined {
  const candidates = name.includes("/") ? [name] : path.split(delimiter).map((folder) => join(folder, name));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}
