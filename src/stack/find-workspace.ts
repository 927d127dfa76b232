import { resolve } from "node:path";
import { readRegularFile } from "./read-regular-file";
import type { StackInputs } from "./stack-reading";

/**
 * Answers the name of the workspace that Terraform would work in: the one that `TF_WORKSPACE` names, else the one that
 * was selected in the directory, else `default`.
 * @param directory - absolute path
 */
export async function findWorkspace(
  directory: string,
  environment: StackInputs["environment"],
): Promise<string> {
  const given = environment["TF_WORKSPACE"] ?? "";
  if (given !== "") return given;
  const dataDirectory = environment["TF_DATA_DIR"] || ".terraform";
  try {
    const selected = await readRegularFile(resolve(directory, dataDirectory, "environment"));
    return selected.trim() || "default";
  } catch {
    // Nobody has ever selected one.
    return "default";
  }
}
