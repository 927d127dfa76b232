import { runCommand } from "../support/run-command";

/** Gate: nothing is modified, and nothing is there that is neither committed nor ignored. */
export async function checkCleanTree(root: string): Promise<string> {
  const result = await runCommand("git", ["status", "--porcelain"], { cwd: root });
  if (result.status !== 0) return `git status failed: ${result.output}`;
  return result.output;
}
