import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import type { Line, Traffic } from "./measured-service";
import { MeasuredService } from "./measured-service";
import type { Subject } from "./subject";
import type { ProcessUse } from "./watch-providers";
import { watchProviders } from "./watch-providers";

/** Arguments of a plan; it ends with status 0 without changes. */
export const PLAN = ["plan", "-detailed-exitcode"] as const;
/** Exit status of a plan with changes. */
export const HAS_CHANGES = 2;
/** Arguments of an apply. */
export const APPLY = ["apply", "-auto-approve"] as const;

/** One run of Terraform, measured. */
export interface Run extends Traffic {
  /** Milliseconds from its start to its end. */
  readonly durationMs: number;
}

/** One run of Terraform with a look at its providers again and again, which takes time from them. */
export interface WatchedRun extends Run, ProcessUse {}

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
    return this.#run(args, expected);
  }

  /** As {@link measure}, and watches what its providers use. */
  async watch(args: readonly string[], expected = 0): Promise<WatchedRun> {
    let use: ProcessUse | undefined;
    const run = await this.#run(args, expected, (pid) => {
      const stop = watchProviders(pid);
      return () => {
        use = stop();
      };
    });
    if (use === undefined) throw new Error("Nothing was started that could be watched.");
    return { ...run, ...use };
  }

  async #run(args: readonly string[], expected: number, watch?: (pid: number) => () => void): Promise<Run> {
    const { result: durationMs, traffic } = await this.#service.record(async () => {
      const startedAt = performance.now();
      const command = this.#workspace.start(args);
      const stopWatching = watch?.(command.child.pid ?? 0);
      const { status, output } = await command.finished;
      stopWatching?.();
      if (status !== expected) {
        throw new Error(`terraform ${args.join(" ")} ended with status ${status}:\n${output.slice(-4_000)}`);
      }
      return performance.now() - startedAt;
    });
    return { durationMs, ...traffic };
  }

  /** Ends the service and deletes the configuration. */
  async close(): Promise<void> {
    await this.#service.close();
    await this.#workspace.remove();
    await rm(this.#scratch, { recursive: true, force: true });
  }
}
