import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import { type Line, type Run, startMeasuredService } from "../measured-service";
import { declareQueues, type Provider } from "./providers";

/** Arguments of a plan; with them it ends with status 2 if there are changes. */
export const PLAN = ["plan", "-detailed-exitcode"] as const;
export const APPLY = ["apply", "-auto-approve"] as const;

/** A service, a stack of queues, and Terraform with one provider. */
export interface Stage {
  readonly name: string;
  /** Runs a command. @throws Error with its output if it fails */
  readonly measure: (args: readonly string[]) => Promise<Run>;
  readonly close: () => Promise<void>;
}

/** Starts the service, writes the stack and installs the provider from its mirror. */
export async function createStage(provider: Provider, queues: number, line: Line): Promise<Stage> {
  const { name, mirror, connect } = provider;
  const service = await startMeasuredService(line);
  const scratch = await mkdtemp(join(tmpdir(), "bench-stage-"));
  const caFile = join(scratch, "ca.pem");
  await writeFile(caFile, service.ca);
  const workspace = await TerraformWorkspace.create({
    files: { "main.tf.json": declareQueues(provider, queues) },
    env: { ...connect(service, caFile), TMPDIR: scratch },
    // All providers come from the mirror. Terraform checks their packages at every command.
    cliConfiguration: `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  });
  await workspace.run(["init"]);
  return {
    name,
    async measure(args) {
      return (await service.record(() => workspace.run(args))).run;
    },
    async close() {
      await service.close();
      await workspace.remove();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
