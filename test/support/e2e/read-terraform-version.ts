import { execFileSync } from "node:child_process";
import { findTerraform } from "../../../scripts/support/find-terraform";
import { scrubEnvironment } from "./scrub-environment";

/** Which program the end-to-end tests run. */
export interface TerraformVersion {
  readonly product: "Terraform" | "OpenTofu";
  readonly major: number;
  readonly minor: number;
}

/**
 * Asks a program what it is.
 * @param binary - default: the one that the end-to-end tests run
 */
export function readTerraformVersion(binary = findTerraform()): TerraformVersion {
  const env = scrubEnvironment("/nonexistent");
  const text = execFileSync(binary, ["version"], { encoding: "utf8", env });
  const [, product = "", major = "", minor = ""] = /^(Terraform|OpenTofu) v(\d+)\.(\d+)\./.exec(text) ?? [];
  if (product !== "Terraform" && product !== "OpenTofu") throw new Error(`not understood: ${text}`);
  return { product, major: Number(major), minor: Number(minor) };
}
