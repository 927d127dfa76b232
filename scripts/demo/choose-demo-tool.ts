import { basename } from "node:path";
import { tryFindTerraform } from "../support/find-terraform";

/** What plans and applies the stack in the demo: command lines, and where they are run. */
export interface DemoTool {
  /** How the demo calls it. */
  readonly name: string;
  /** The executable by the name that the commands use; undefined for the command `mergequeue`. */
  readonly program: { readonly name: string; readonly path: string } | undefined;
  /** Makes the stack ready; undefined if nothing has to be done. */
  readonly init: string | undefined;
  /** Applies without asking, and prints the plan. */
  readonly apply: string;
  /** Destroys without asking, and prints errors only. */
  readonly destroy: string;
}

const MERGEQUEUE: DemoTool = {
  name: "mergequeue",
  program: undefined,
  init: undefined,
  apply: "mergequeue apply --auto-approve",
  destroy: "mergequeue destroy --auto-approve > /dev/null",
};

/**
 * Chooses Terraform or OpenTofu if there is one, else the command `mergequeue`.
 * @param env - where to look
 * @throws Error if TERRAFORM_BINARY_NAME names what is not there
 */
export function chooseDemoTool(env: NodeJS.ProcessEnv = process.env): DemoTool {
  const path = tryFindTerraform(env);
  if (path === undefined) return MERGEQUEUE;
  const name = basename(path);
  return {
    name: name === "tofu" ? "OpenTofu" : "Terraform",
    program: { name, path },
    init: `${name} init > /dev/null`,
    apply: `${name} apply -auto-approve`,
    destroy: `${name} destroy -auto-approve > /dev/null`,
  };
}
