import { resolveClientConfig } from "../../../src/api/client-config";
import { createApiClient } from "../../../src/api/create-api-client";
import { RequestLimiter } from "../../../src/api/request-limiter";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import type { Fault } from "../../../src/emulator/faults";
import type { RequestRecord } from "../../../src/emulator/http/request-log";
import { applyPlan, type QueueOutcome } from "../../../src/plan/apply-plan";
import { planQueues } from "../../../src/plan/create-plan";
import type { Plan, QueueAtService, ReachableService } from "../../../src/plan/plan";
import type { PlanOptions, PlanProgress } from "../../../src/plan/read-queues";
import type { AdditionalSettings } from "../../../src/queue/additional-settings";
import type { DeclaredQueue } from "../../../src/queue/declared-queue";
import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import type { QueueRecord, QueueSettings } from "../../../src/queue/settings";
import { Reconciler } from "../../../src/reconcile/reconciler";
import { catchRejection } from "../../api/support/catch-rejection";
import { MemoryService } from "../../conformance/support/memory-service";
import { isRead } from "../../support/is-read";
import { VirtualClock } from "../../support/virtual-clock";
import { listIds } from "./queue-ids";

/** Declared values of a queue, besides its id and settings. */
export interface Declaration extends Partial<Omit<DeclaredQueue, "identity" | "wanted" | "sensitive">> {
  readonly additionalSettings?: AdditionalSettings;
  readonly sensitive?: readonly string[];
}

/** Several queues of in-memory services, with a clock that never waits. */
export class PlanStage {
  readonly clock = new VirtualClock();
  readonly stop = new AbortController();
  readonly progress: PlanProgress[] = [];
  readonly service: MemoryService;
  readonly #limiter: RequestLimiter;
  readonly #maxRequestsPerSecond: number | undefined;
  readonly #path: "/v1" | "/v2";
  readonly #members = new Map<MemoryService, ReachableService>();
  #declared = 0;

  constructor(
    options: EmulatorOptionsInput = {},
    limits: {
      readonly maxInFlight?: number;
      readonly maxRequestsPerSecond?: number;
      /** Which interface is spoken. Default: the first. */
      readonly path?: "/v1" | "/v2";
    } = {},
  ) {
    this.#path = limits.path ?? "/v1";
    this.#limiter = new RequestLimiter(this.clock, limits.maxInFlight);
    this.#maxRequestsPerSecond = limits.maxRequestsPerSecond;
    this.service = new MemoryService(options);
  }

  /** How many requests may be on their way is the client's business; here all tests share one service. */
  get options(): PlanOptions {
    return {
      stopSignal: this.stop.signal,
      clock: this.clock,
      onProgress: (progress) => void this.progress.push(progress),
    };
  }

  declare(
    id: string,
    settings: QueueSettings = {},
    more: Declaration = {},
    service: MemoryService = this.service,
  ): QueueAtService {
    this.#declared += 1;
    const { additionalSettings, sensitive = [], ...rest } = more;
    const queue: DeclaredQueue = {
      address: `mergequeue_queue.q${this.#declared}`,
      stack: "queues",
      identity: parseQueueId(id),
      wanted: { settings, ...(additionalSettings === undefined ? {} : { additionalSettings }) },
      sensitive: new Set(sensitive),
      deletionPolicy: "refuse",
      timeoutsMs: {},
      ...rest,
    };
    return { queue, service: this.connect(service) };
  }

  /** Declares the first of the queues of {@link listIds}. */
  declareMany(count: number, settings?: QueueSettings, service?: MemoryService): QueueAtService[] {
    return listIds(count).map((id) => this.declare(id, settings, {}, service));
  }

  /** Makes a queue on the service without a request. */
  make(id: string, settings: QueueSettings = {}, additionalSettings?: AdditionalSettings): void {
    const identity = parseQueueId(id);
    this.#apply({ type: "createQueue", identity, settings: {} });
    this.change(id, settings, additionalSettings);
  }

  change(id: string, settings: QueueSettings, additionalSettings?: AdditionalSettings): void {
    const more = additionalSettings === undefined ? {} : { additionalSettings };
    const identity = parseQueueId(id);
    this.#apply({ type: "updateQueue", identity, settings, deletesRequiredStatuses: false, ...more });
  }

  remove(id: string): void {
    this.#apply({ type: "deleteQueue", identity: parseQueueId(id) });
  }

  submit(id: string, number: number): void {
    const identity = parseQueueId(id);
    this.#apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
  }

  async plan(
    members: readonly QueueAtService[],
    mode: Plan["mode"] = "apply",
  ): ReturnType<typeof planQueues> {
    return planQueues(mode, members, this.options);
  }

  async apply(...parameters: Parameters<PlanStage["plan"]>): Promise<readonly QueueOutcome[]> {
    return applyPlan(await this.plan(...parameters), this.options);
  }

  async failToApply(...parameters: Parameters<PlanStage["plan"]>): Promise<MergeQueueError> {
    return catchRejection(this.apply(...parameters));
  }

  /** Returns a queue's settings as the service stores them; undefined: the queue does not exist. */
  find(id: string): QueueRecord | undefined {
    const queue = this.service.engine.tryFindQueue(parseQueueId(id));
    return queue && { ...queue.settings, requiredStatuses: queue.requiredStatuses ?? [] };
  }

  /** Returns the writes, after the first `from` requests. */
  writes(from = 0): RequestRecord[] {
    return this.service.requests.slice(from).filter(({ operation }) => !isRead(operation));
  }

  /** Returns the operations that were called, after the first `from` requests. */
  operations(from = 0): (string | undefined)[] {
    return this.service.requests.slice(from).map(({ operation }) => operation);
  }

  fault(...faults: readonly Fault[]): void {
    this.service.setFaults(...faults);
  }

  /** Makes what reaches a service; the same for each of its queues. */
  connect(service: MemoryService): ReachableService {
    const known = this.#members.get(service);
    if (known !== undefined) return known;
    const origin = `https://service-${this.#members.size + 1}.invalid`;
    const baseUrl = origin + this.#path;
    const maxRequestsPerSecond = this.#maxRequestsPerSecond;
    const { config } = resolveClientConfig({ baseUrl, token: service.token, maxRequestsPerSecond }, {});
    if (config === undefined) throw new Error("the client's configuration is wrong");
    const api = createApiClient(config, {
      source: "mergequeue",
      clock: this.clock,
      random: () => 0.5,
      limiter: this.#limiter,
      transport: (request) => this.clock.work(() => service.send(request)),
    });
    const connection = new Map([["base_url", baseUrl]]);
    const member = { origin, connection, reconciler: new Reconciler(api, this.clock) };
    this.#members.set(service, member);
    return member;
  }

  #apply(event: Parameters<MemoryService["engine"]["apply"]>[0]): void {
    const outcome = this.service.engine.apply(event);
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  }
}
