import { basename, join } from "node:path";
import type { CommandResult } from "../support/run-command";
import type { Print } from "./demo-log";
import { printCommand, printHeading } from "./demo-log";
import type { DemoShell } from "./demo-shell";
import type { DemoTool } from "./demo-tool";

/** The stack as seen from where it was synthesized. */
const STACK = "cdktf.out/stacks/quickstart";

/**
 * Makes a real Terraform the tool of the demo.
 * @param binary - its executable
 * @param folder - where the stack was synthesized
 */
export function createDemoTerraform(
  shell: DemoShell,
  print: Print,
  binary: string,
  folder: string,
): DemoTool {
  const name = basename(binary);
  const run = async (args: readonly string[], expectedStatus = 0): Promise<CommandResult> =>
    shell.run(binary, args, { cwd: join(folder, STACK), shown: `${name} ${args.join(" ")}`, expectedStatus });
  return {
    name: name === "tofu" ? "OpenTofu" : "Terraform",
    creates: "1 to add",
    prepare: async () => {
      printCommand(print, `cd ${STACK}`);
      printHeading(print, "The provider lies beside the stack, so that init needs no registry");
      await run(["init"]);
    },
    plan: async (expectedStatus) => run(["plan", "-detailed-exitcode"], expectedStatus),
    apply: async () => run(["apply", "-auto-approve"]),
    destroy: async (expectedStatus) => run(["destroy", "-auto-approve"], expectedStatus),
  };
}
