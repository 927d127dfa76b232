import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the other provider for this interface is, or why it is nowhere. */
export type GoProvider = { readonly path: string; readonly version: string } | { readonly whyNot: string };

const MODULE = "github.com/trunk-io/terraform-provider-trunk";
const VERSION = "v1.0.4";
const BUILD_TIMEOUT_MS = 300_000;

/**
 * Finds the provider that others have written in Go for this interface: the executable that TRUNK_PROVIDER names, else
 * what `go install` makes of its newest version, as its releases are built. It is kept in `.scratch`.
 * @param root - the project's root directory, absolute
 * @throws Error if TRUNK_PROVIDER names nothing
 */
export function findGoProvider(root: string, env: NodeJS.ProcessEnv = process.env): GoProvider {
  const given = env["TRUNK_PROVIDER"] ?? "";
  if (given !== "" && !existsSync(given))
    throw new Error(`TRUNK_PROVIDER names ${given}, which is not there.`);
  const directory = join(root, ".scratch/go-provider", VERSION);
  const path = given === "" ? join(directory, "terraform-provider-trunk") : given;
  if (!existsSync(path)) {
    const args = ["install", "-trimpath", "-ldflags", "-s -w", `${MODULE}@${VERSION}`];
    const { error, status, stderr } = spawnSync("go", args, {
      env: { ...env, CGO_ENABLED: "0", GOBIN: directory, GOFLAGS: "" },
      encoding: "utf8",
      timeout: BUILD_TIMEOUT_MS,
    });
    if (error !== undefined) return { whyNot: `there is no Go (${error.message})` };
    if (status !== 0) return { whyNot: `go install ${MODULE}@${VERSION} failed: ${lastLine(stderr)}` };
  }
  return { path, version: readVersion(path) };
}

/** A build of a working copy does not know its version. */
function readVersion(path: string): string {
  const { error, stdout } = spawnSync("go", ["version", "-m", path], { encoding: "utf8" });
  return (error === undefined ? /^\s*mod\s+\S+\s+(v\d\S*)/m.exec(stdout)?.[1] : undefined) ?? VERSION;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
