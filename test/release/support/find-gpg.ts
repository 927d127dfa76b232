import { spawnSync } from "node:child_process";

/** Why tests that need gpg are left out; undefined: they run, as they must to verify everything (CI=true). */
export function tryGetGpgSkipReason(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const isThere = spawnSync("gpg", ["--version"], { env }).status === 0;
  if (isThere || env["CI"] === "true") return undefined;
  return "gpg was not found, with which the checksums of a release are signed (Debian: apt-get install gnupg).";
}
