import { setImmediate as nextTurn } from "node:timers/promises";
import type { RunningCommand } from "../../../scripts/support/run-command";
import type { Fault } from "../../../src/emulator/faults";
import type { RequestRecord } from "../../../src/emulator/http/request-log";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { StoredSettings } from "../../../src/engine/engine-state";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import { callService } from "../call-service";
import { isRead } from "../is-read";
import { waitFor } from "../wait-for";
import { HeldRequests, type HoldPoint, tryGetQueue } from "./held-requests";
import { listChildren } from "./list-children";
import { CANARY_TOKEN, HEAD } from "./queue-stage";
import { type Diagnostic, readRun } from "./read-run";
import { type StoredObject, type TerminalOptions, TerraformWorkspace } from "./terraform-workspace";

/** Settings of queues in Terraform's language, by the name that repository and resource share. */
export type Declarations = Readonly<Record<string, string>>;

/** How a run is started. */
export interface StartOptions extends TerminalOptions {
  /** Variables in addition to those of the workspace. */
  readonly env?: { readonly [name: string]: string };
}

/** The result of a run of Terraform. */
export interface RunReport {
  /** Exit status; 128 if a signal ended it. */
  readonly status: number;
  /** Everything that it printed. */
  readonly output: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The state file afterwards: queues by name. */
  readonly state: ReadonlyMap<string, StoredObject>;
  /** The provider's requests meanwhile, by the name of their queue, in the order of arrival. */
  readonly requests: ReadonlyMap<string, readonly RequestRecord[]>;
}

/** A run of Terraform that is held at some requests. */
export interface HeldRun {
  readonly command: RunningCommand;
  readonly held: HeldRequests;
  /** Processes that Terraform has started and that run. */
  readonly providers: readonly number[];
  /** Waits for its end. */
  report(): Promise<RunReport>;
}

/**
 * How Terraform calls the death of a provider: the second where it has noticed the end of the process before
 * the end of the call.
 */
export const PROVIDER_DIED = /^(?:Plugin did not respond|Request cancelled)$/;

/** The beginning of a resource's address, followed by the name. */
const ADDRESS_PREFIX = "mergequeue_queue.";

/** Arguments of an apply that reports in JSON and says the same on every machine. */
const APPLY = ["apply", "-auto-approve", "-json", "-parallelism=30"] as const;

/** Many queues in one configuration, so that one run of Terraform can be brought to many points at once. */
export class CrashStage {
  readonly emulator: OpenEmulator;
  readonly workspace: TerraformWorkspace;

  private constructor(emulator: OpenEmulator, workspace: TerraformWorkspace) {
    this.emulator = emulator;
    this.workspace = workspace;
  }

  /**
   * Starts the service and writes the configuration. End it with {@link close}.
   * @param given - a running service. Default: a new one
   */
  static async create(queues: Declarations, given?: OpenEmulator): Promise<CrashStage> {
    // In text, so that deletes are read back: one more point at which a run can break off.
    const options = { acknowledgements: "text" } as const;
    const emulator = given ?? (await startOpenEmulator({ token: CANARY_TOKEN, options }));
    const workspace = await TerraformWorkspace.create({
      files: { "main.tf": declareQueues(queues) },
      env: {
        MERGEQUEUE_BASE_URL: emulator.url,
        MERGEQUEUE_TOKEN: emulator.token,
        // A busy machine may take long to bring every queue to its point.
        MERGEQUEUE_REQUEST_TIMEOUT_SECONDS: "240",
      },
    });
    return new CrashStage(emulator, workspace);
  }

  /** Replaces the configuration. */
  async declare(queues: Declarations, more = ""): Promise<void> {
    await this.workspace.write({ "main.tf": declareQueues(queues) + more });
  }

  /** Returns the service's settings of a queue; undefined: the queue does not exist. */
  tryFindSettings(name: string): StoredSettings | undefined {
    return this.emulator.engine.tryFindQueue(toIdentity(name))?.settings;
  }

  /** Makes a request outside Terraform, which must succeed. */
  async call(name: string, operation: string, body: object = {}): Promise<void> {
    await callService(this.emulator, operation, { ...toIdentity(name), ...body });
  }

  /** Applies to the end, without faults. */
  async apply(options?: StartOptions): Promise<RunReport> {
    const run = await this.start([], [], options);
    return run.report();
  }

  /**
   * Starts an apply and waits until every point is reached.
   * @param faults - what goes wrong beside
   * @throws Error with what Terraform printed if it ends before
   */
  async start(
    points: readonly HoldPoint[],
    faults: readonly Fault[] = [],
    { env = {}, ...terminal }: StartOptions = {},
  ): Promise<HeldRun> {
    const held = new HeldRequests(points);
    this.emulator.setFaults(held.fault, ...faults);
    const before = this.emulator.requests.length;
    const command = this.workspace.start(APPLY, env, terminal);
    let hasEnded = false;
    void command.finished.finally(() => {
      hasEnded = true;
    });
    await waitFor(
      () => held.missing.length === 0 || hasEnded,
      () => `the requests of ${held.missing.join(", ")}:\n${command.output()}`,
      120_000,
    );
    if (held.missing.length > 0) {
      throw new Error(`ended before the requests of ${held.missing.join(", ")}:\n${command.output()}`);
    }
    const providers = points.length === 0 ? [] : listChildren(command.child.pid ?? 0);
    return { command, held, providers, report: () => this.#report(command, before) };
  }

  /** Kills the provider when every point is reached, and lets Terraform come to its end. */
  async crash(
    points: readonly HoldPoint[],
    faults: readonly Fault[] = [],
    options?: StartOptions,
  ): Promise<RunReport> {
    const run = await this.start(points, faults, options);
    // Later responses arrive, but nothing is done with them.
    for (const pid of run.providers) process.kill(pid, "SIGSTOP");
    run.held.answer();
    await nextTurn();
    for (const pid of run.providers) process.kill(pid, "SIGKILL");
    run.held.lose();
    return run.report();
  }

  /** Reads the state file: queues by name. */
  async readState(): Promise<ReadonlyMap<string, StoredObject>> {
    const stored = await this.workspace.readState();
    return new Map([...stored].map(([address, queue]) => [address.slice(ADDRESS_PREFIX.length), queue]));
  }

  /** Ends the service and deletes the configuration. */
  async close(): Promise<void> {
    await this.emulator.close();
    await this.workspace.remove();
  }

  async #report({ finished }: RunningCommand, before: number): Promise<RunReport> {
    const { status, output, diagnostics } = readRun(await finished);
    const requests = new Map<string, RequestRecord[]>();
    for (const request of this.emulator.requests.slice(before)) {
      const queue = tryGetQueue(request.body);
      const isOurs = request.headers["x-source"] === "terraform";
      if (isOurs && queue !== undefined) requests.set(queue, [...(requests.get(queue) ?? []), request]);
    }
    return { status, output, diagnostics, state: await this.readState(), requests };
  }
}

/** Returns the errors of a run about one queue. */
export function listErrors({ diagnostics }: RunReport, queue: string): readonly Diagnostic[] {
  return diagnostics.filter(
    ({ severity, address }) => severity === "error" && address === ADDRESS_PREFIX + queue,
  );
}

/** Returns the calls of a run about one queue, in order. */
export function listCalls({ requests }: RunReport, queue: string): readonly (string | undefined)[] {
  return (requests.get(queue) ?? []).map(({ operation }) => operation);
}

/** Returns which writes about one queue took effect in some runs, in order. */
export function listEffects(reports: readonly RunReport[], queue: string): readonly (string | undefined)[] {
  return reports
    .flatMap(({ requests }) => requests.get(queue) ?? [])
    .filter(({ operation, isCommitted }) => isCommitted && !isRead(operation))
    .map(({ operation }) => operation);
}

/** Returns the id of a queue of the stage. */
export function toId(name: string): string {
  return `github.com/acme/${name}/main`;
}

/** Returns the identity of a queue of the stage. */
export function toIdentity(name: string): QueueIdentity {
  return { repo: { host: "github.com", owner: "acme", name }, targetBranch: "main" };
}

function declareQueues(queues: Declarations): string {
  const blocks = Object.entries(queues).map(
    ([name, settings]) => `
resource "mergequeue_queue" "${name}" {
  repo          = { host = "github.com", owner = "acme", name = "${name}" }
  target_branch = "main"
${settings}
}
`,
  );
  return `${HEAD}${blocks.join("")}`;
}
