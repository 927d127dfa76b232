import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../../scripts/support/find-terraform";
import { scrubEnvironment } from "./scrub-environment";

/** Which program the end-to-end tests run. */
export interface TerraformVersion {
  readonly product: "Terraform" | "OpenTofu";
  readonly major: number;
  readonly minor: number;
}

/** The version if there is no program, so that its tests are skipped. */
const NONE: TerraformVersion = { product: "Terraform", major: 0, minor: 0 };

/**
 * Asks a program what it is.
 * @param binary - default: the one that the end-to-end tests run; where they are skipped, nothing is asked
 */
export function readTerraformVersion(binary?: string): TerraformVersion {
  if (tryGetSkipReason() !== undefined) return NONE;
  const text = readVersionOutput(binary ?? findTerraform());
  const [, product = "", major = "", minor = ""] = /^(Terraform|OpenTofu) v(\d+)\.(\d+)\./.exec(text) ?? [];
  if (product !== "Terraform" && product !== "OpenTofu") throw new Error(`not understood: ${text}`);
  return { product, major: Number(major), minor: Number(minor) };
}

/** Runs `version` of a program once for all test files, which have their temporary directory in common. */
function readVersionOutput(binary: string): string {
  const kept = join(tmpdir(), `${encodeURIComponent(binary)}.version`);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const env = scrubEnvironment("/nonexistent");
  const text = execFileSync(binary, ["version"], { encoding: "utf8", env });
  // Another process may read it at any time, and must never see a part.
  writeFileSync(`${kept}.${process.pid}`, text);
  renameSync(`${kept}.${process.pid}`, kept);
  return text;
}

/**
 * Whether the program that the end-to-end tests run is version 1.x or newer.
 * @param openTofu - default: no version of it is
 */
export function isTerraformSince(terraform: number, openTofu = Infinity): boolean {
  const { product, major, minor } = readTerraformVersion();
  const since = product === "Terraform" ? terraform : openTofu;
  return since !== Infinity && (major > 1 || minor >= since);
}
