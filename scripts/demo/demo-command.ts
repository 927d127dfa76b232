import { join } from "node:path";
import { findRoot } from "../support/find-root";
import type { CommandResult } from "../support/run-command";
import type { Print } from "./demo-log";
import { printHeading } from "./demo-log";
import type { DemoShell } from "./demo-shell";
import type { DemoTool } from "./demo-tool";

/**
 * Makes the command `mergequeue` the tool of the demo, for machines without Terraform.
 * @param folder - where the stack was synthesized
 */
export function createDemoCommand(shell: DemoShell, print: Print, folder: string): DemoTool {
  const cli = join(findRoot(), "dist/cli.js");
  const run = async (args: readonly string[], expectedStatus = 0): Promise<CommandResult> =>
    shell.run(process.execPath, [cli, ...args], {
      cwd: folder,
      shown: `mergequeue ${args.join(" ")}`,
      expectedStatus,
    });
  return {
    name: "mergequeue",
    creates: "1 to create",
    prepare: () => {
      printHeading(
        print,
        "There is no Terraform here: mergequeue reads cdktf.out itself, and needs neither provider nor state",
      );
      return Promise.resolve();
    },
    plan: async (expectedStatus) => run(["plan", "--detailed-exitcode"], expectedStatus),
    apply: async () => run(["apply", "--auto-approve"]),
    destroy: async (expectedStatus) => run(["destroy", "--auto-approve"], expectedStatus),
  };
}
