import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BUNDLE_NAME } from "../../../../src/distribution/layout";
import { quoteForShell } from "../../../../src/text/quote-for-shell";
import { layOutProvider } from "../../../../test/support/e2e/provider-source";
import type { Line } from "../measured-service";
import { APPLY, HAS_CHANGES, PLAN, Stage } from "../stage";
import type { QueueProvider } from "../subject";
import { toSubject } from "../subject";

/** Nothing of the line is in what is recorded. */
const LINE: Line = { scheme: "http", latencyMs: 0 };

/**
 * Records what Terraform asks the provider on Node.js, and what it is answered, in a plan of new queues, an apply, and a
 * plan without changes.
 * @param own - the provider
 * @param queues - how many
 * @param directory - an existing directory for the provider and the record
 * @returns the record's absolute path; see recorder.cjs beside this file
 * @throws Error if a command fails
 */
export async function recordAnswers(own: QueueProvider, queues: number, directory: string): Promise<string> {
  const record = join(directory, "record");
  const launcher = await layOutProvider(directory);
  const folder = dirname(launcher);
  // The usual one clears the options of Node.js.
  await writeFile(launcher, formatLauncher(join(folder, BUNDLE_NAME)));
  const connect: QueueProvider["connect"] = (service, caFile) => ({
    ...own.connect(service, caFile),
    REPLAY_RECORD: record,
  });
  const stage = await Stage.create(toSubject({ ...own, connect }, folder), queues, LINE);
  try {
    await stage.measure(PLAN, HAS_CHANGES);
    await stage.measure(APPLY);
    await stage.measure(PLAN);
  } finally {
    await stage.close();
  }
  return record;
}

function formatLauncher(bundle: string): string {
  const words = [process.execPath, "--require", join(__dirname, "recorder.cjs"), bundle];
  return `#!/bin/sh\nexec ${words.map(quoteForShell).join(" ")} "$@"\n`;
}
