import { rm } from "node:fs/promises";
import { bundleEntry } from "./build/bundle-entry";
import { ENTRIES } from "./build/entries";
import { rollUpTypes } from "./build/roll-up-types";
import { findRoot } from "./support/find-root";

/**
 * `npm run build`: everything that is published, into `dist/`. The result depends on the sources and on the
 * lock file only: two builds on two machines are byte-identical. With `--update-api-report` it also writes
 * the report of the public surface anew, which is then reviewed and committed.
 */
async function main(): Promise<void> {
  const root = findRoot();
  const isUpdating = process.argv.includes("--update-api-report");
  await rm(`${root}/dist`, { recursive: true, force: true });
  const results = await Promise.allSettled([
    rollUpTypes(root, {
      outFile: `${root}/dist/index.d.ts`,
      ...(isUpdating ? { report: "update" } : {}),
    }),
    ...ENTRIES.map((entry) => bundleEntry(root, entry)),
  ]);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    console.error(result.reason instanceof Error ? result.reason.message : String(result.reason));
    process.exitCode = 1;
  }
}

void main();
