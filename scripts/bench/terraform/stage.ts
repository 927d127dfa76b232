import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import type { Line, Traffic } from "./measured-service";
import { MeasuredService } from "./measured-service";
import type { Subject } from "./subject";
import type { ProcessUse } from "./watch-providers";
import { watchProviders } from "./watch-providers";

/** One run of Terraform, measured. */
export interface Run extends ProcessUse, Traffic {
  /** Milliseconds from its start to its end. */
  readonly durationMs: number;
}

/** A service, a configuration of many queues, and Terraform with one provider to bring them together. */
export class Stage {
  readonly #service: MeasuredService;
  readonly #workspace: TerraformWorkspace;
  readonly #scratch: string;

  private constructor(service: MeasuredService, workspace: TerraformWorkspace, scratch: string) {
    this.#service = service;
    this.#workspace = workspace;
    this.#scratch = scratch;
  }

  /** Starts the service and writes the configuration. End it with {@link close}. */
  static async create(subject: Subject, count: number, line: Line): Promise<Stage> {
    const service = await MeasuredService.start(line);
    const scratch = await mkdtemp(join(tmpdir(), "bench-stage-"));
    const caFile = join(scratch, "ca.pem");
    await writeFile(caFile, service.ca ?? "");
    const workspace = await TerraformWorkspace.create({
      files: { "main.tf.json": JSON.stringify(subject.declare(count)) },
      env: { ...subject.connect(service, caFile), TMPDIR: scratch },
      cliConfiguration: subject.cliConfiguration,
    });
    return new Stage(service, workspace, scratch);
  }

  /**
   * Runs a command.
   * @param expected - its exit status. Default: 0
   * @throws Error with all that it printed if it ends with another
   */
  async measure(args: readonly string[], expected = 0): Promise<Run> {
    const { result, traffic } = await this.#service.record(async () => {
      const startedAt = performance.now();
      const command = this.#workspace.start(args);
      const stopWatching = watchProviders(command.child.pid ?? 0);
      const { status, output } = await command.finished;
      const durationMs = performance.now() - startedAt;
      const use = stopWatching();
      if (status !== expected) {
        throw new Error(`terraform ${args.join(" ")} ended with status ${status}:\n${output.slice(-4_000)}`);
      }
      return { durationMs, ...use };
    });
    return { ...result, ...traffic };
  }

  /** Ends the service and deletes the configuration. */
  async close(): Promise<void> {
    await this.#service.close();
    await this.#workspace.remove();
    await rm(this.#scratch, { recursive: true, force: true });
  }
}
