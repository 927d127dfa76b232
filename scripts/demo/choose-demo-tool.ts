import { basename } from "node:path";
import { tryFindTerraform } from "../support/find-terraform";

/** The program that applies the stack of the demo, and its command lines. */
export interface DemoTool {
  /** Its name in headings. */
  readonly name: string;
  /** The executable by the name that the commands use; undefined for the command `mergequeue`. */
  readonly program: { readonly name: string; readonly path: string } | undefined;
  /** Initialises the stack; undefined if that is not needed. */
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
 * @throws Error if TERRAFORM_BINARY_NAME names an executable that does not exist
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
