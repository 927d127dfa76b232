import { spawnSync } from "node:child_process";

/** Why tests that need gpg are left out; undefined: they run. Where everything has to be verified (CI=true), they do. */
export function tryGetGpgSkipReason(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const isThere = spawnSync("gpg", ["--version"], { env }).status === 0;
  if (isThere || env["CI"] === "true") return undefined;
  return "gpg was not found, with which the checksums of a release are signed (Debian: apt-get install gnupg).";
}
