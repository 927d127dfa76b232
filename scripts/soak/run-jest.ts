import { join } from "node:path";
import { runCommand } from "../support/run-command";
import type { SoakJob } from "./soak-part";

/** Which tests to run, and how they are told what to do. */
export interface JestRun {
  /** Paths below the root, as jest takes them: what they begin with is enough. */
  readonly tests: readonly string[];
  /** The variable that tells them how many. */
  readonly countVariable: string;
  /** The variable that tells them the seed. */
  readonly seedVariable: string;
}

/**
 * Runs tests with another number and another seed than `npm test`.
 * @returns what jest printed if a test failed; otherwise nothing
 */
export async function runJest(
  { tests, countVariable, seedVariable }: JestRun,
  { root, count, seed, print }: SoakJob,
): Promise<string> {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const { status, output } = await runCommand(
    process.execPath,
    [jest, "--config", ".config/jest.config.cjs", ...tests],
    {
      cwd: root,
      env: { ...process.env, [countVariable]: String(count), [seedVariable]: String(seed) },
    },
  );
  if (status !== 0) return `jest ended with status ${status}.\n${output}`;
  print(/^Tests: .*$/m.exec(output)?.[0] ?? "jest counted no tests");
  return "";
}
