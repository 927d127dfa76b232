import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import type { Line, MeasuredService, Traffic } from "../measured-service";
import { startMeasuredService } from "../measured-service";
import type { Provider } from "./providers";
import { declareQueues } from "./providers";

/** Arguments of a plan; with them it ends with status 2 if there are changes. */
export const PLAN = ["plan", "-detailed-exitcode"] as const;
export const APPLY = ["apply", "-auto-approve"] as const;

/** One run of Terraform. */
export interface Run extends Traffic {
  readonly durationMs: number;
}

/** A service, a stack of queues, and Terraform with one provider. */
export class Stage {
  readonly name: string;
  readonly #service: MeasuredService;
  readonly #workspace: TerraformWorkspace;
  readonly #scratch: string;

  private constructor(
    name: string,
    service: MeasuredService,
    workspace: TerraformWorkspace,
    scratch: string,
  ) {
    this.name = name;
    this.#service = service;
    this.#workspace = workspace;
    this.#scratch = scratch;
  }

  /** Starts the service and writes the stack. End it with {@link close}. */
  static async create(provider: Provider, queues: number, line: Line): Promise<Stage> {
    const service = await startMeasuredService(line);
    const scratch = await mkdtemp(join(tmpdir(), "bench-stage-"));
    const caFile = join(scratch, "ca.pem");
    await writeFile(caFile, service.ca);
    const { name, source, folder, connect } = provider;
    const workspace = await TerraformWorkspace.create({
      files: { "main.tf.json": declareQueues(provider, queues) },
      env: { ...connect(service, caFile), TMPDIR: scratch },
      cliConfiguration: `provider_installation {
  dev_overrides {
    ${JSON.stringify(source)} = ${JSON.stringify(folder)}
  }
  direct {}
}
`,
    });
    return new Stage(name, service, workspace, scratch);
  }

  /** Runs a command. @throws Error with its output if it fails */
  async measure(args: readonly string[]): Promise<Run> {
    const { result, traffic } = await this.#service.record(async () => {
      const startedAt = performance.now();
      await this.#workspace.run(args);
      return performance.now() - startedAt;
    });
    return { durationMs: result, ...traffic };
  }

  async close(): Promise<void> {
    await this.#service.close();
    await this.#workspace.remove();
    await rm(this.#scratch, { recursive: true, force: true });
  }
}
