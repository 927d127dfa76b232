import type { Exchange, HttpRequest } from "../../../src/api/transport/exchange";
import type { ObjectValue } from "../../../src/plugin/values/value";
import { toAttributeName } from "../../../src/queue/attribute-name";
import { formatQueueId, type QueueIdentity } from "../../../src/queue/queue-identity";
import { SETTINGS } from "../../../src/queue/settings";
import type { OutsideAction } from "../../model/command";
import { Ledger, toEntry } from "../../model/ownership/ledger";
import type { Move, Schedule, Step, Trouble, Turn, Values } from "../../model/ownership/schedule";
import { type Told, Witness } from "../../model/ownership/witness";
import { ServiceSide } from "../../model/service-side";
import { additional, config, type Plain, toPlainObject } from "../../provider/support/queue-values";
import { VirtualClock } from "../../support/virtual-clock";
import { CoreResource } from "./core-resource";
import { createLoss, MemoryService } from "./memory-service";
import { QUEUE_TYPE } from "./provider-under-test";
import { SessionProvider } from "./session-provider";

export const TRACE: string[] = [];
const REPO = { host: "github.com", owner: "acme", name: "web" } as const;
const QUEUES: readonly QueueIdentity[] = ["main", "next"].map((targetBranch) => ({ repo: REPO, targetBranch }));

/** Pull requests from this number on are not ready. */
const NOT_READY = 100;

/** How long what is slow takes, in milliseconds. */
const SLOW_MS = 2_500;

/** Pipelines, each with a provider of its own, and other hands, on one service in virtual time. */
export class OwnershipWorld {
  readonly clock = new VirtualClock();
  readonly service: MemoryService;
  readonly ledger: Ledger;
  /** What was deleted or overwritten against the rule. */
  readonly violations: string[] = [];
  readonly #hands: ServiceSide;
  readonly #schedule: Schedule;
  #submitted = 0;

  private constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.service = new MemoryService(
      {
        answers: schedule.isLive ? "live" : "interface",
        additionalSettings: { shiny: 1 },
        describePullRequest: (_queue, number) => (number > NOT_READY ? { mergeability: "not_mergeable" } : {}),
      },
      { now: () => this.clock.now() },
    );
    this.#hands = new ServiceSide(this.service);
    this.ledger = new Ledger(this.#hands);
  }

  /** Runs a schedule to its end. @returns its violations. @throws Error for what Terraform would call a bug */
  static async run(schedule: Schedule): Promise<readonly string[]> {
    const world = new OwnershipWorld(schedule);
    for (const { queue, ...move } of schedule.moves) world.plan(move, QUEUES[queue]);
    const pipelines = schedule.pipelines.map((_, index) => new Pipeline(world, schedule, index));
    await Promise.all(pipelines.map((pipeline) => pipeline.run()));
    return world.violations;
  }

  /** Lets another hand do something, at once or later. */
  plan(move: Move, queue: QueueIdentity | undefined): void {
    if (queue === undefined) return;
    if (move.afterMs === 0) this.#move(move, queue);
    else this.clock.after(move.afterMs, () => this.#move(move, queue));
  }

  #move({ does, values }: Move, identity: QueueIdentity): void {
    const { shiny, ...settings } = values;
    const change = (given: object): OutsideAction => {
      const fields = { additional: shiny === undefined ? {} : { shiny }, deletesRequiredStatuses: false };
      return { kind: "change", identity, settings: given, ...fields };
    };
    const enqueued = this.#hands.listQueues().find((queue) => isSame(queue.identity, identity))?.enqueued ?? [];
    const cancel = enqueued.map((number): OutsideAction => ({ kind: "dequeue", identity, number }));
    const submit = (from: number): OutsideAction => {
      this.#submitted += 1;
      return { kind: "enqueue", identity, number: from + this.#submitted };
    };
    const actions: { readonly [Does in Move["does"]]: () => readonly OutsideAction[] } = {
      change: () => [change(settings)],
      pause: () => [{ ...change({ state: "paused" }) }],
      resume: () => [change({ state: "running" })],
      delete: () => [...cancel, { kind: "delete", identity }],
      "create anew": () => [
        ...cancel,
        { kind: "delete", identity },
        { kind: "create", identity },
        change(settings),
      ],
      submit: () => [submit(0)],
      "submit not ready": () => [submit(NOT_READY)],
      "cancel all": () => cancel,
    };
    for (const action of actions[does]()) {
      TRACE.push(`${this.clock.now()} hand ${JSON.stringify(action)}`);
      this.#hands.act(action);
      this.ledger.record("another hand");
    }
  }

  /** Returns how long the next request or response takes. */
  get nextLatencyMs(): number {
    const { latenciesMs } = this.#schedule;
    this.#sent += 1;
    return latenciesMs[this.#sent % latenciesMs.length] ?? 0;
  }

  #sent = 0;
}

/** One pipeline: its provider, its state, and what it may know. */
class Pipeline {
  readonly #world: OwnershipWorld;
  readonly #name: string;
  readonly #steps: readonly Step[];
  readonly #turns: readonly Turn[];
  readonly #counts = new Map<string, number>();
  readonly #witnesses: readonly Witness[];

  constructor(world: OwnershipWorld, { pipelines, turns }: Schedule, index: number) {
    this.#world = world;
    this.#name = `pipeline ${index}`;
    this.#steps = pipelines[index] ?? [];
    this.#turns = turns.filter(({ pipeline }) => pipeline === index);
    this.#witnesses = QUEUES.map(() => new Witness(this.#name, () => world.clock.now()));
  }

  async run(): Promise<void> {
    const { clock, service } = this.#world;
    const { side } = await SessionProvider.start(service, undefined, clock, (request) => this.#send(request));
    const resources = QUEUES.map(() => new CoreResource(side, QUEUE_TYPE));
    for (const step of this.#steps) {
      const resource = resources[step.queue];
      if (resource === undefined) continue;
      await clock.sleep(step.afterMs);
      // Terraform starts a process for every plan and every apply.
      const configure = async (): Promise<void> => void (await side.configure({}));
      await configure();
      await this.#carryOut(step, resource, configure).catch((error: unknown) => {
        // Any other error is one of Terraform itself.
        if (!(error instanceof Error) || !/^The (?:read|plan|destroy plan) failed:/.test(error.message)) throw error;
      });
    }
  }

  async #carryOut(step: Step, resource: CoreResource, configure: () => Promise<void>): Promise<void> {
    const { does, queue, pauseMs, adopts } = step;
    if (does === "forget") resource.restore({ state: null, private: Buffer.alloc(0), isTainted: false });
    if (does === "import" && !resource.exists) await resource.import(formatQueueId(getQueue(queue)));
    if (does === "forget" || does === "import") return;
    await resource.refresh();
    const wanted = does === "destroy" ? null : toConfig(step);
    if (wanted === null && !resource.exists) return;
    const change = await resource.plan(wanted, { isReplaced: does === "replace" });
    await this.#world.clock.sleep(pauseMs);
    await configure();
    if (change.action === "no-op") return;
    this.#witnesses[queue]?.begin(change.action, toKnown(resource.state), adopts, [...toKnown(resource.state).keys(), ...Object.keys(step.values)]);
    TRACE.push(`${this.#world.clock.now()} ${this.#name} APPLY ${change.action} ${JSON.stringify(step)}`);
    const errors = await resource.apply(change, wanted);
    TRACE.push(`${this.#world.clock.now()} ${this.#name} APPLIED ${errors.join()}`);
  }

  /** Sends a request through the network of the schedule, and lets the witness judge it. */
  async #send(request: HttpRequest): Promise<Exchange> {
    const { clock, ledger, service, violations } = this.#world;
    const operation = request.path.split("/").at(-1) ?? "";
    const { repo, targetBranch, additionalSettings, ...body } = JSON.parse(request.body ?? "{}") as {
      readonly [name: string]: unknown;
    };
    const write = { operation, body: { ...body, ...(additionalSettings as object | undefined) } };
    const queue = QUEUES.findIndex((one) => one.targetBranch === targetBranch);
    const witness = this.#witnesses[queue];
    const { trouble, moves } = this.#takeTurn(operation);
    const isWrite = operation !== "getQueue" && operation !== "listPullRequests";
    const wrong = isWrite ? witness?.judge(write, ledger.find(getQueue(queue))) : undefined;
    const slowMs = trouble === "slow" ? SLOW_MS : 0;
    try {
      await clock.sleep(this.#world.nextLatencyMs + slowMs, request.signal);
      const answer = REFUSALS.has(trouble) ? undefined : await clock.work(() => service.send(request));
      ledger.record(this.#name);
      if (wrong !== undefined && service.requests.at(-1)?.isCommitted === true && answer !== undefined)
        violations.push(`${wrong} [${clock.now()} ms]`);
      const view = queue < 0 ? undefined : ledger.find(getQueue(queue));
      for (const move of moves) this.#world.plan(move, QUEUES[queue]);
      await clock.sleep(this.#world.nextLatencyMs + slowMs + (trouble === "late 400" ? SLOW_MS : 0), request.signal);
      const response = HIDDEN[trouble] ?? answer ?? createLoss("the connection was reset (ECONNRESET)");
      const told = toTold(response);
      TRACE.push(`${clock.now()} ${this.#name} ${operation} ${JSON.stringify(write.body)} ${trouble} -> ${JSON.stringify(response).slice(0, 700)}${wrong === undefined ? "" : ` WRONG ${wrong}`}`);
      if (isWrite) witness?.conclude(write, told, view);
      else if (operation === "getQueue" && queue >= 0 && told !== "lost" && response === answer) witness?.see(view);
      return response;
    } catch {
      if (isWrite) witness?.conclude(write, "lost", undefined);
      return { ...createLoss("the request was cancelled"), reason: "cancelled" } as Exchange;
    }
  }

  #takeTurn(operation: string): Pick<Turn, "trouble" | "moves"> {
    const count = this.#counts.get(operation) ?? 0;
    this.#counts.set(operation, count + 1);
    const turn = this.#turns.find((one) => one.operation === operation && one.time === count);
    return turn ?? { trouble: "none", moves: [] };
  }
}

const text = (status: number, retryAfter?: string): Exchange => {
  return { kind: "response", status, contentType: "text/plain", retryAfter, text: "This was injected." };
};

/** The responses that take the place of the service's. */
const HIDDEN: { readonly [Kind in Trouble]?: Exchange } = {
  lost: createLoss("the connection was reset (ECONNRESET)"),
  "lost 503": text(503),
  "503": text(503),
  "429": text(429, "3"),
  "late 400": text(400),
  "404": text(404),
};

/** Trouble that keeps a request from the service. */
const REFUSALS: ReadonlySet<Trouble> = new Set(["503", "429", "late 400", "404"]);

function toTold(response: Exchange): Told {
  if (response.kind !== "response" || response.status >= 500) return "lost";
  return response.status === 200 ? "success" : { refused: response.status };
}

function getQueue(index: number): QueueIdentity {
  return QUEUES[index] ?? { repo: REPO, targetBranch: "" };
}

function isSame(a: QueueIdentity, b: QueueIdentity): boolean {
  return a.targetBranch === b.targetBranch;
}

function toConfig({ queue, values, adopts, deletionPolicy }: Step): ObjectValue {
  const { shiny, ...settings } = values;
  const attributes = Object.entries(settings).map(([name, value]) => [
    toAttributeName(name as keyof Omit<Values, "shiny">),
    value as Plain,
  ]);
  const whole = config({
    ...Object.fromEntries(attributes),
    target_branch: getQueue(queue).targetBranch,
    on_existing: adopts ? "adopt" : null,
    deletion_policy: deletionPolicy,
    timeouts: { create: "90s", read: null, update: "90s", delete: "90s" },
  });
  return shiny === undefined ? whole : new Map([...whole, ["additional_settings", additional({ shiny })]]);
}

/** Returns what a state says of a queue but its state, by wire name. */
function toKnown(state: ObjectValue | null): ReadonlyMap<string, string> {
  if (state === null) return new Map();
  const plain = toPlainObject(state);
  const settings = SETTINGS.flatMap(({ name }) => {
    const value = plain[toAttributeName(name)];
    return value === null || value === undefined || name === "state" ? [] : [[name, toEntry(value)] as const];
  });
  const { value: others } = (plain["additional_settings"] ?? {}) as { readonly value?: object };
  return new Map([
    ...settings,
    ...Object.entries(others ?? {}).map(([name, value]) => [name, toEntry(value)] as const),
  ]);
}
