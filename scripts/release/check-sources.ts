import { runCommand } from "../support/run-command";

/**
 * Makes sure that what is released is what is committed.
 * @throws Error that lists what is not
 */
export async function checkSources(root: string): Promise<void> {
  const { status, output } = await runCommand("git", ["status", "--porcelain"], { cwd: root });
  if (status === 0 && output === "") return;
  const reason =
    status === 0
      ? `These files are not as they are committed:\n${output}Commit them, or set them aside.`
      : `Whether the sources are as they are committed cannot be told: ${output.trim()}`;
  throw new Error(`${reason} To try something out, add --allow-dirty; do not publish what comes of it.`);
}
