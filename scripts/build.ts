import { cp, mkdir, rename, rm } from "node:fs/promises";
import { bundleEntry } from "./build/bundle-entry";
import { ENTRIES } from "./build/entries";
import { rollUpTypes } from "./build/roll-up-types";
import { writeCompletions } from "./command/describe-command";
import { runMain } from "./support/run-main";

/**
 * `npm run build`: builds everything that is published, into `dist/`. The result depends only on the sources
 * and on the lock file: builds on two machines are byte-identical. `--update-api-report` also rewrites the
 * reports of the public API, to be reviewed and committed.
 */
async function main(root: string): Promise<void> {
  const isUpdating = process.argv.includes("--update-api-report");
  // Built in another directory and moved when complete, so that dist/ is never incomplete.
  const staging = `${root}/.scratch/dist-${process.pid}`;
  try {
    await mkdir(staging, { recursive: true });
    const results = await Promise.allSettled([
      rollUpTypes(root, { outDirectory: staging, ...(isUpdating ? { report: "update" } : {}) }),
      ...ENTRIES.map((entry) => bundleEntry(root, entry, staging)),
      writeCompletions(staging),
      // Beside the command, which fills them.
      cp(`${root}/src/cli/init/templates`, `${staging}/init/templates`, { recursive: true }),
    ]);
    const failures = results.filter((result) => result.status === "rejected");
    for (const { reason } of failures) {
      console.error(reason instanceof Error ? reason.message : String(reason));
      process.exitCode = 1;
    }
    if (failures.length > 0) return;
    await rm(`${root}/dist`, { recursive: true, force: true });
    await rename(staging, `${root}/dist`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

runMain(main);
