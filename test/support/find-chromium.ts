import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Names under which distributions install it. The first has no windows, and takes a third of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** Where a browser is, or why there is none. */
export type FoundChromium =
  | { readonly path: string; readonly missing?: never }
  | { readonly path?: never; readonly missing: string };

/**
 * Finds the browser of the tests that need one: the one that CHROMIUM_BINARY names, else the first
 * of {@link NAMES} on the PATH.
 * @param env - where to look; PATH and CHROMIUM_BINARY count
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): FoundChromium {
  const chosen = env["CHROMIUM_BINARY"] ?? "";
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates =
    chosen === "" ? NAMES.flatMap((name) => folders.map((folder) => join(folder, name))) : [chosen];
  const path = candidates.find(isExecutable);
  if (path !== undefined) return { path };
  return {
    missing:
      chosen === ""
        ? "No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM_BINARY."
        : `CHROMIUM_BINARY names ${chosen}, which cannot be started.`,
  };
}

/**
 * Whether tests that need a browser are skipped: only if there is none, and never if everything must be
 * verified (CI=true).
 */
export function isChromiumSkipped(found: FoundChromium, env: NodeJS.ProcessEnv = process.env): boolean {
  return found.missing !== undefined && env["CI"] !== "true";
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
