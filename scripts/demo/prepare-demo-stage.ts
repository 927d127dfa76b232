import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tryFindTerraform } from "../support/find-terraform";
import { createDemoCommand } from "./demo-command";
import type { Print } from "./demo-log";
import { DemoShell } from "./demo-shell";
import { createDemoTerraform } from "./demo-terraform";
import type { DemoTool } from "./demo-tool";

/** What plans and applies in the demo, and what runs everything else. */
export interface DemoStage {
  readonly shell: DemoShell;
  readonly tool: DemoTool;
}

/**
 * Prepares the demo: with Terraform or OpenTofu if there is one, else with the command `mergequeue`.
 * @param folder - directory of the demo's own
 * @param service - variables that say where the service is
 * @param env - where to look for Terraform
 * @throws Error if TERRAFORM_BINARY_NAME names what is not there
 */
export async function prepareDemoStage(
  folder: string,
  service: { readonly [name: string]: string },
  print: Print,
  env: NodeJS.ProcessEnv = process.env,
): Promise<DemoStage> {
  const cliConfiguration = join(folder, "cli.tfrc");
  // A provider_installation block of the user's own would hide the provider in the stack's directory.
  await writeFile(cliConfiguration, "");
  const shell = new DemoShell(
    { TF_CLI_CONFIG_FILE: cliConfiguration, CHECKPOINT_DISABLE: "1", ...service },
    print,
  );
  const binary = tryFindTerraform(env);
  const tool =
    binary === undefined
      ? createDemoCommand(shell, print, folder)
      : createDemoTerraform(shell, print, binary, folder);
  return { shell, tool };
}
