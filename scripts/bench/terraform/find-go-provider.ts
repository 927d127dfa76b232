import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const MODULE = "github.com/trunk-io/terraform-provider-trunk";
const VERSION = "v1.0.4";

/**
 * Finds the provider in Go for the same interface: the executable that TRUNK_PROVIDER names, else the result of
 * `go install`, with the flags of its releases. It is kept in `.scratch`.
 * @param root - the project's root directory, absolute
 * @returns the executable's path
 * @throws Error if it is missing and cannot be built
 */
export function findGoProvider(root: string): string {
  const given = process.env["TRUNK_PROVIDER"] ?? "";
  const directory = join(root, ".scratch/go-provider", VERSION);
  const path = given === "" ? join(directory, "terraform-provider-trunk") : given;
  if (existsSync(path)) return path;
  if (given !== "") throw new Error(`TRUNK_PROVIDER names ${given}, which does not exist.`);
  const args = ["install", "-trimpath", "-ldflags", "-s -w", `${MODULE}@${VERSION}`];
  const env = { ...process.env, CGO_ENABLED: "0", GOBIN: directory, GOFLAGS: "" };
  const { error, status, stderr } = spawnSync("go", args, { env, encoding: "utf8", timeout: 300_000 });
  if (error !== undefined) throw new Error(`Go was not found (${error.message}).`);
  if (status !== 0) throw new Error(`go install failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  return path;
}
