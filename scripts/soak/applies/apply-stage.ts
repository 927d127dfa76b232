import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { layOutProvider } from "../../../test/support/e2e/provider-source";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import { waitFor } from "../../../test/support/wait-for";
import type { RunningCommand } from "../../support/run-command";
import { listFiles, listMarkedProcesses } from "./leftovers";
import { MeasuredProcess } from "./measured-process";
import { SoakService } from "./soak-service";

const REATTACH = /TF_REATTACH_PROVIDERS='([^']+)'/;

/** A local service, a long-running provider, and Terraform, each with its own temporary directory. */
export class ApplyStage {
  readonly service: SoakService;
  readonly provider: MeasuredProcess;
  readonly workspace: TerraformWorkspace;
  readonly #base: string;
  /** The value of a variable that Terraform and all its children inherit. */
  readonly #mark: string;

  private constructor(
    base: string,
    mark: string,
    service: SoakService,
    provider: MeasuredProcess,
    workspace: TerraformWorkspace,
  ) {
    this.#base = base;
    this.#mark = mark;
    this.service = service;
    this.provider = provider;
    this.workspace = workspace;
  }

  /** Starts the service and the provider. End them with {@link close}. */
  static async create(root: string): Promise<ApplyStage> {
    // The path is short because the length of socket paths is limited (rule G-12).
    const base = await mkdtemp(join(tmpdir(), "soak-"));
    const service = await SoakService.start(root, join(base, "service"));
    const access = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
    const bundle = join(dirname(await layOutProvider(base)), "provider.cjs");
    const provider = await MeasuredProcess.start({
      args: [bundle, "--debug"],
      env: access,
      folder: join(base, "debug"),
      ready: REATTACH,
    });
    const mark = randomUUID();
    await mkdir(join(base, "tmp"));
    const workspace = await TerraformWorkspace.create({
      files: {},
      env: { ...access, TMPDIR: join(base, "tmp"), MERGEQUEUE_SOAK_MARK: mark },
    });
    return new ApplyStage(base, mark, service, provider, workspace);
  }

  /** Starts Terraform with the long-running provider, or with providers that it starts itself. */
  start(args: readonly string[], isReattached: boolean): RunningCommand {
    const [, reattach = ""] = this.provider.ready;
    return this.workspace.start(args, isReattached ? { TF_REATTACH_PROVIDERS: reattach } : {});
  }

  /** Lists the ids of Terraform's running processes, including its own. */
  listProcesses(): readonly number[] {
    return listMarkedProcesses(`MERGEQUEUE_SOAK_MARK=${this.#mark}`);
  }

  /** Lists the temporary files of Terraform and of the providers that it started. */
  listTemporaryFiles(): readonly string[] {
    return listFiles(join(this.#base, "tmp"));
  }

  /** Lists the files next to the configuration. */
  listWorkFiles(): readonly string[] {
    return listFiles(this.workspace.directory);
  }

  /** Waits until both processes have no more descriptors than before: idle connections close after some seconds. */
  async waitForRest(provider: number, service: number): Promise<void> {
    const isAtRest = (): boolean =>
      this.provider.countDescriptors() <= provider && this.service.process.countDescriptors() <= service;
    await waitFor(isAtRest, "provider and service to have no more open descriptors than before", 20_000);
  }

  /** Ends and deletes everything. @returns the temporary files that the two processes left */
  async close(): Promise<readonly string[]> {
    for (const pid of this.listProcesses()) process.kill(pid, "SIGKILL");
    await this.provider.stop();
    await this.service.process.stop();
    const left = [this.provider, this.service.process].flatMap(({ temporary }) => listFiles(temporary));
    await this.workspace.remove();
    await rm(this.#base, { recursive: true, force: true });
    return left;
  }
}
