import { runCommand } from "../support/run-command";

/**
 * Runs a tool of `node_modules/.bin` in the root directory.
 * @returns its output if it failed, else an empty string
 */
export async function runTool(root: string, tool: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const result = await runCommand(`${root}/node_modules/.bin/${tool}`, args, { cwd: root, env });
  if (result.status === 0) return "";
  return result.output.trim() === "" ? `${tool} ended with status ${result.status}.` : result.output;
}
