import { isObjectValue, isWhollyKnown, type ObjectValue } from "../../../src/plugin/values/value";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import { assertApplyConsistent, assertPlanRepeated } from "../../plugin/support/assert-apply-consistent";
import { assertPlanValid } from "../../plugin/support/assert-plan-valid";
import { conformsTo } from "../../plugin/support/conforms-to";
import {
  listErrors,
  type PlanResponse,
  type StateResponse,
  type TerraformSide,
} from "../../plugin/support/terraform-side";
import { toPlainObject } from "../../provider/support/queue-values";
import type { RandomCall } from "./arbitrary-call";
import { maskConfig } from "./arbitrary-queue-config";
import type { MemoryService } from "./memory-service";
import { QUEUE_TYPE } from "./provider-under-test";

type PlanCall = Extract<RandomCall, { readonly kind: "plan" }>;

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Makes calls in any order, even ones that Terraform never uses: with states and private states of other
 * moments. Every response is checked as core checks it, whatever was called before.
 */
export class RandomCaller {
  readonly #side: TerraformSide;
  readonly #service: MemoryService;
  readonly #states: ObjectValue[] = [];
  readonly #privates: Buffer[] = [
    NO_BYTES,
    Buffer.from("{"),
    Buffer.from('{"managesRequiredStatuses":true}'),
  ];
  #isStopped = false;

  constructor(side: TerraformSide, service: MemoryService) {
    this.#side = side;
    this.#service = service;
  }

  /** Whether the provider was stopped: it ends soon after. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Makes a call.
   * @throws Error for a response that core would not accept, and for a missing response (rule C-08)
   */
  async call(call: RandomCall): Promise<void> {
    const side = this.#side;
    switch (call.kind) {
      case "validate": {
        const config = maskConfig(call.config, call.unknown);
        const errors = listErrors(await side.validate(QUEUE_TYPE, Object.fromEntries(config)));
        if (errors.length > 0)
          throw new Error(`C-20: a valid configuration is refused: ${errors.join("; ")}`);
        return;
      }
      case "plan":
        return this.#plan(call);
      case "read": {
        const state = this.#pickState(call.state);
        if (state === undefined) return;
        this.#keep(await side.read(QUEUE_TYPE, state, this.#pickPrivate(call.privates)), "a read");
        return;
      }
      case "upgrade":
        return this.#upgrade(call.stored);
      case "import": {
        const [response] = await side.import(QUEUE_TYPE, call.id);
        if (response === undefined) throw new Error("C-66: the response is empty");
        if ((response.state === null) !== listErrors(response.diagnostics).length > 0) {
          throw new Error("C-66: an import returns neither a state nor an error, or both");
        }
        this.#keep(response, "an import");
        return;
      }
      case "move": {
        const { json, typeName } = call;
        const providerAddress = "registry.terraform.io/trunk-io/trunk";
        const response = await side.move(QUEUE_TYPE, { providerAddress, typeName, json });
        if (response.state === null && listErrors(response.diagnostics).length === 0) {
          throw new Error("C-65: a move returns neither a state nor an error");
        }
        this.#keep(response, "a move");
        return;
      }
      case "data": {
        const { repo = null, target_branch = null } = Object.fromEntries(call.config);
        await side.readData(QUEUE_TYPE, { repo, target_branch });
        return;
      }
      case "function": {
        const response = await side.callFunction("parse_queue_id", [call.text]);
        if ("value" in response && !isWhollyKnown(response.value))
          throw new Error("a function's value is unknown");
        return;
      }
      case "enqueue": {
        const state = this.#pickState(call.state);
        // A stored state may have been without an identity.
        if (!isObjectValue(state?.get("repo") ?? null)) return;
        const event = { type: "submitPullRequest", number: 1 } as const;
        const { repo, target_branch: targetBranch } = toPlainObject(state ?? new Map());
        this.#service.engine.apply({ ...event, identity: { repo, targetBranch } as QueueIdentity });
        return;
      }
      case "configure":
        await side.configure({});
        return;
      case "validateProvider":
        await side.validateProvider({});
        return;
      case "schema":
        side.findSchema(QUEUE_TYPE);
        return;
      case "stop":
        this.#isStopped = true;
        await side.stop();
    }
  }

  async #plan(call: PlanCall): Promise<void> {
    const prior = call.prior === null ? null : (this.#pickState(call.prior) ?? null);
    // Core never destroys a missing resource.
    if (prior === null && call.config === null) return;
    const priorPrivate = prior === null ? NO_BYTES : this.#pickPrivate(call.privates);
    const first = await this.#planOnce(
      prior,
      call.config === null ? null : maskConfig(call.config, call.unknown),
      priorPrivate,
    );
    if (!call.isApplied || first === undefined) return;
    // A replacement creates another queue: the present one is removed, and core plans again without it.
    const isReplaced = prior !== null && first.requiresReplace.length > 0;
    if (isReplaced) {
      await this.#apply(prior, null, null, first.plannedPrivate);
      return;
    }
    const final = await this.#planOnce(prior, call.config, priorPrivate);
    if (final === undefined) return;
    assertPlanRepeated(this.#schema, first.planned, final.planned);
    await this.#apply(prior, final.planned, call.config, final.plannedPrivate);
  }

  async #planOnce(
    prior: ObjectValue | null,
    config: ObjectValue | null,
    priorPrivate: Buffer,
  ): Promise<PlanResponse | undefined> {
    const response = await this.#side.plan(QUEUE_TYPE, { prior, config, priorPrivate });
    if (response.legacyTypeSystem) throw new Error("C-38: a plan claims the legacy type system");
    const errors = listErrors(response.diagnostics);
    // Two of the resources may declare one queue.
    if (
      errors.some((error) =>
        /^Queue (?:declared by more than one resource|would be deleted and kept)/.test(error),
      )
    )
      return undefined;
    if (errors.length > 0) throw new Error(`a plan fails: ${errors.join("; ")}`);
    assertPlanValid(this.#schema, prior, config, response.planned);
    return response;
  }

  async #apply(
    prior: ObjectValue | null,
    planned: ObjectValue | null,
    config: ObjectValue | null,
    plannedPrivate: Buffer,
  ): Promise<void> {
    const response = await this.#side.apply(QUEUE_TYPE, { prior, planned, config, plannedPrivate });
    if (response.legacyTypeSystem) throw new Error("C-38: an apply claims the legacy type system");
    if (listErrors(response.diagnostics).length === 0) {
      assertApplyConsistent(this.#schema, planned, response.state);
    }
    this.#keep(response, "an apply");
  }

  async #upgrade(stored: number | string): Promise<void> {
    const state = typeof stored === "number" ? this.#pickState(stored) : undefined;
    if (typeof stored === "number" && state === undefined) return;
    // Other tests cover dynamic values in stored states.
    const plain = state === undefined ? {} : { ...toPlainObject(state), additional_settings: null };
    const json = typeof stored === "string" ? stored : JSON.stringify(plain);
    const response = await this.#side.upgrade(QUEUE_TYPE, 0, json);
    this.#keep(response, "an upgrade");
    if (state !== undefined && response.state === null) throw new Error("C-62: an upgrade loses a state");
  }

  /** Checks a state as core does (rules C-10, C-51, C-60), and keeps it for later calls. */
  #keep(response: StateResponse, what: string): void {
    const { state } = response;
    const faults = conformsTo(state, this.#schema);
    if (!isWhollyKnown(state)) faults.push("something in it is unknown");
    if (faults.length > 0) throw new Error(`the state after ${what}:\n- ${faults.join("\n- ")}`);
    if (state === null) return;
    this.#states.push(state);
    this.#privates.push(response.private);
  }

  #pickState(index: number): ObjectValue | undefined {
    return this.#states[index % Math.max(1, this.#states.length)];
  }

  #pickPrivate(index: number): Buffer {
    return this.#privates[index % this.#privates.length] ?? NO_BYTES;
  }

  get #schema() {
    return this.#side.findSchema(QUEUE_TYPE);
  }
}
