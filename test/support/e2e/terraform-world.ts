import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandResult } from "../../../scripts/support/run-command";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import { formatQueueId } from "../../../src/queue/queue-identity";
import { ADDRESSES, type Address, type ApplyCommand, type Command, type Stack } from "../../model/command";
import { ADDITIONAL_SETTINGS, ServiceSide } from "../../model/service-side";
import type { Observation, ObservedQueue, PlannedAction, World } from "../../model/world";
import { waitFor } from "../wait-for";
import { isRunning, listChildren } from "./list-children";
import { CANARY_TOKEN } from "./queue-stage";
import { type Run, readRun } from "./read-run";
import { flatten, TerraformWorkspace } from "./terraform-workspace";

const QUEUE_TYPE = "mergequeue_queue";

/** Path of the saved plan, next to the configuration. */
const PLAN_FILE = "saved.tfplan";

/** What core says of a provider that breaks its contract (rules C-10 to C-60). */
const BROKEN_CONTRACT = /Provider (produced|returned) (invalid|inconsistent|unexpected)|panic: |unsupported/i;

/** What came of the Terraform commands that carry out one command. */
type Outcome = Pick<Observation, "plan" | "errors" | "between">;

/** A world of the model in which the real Terraform runs the built provider. */
export class TerraformWorld implements World {
  readonly #emulator: OpenEmulator;
  readonly #service: ServiceSide;
  readonly #workspace: TerraformWorkspace;
  readonly #temporary: string;
  /** Process id of the Terraform that runs; 0: none. */
  #terraformPid = 0;

  private constructor(emulator: OpenEmulator, workspace: TerraformWorkspace, temporary: string) {
    this.#emulator = emulator;
    this.#service = new ServiceSide(emulator);
    this.#workspace = workspace;
    this.#temporary = temporary;
  }

  /**
   * Starts a service without queues. End it with {@link close}.
   * @param inheritedStatuses - the service's option of this name
   */
  static async create(inheritedStatuses: readonly string[]): Promise<TerraformWorld> {
    const emulator = await startOpenEmulator({
      token: CANARY_TOKEN,
      options: { inheritedStatuses, additionalSettings: ADDITIONAL_SETTINGS },
    });
    // A killed provider leaves its socket (rule G-13).
    const temporary = await mkdtemp(join(tmpdir(), "mq-"));
    const workspace = await TerraformWorkspace.create({
      files: {},
      env: { MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: emulator.token, TMPDIR: temporary },
    });
    return new TerraformWorld(emulator, workspace, temporary);
  }

  async run(command: Command): Promise<Observation> {
    this.#service.begin(command.kind === "apply" ? command.trouble : undefined, () => this.#killProviders());
    const outcome = await this.#carryOut(command);
    // Requests of a killed provider can take effect as long as its connections are open.
    await waitFor(() => this.#emulator.connections.open === 0, "the providers' connections to end");
    const calls = this.#service.end();
    const broken = outcome.errors.find((error) => BROKEN_CONTRACT.test(error));
    if (broken !== undefined) throw new Error(`Core refuses the provider's response: ${broken}`);
    return {
      ...outcome,
      calls,
      resources: await this.#readState(),
      queues: this.#service.listQueues(),
    };
  }

  async close(): Promise<void> {
    await this.#emulator.close();
    await this.#workspace.remove();
    await rm(this.#temporary, { recursive: true, force: true });
  }

  async #carryOut(command: Command): Promise<Outcome> {
    const nothing: Outcome = { plan: undefined, errors: [], between: undefined };
    switch (command.kind) {
      case "apply":
        return this.#apply(command);
      case "outside":
        this.#service.act(command.action);
        return nothing;
      case "refresh": {
        await this.#declare({});
        const refreshed = await this.#terraform(["apply", "-refresh-only", "-auto-approve", "-json"]);
        return { ...nothing, errors: listErrors(readRun(refreshed)) };
      }
      case "import": {
        const { address, identity } = command;
        await this.#declare({ [address]: { repo: identity.repo, target_branch: identity.targetBranch } });
        const imported = await this.#terraform(["import", toPath(address), formatQueueId(identity)]);
        return { ...nothing, errors: listPrintedErrors(imported) };
      }
      case "taint":
      case "untaint":
      case "forget": {
        const words = command.kind === "forget" ? ["state", "rm"] : [command.kind];
        await this.#workspace.run([...words, toPath(command.address)]);
        return nothing;
      }
    }
  }

  /** Plans, lets happen what happens meanwhile, and applies the plan. */
  async #apply({ stack, replace, meanwhile }: ApplyCommand): Promise<Outcome> {
    await this.#declare(stack);
    const declared = ADDRESSES.filter((address) => stack[address] !== undefined);
    const mode = declared.length === 0 ? ["-destroy"] : replace.map((name) => `-replace=${toPath(name)}`);
    const planned = readRun(await this.#terraform(["plan", "-json", `-out=${PLAN_FILE}`, ...mode]));
    if (planned.status !== 0) return { plan: undefined, errors: requireErrors(planned), between: undefined };
    for (const action of meanwhile) this.#service.act(action);
    const between: readonly ObservedQueue[] = this.#service.listQueues();
    const plan = toPlan(declared, planned);
    // An empty plan is not applied, because each command takes time.
    const isEmpty = meanwhile.length === 0 && [...plan.values()].every((action) => action === "no-op");
    if (isEmpty) return { plan, errors: [], between };
    const applied = readRun(await this.#terraform(["apply", "-json", PLAN_FILE]));
    const errors = applied.status === 0 ? [] : requireErrors(applied);
    return { plan, errors, between };
  }

  async #terraform(args: readonly string[]): Promise<CommandResult> {
    const command = this.#workspace.start(args);
    this.#terraformPid = command.child.pid ?? 0;
    try {
      return await command.finished;
    } finally {
      this.#terraformPid = 0;
    }
  }

  async #killProviders(): Promise<void> {
    const providers = listChildren(this.#terraformPid);
    for (const pid of providers) process.kill(pid, "SIGKILL");
    await waitFor(() => !providers.some(isRunning), "the killed providers to be gone");
  }

  async #declare(stack: Stack): Promise<void> {
    const document = {
      terraform: { required_providers: { mergequeue: { source: "mergequeue/mergequeue" } } },
      provider: { mergequeue: {} },
      ...(Object.keys(stack).length === 0 ? {} : { resource: { [QUEUE_TYPE]: stack } }),
    };
    await this.#workspace.write({ "main.tf.json": JSON.stringify(document) });
  }

  async #readState(): Promise<Observation["resources"]> {
    const stored = await this.#workspace.readState();
    return new Map([...stored].map(([path, resource]) => [toAddress(path), resource]));
  }
}

function toPath(address: Address): string {
  return `${QUEUE_TYPE}.${address}`;
}

function toAddress(path: string): Address {
  return path.slice(QUEUE_TYPE.length + 1) as Address;
}

function toPlan(declared: readonly Address[], { planned }: Run): ReadonlyMap<Address, PlannedAction> {
  const plan = new Map<Address, PlannedAction>(declared.map((address) => [address, "no-op"]));
  for (const [path, action] of planned) plan.set(toAddress(path), action as PlannedAction);
  return plan;
}

function listErrors({ diagnostics }: Run): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ summary, detail }) => `${summary}: ${detail}`);
}

/** @throws Error if a command failed without saying why */
function requireErrors(run: Run): readonly string[] {
  const errors = listErrors(run);
  if (errors.length === 0) throw new Error(`Terraform failed without an error:\n${run.output}`);
  return errors;
}

/** Reads the errors of a command that knows no `-json`. */
function listPrintedErrors({ status, output }: CommandResult): readonly string[] {
  if (status === 0) return [];
  const [, ...errors] = output.split(/^Error: /m);
  if (errors.length === 0) throw new Error(`Terraform failed without an error:\n${output}`);
  return errors.map((text) => flatten(text.replace("\n", ":")).trim());
}
