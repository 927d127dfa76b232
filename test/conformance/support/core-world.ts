import type { ServiceError } from "@grpc/grpc-js";
import type { ObjectValue } from "../../../src/plugin/value";
import { formatQueueId } from "../../../src/queue/queue-identity";
import {
  ADDRESSES,
  type Address,
  type ApplyCommand,
  type Command,
  type QueueConfig,
  type Stack,
} from "../../model/command";
import type { ServiceSide } from "../../model/service-side";
import type { Observation, ObservedQueue, PlannedAction, World } from "../../model/world";
import type { TerraformSide } from "../../plugin/support/terraform-side";
import { additional, config, toPlainObject } from "../../provider/support/queue-values";
import { type Change, CoreResource } from "./core-resource";
import { QUEUE_TYPE } from "./provider-under-test";

/** A provider that can be killed and started again. */
export interface ProviderHost {
  /** Starts a provider that is not configured yet. */
  readonly start: () => Promise<TerraformSide>;
  /** Configures the one that was started last for the service. */
  readonly configure: () => Promise<void>;
  /** Kills the one that was started last. */
  readonly kill: () => Promise<void>;
  /** Resolves when the service has handled every request that a killed provider had sent. */
  readonly settle: () => Promise<void>;
}

/** The result of a command: errors, and the planned changes. */
interface Result {
  readonly errors: readonly string[];
  readonly plan?: ReadonlyMap<Address, PlannedAction>;
  readonly between?: readonly ObservedQueue[];
}

const NO_ERRORS: Result = { errors: [] };

/** Simulates Terraform core with any provider, over the plugin protocol. */
export class CoreWorld implements World {
  readonly #host: ProviderHost;
  readonly #service: ServiceSide;
  #resources: ReadonlyMap<Address, CoreResource>;
  #isDead = false;

  private constructor(host: ProviderHost, service: ServiceSide, side: TerraformSide) {
    this.#host = host;
    this.#service = service;
    this.#resources = new Map(ADDRESSES.map((address) => [address, new CoreResource(side, QUEUE_TYPE)]));
  }

  static async start(host: ProviderHost, service: ServiceSide): Promise<CoreWorld> {
    return new CoreWorld(host, service, await host.start());
  }

  async run(command: Command): Promise<Observation> {
    const trouble = command.kind === "apply" ? command.trouble : undefined;
    this.#service.begin(trouble, async () => {
      this.#isDead = true;
      await this.#host.kill();
    });
    const { errors, plan, between } = await this.#run(command);
    if (this.#isDead) await this.#host.settle();
    const calls = this.#service.end();
    if (this.#isDead) await this.#revive();
    return { errors, plan, between, calls, resources: this.#observe(), queues: this.#service.listQueues() };
  }

  async #run(command: Command): Promise<Result> {
    // Terraform configures a provider for every walk (rule C-72): for a plan, and once more for its apply.
    await this.#host.configure();
    switch (command.kind) {
      case "outside":
        this.#service.act(command.action);
        return NO_ERRORS;
      case "refresh":
        return this.#refresh();
      case "taint":
      case "untaint":
        this.#find(command.address).isTainted = command.kind === "taint";
        return NO_ERRORS;
      case "forget":
        this.#find(command.address).restore({ state: null, private: Buffer.alloc(0), isTainted: false });
        return NO_ERRORS;
      case "import":
        return { errors: await this.#find(command.address).import(formatQueueId(command.identity)) };
      case "apply":
        return this.#apply(command);
    }
  }

  async #refresh(): Promise<Result> {
    const errors = await this.#forAll(async (resource) => {
      await resource.refresh();
    });
    return { errors };
  }

  async #apply({ stack, replace, meanwhile }: ApplyCommand): Promise<Result> {
    const before = new Map([...this.#resources].map(([address, resource]) => [address, resource.save()]));
    const changes = new Map<Address, Change>();
    const errors = await this.#forAll(async (resource, address) => {
      await resource.refresh();
      const wanted = toValue(stack[address]);
      if (wanted === null && !resource.exists) return;
      const isReplaced = replace.includes(address);
      changes.set(address, await resource.plan(wanted, { isReplaced }));
    });
    if (errors.length > 0) {
      // Terraform keeps nothing of a plan that failed.
      for (const [address, saved] of before) this.#find(address).restore(saved);
      return { errors, between: this.#service.listQueues() };
    }
    for (const action of meanwhile) this.#service.act(action);
    const between = this.#service.listQueues();
    const plan = new Map([...changes].map(([address, { action }]) => [address, action]));
    await this.#host.configure();
    return { errors: await this.#carryOut(changes, stack), plan, between };
  }

  async #carryOut(changes: ReadonlyMap<Address, Change>, stack: Stack): Promise<readonly string[]> {
    const errors: string[] = [];
    const failures = await this.#forAll(async (resource, address) => {
      const change = changes.get(address);
      if (change === undefined) return;
      try {
        errors.push(...(await resource.apply(change, toValue(stack[address]))));
      } finally {
        // Private state is lost where the provider dies (rule C-57).
        if (this.#isDead && change.action !== "no-op") resource.private = Buffer.alloc(0);
      }
    });
    return [...errors, ...failures];
  }

  /** Does something with all resources at once, as Terraform does. @returns the errors */
  async #forAll(act: (resource: CoreResource, address: Address) => Promise<void>): Promise<string[]> {
    const errors = await Promise.all(
      [...this.#resources].map(async ([address, resource]) => {
        try {
          await act(resource, address);
          return [];
        } catch (error) {
          return toErrors(error);
        }
      }),
    );
    return errors.flat();
  }

  async #revive(): Promise<void> {
    const side = await this.#host.start();
    this.#isDead = false;
    const revived = [...this.#resources].map(([address, old]) => {
      const resource = new CoreResource(side, QUEUE_TYPE);
      resource.restore(old.save());
      return [address, resource] as const;
    });
    this.#resources = new Map(revived);
  }

  #find(address: Address): CoreResource {
    const resource = this.#resources.get(address);
    if (resource === undefined) throw new Error(`${address} is not a resource`);
    return resource;
  }

  #observe(): Observation["resources"] {
    return new Map(
      [...this.#resources].flatMap(([address, { state, isTainted }]) =>
        state === null ? [] : [[address, { attributes: toPlainObject(state), isTainted }]],
      ),
    );
  }
}

const NO_TIMEOUTS = { create: null, read: null, update: null, delete: null };

/** Returns a configuration as core sends it: whole objects, null where nothing is given. */
function toValue(given: QueueConfig | undefined): ObjectValue | null {
  if (given === undefined) return null;
  const { timeouts, additional_settings: settings, ...attributes } = given;
  const whole = timeouts === undefined ? null : { ...NO_TIMEOUTS, ...(timeouts as object) };
  const unknown = settings === undefined ? null : additional(settings as Parameters<typeof additional>[0]);
  return new Map([...config({ ...attributes, timeouts: whole }), ["additional_settings", unknown]]);
}

/** Returns the errors of a read or plan, and that a provider died; what core would not accept is thrown. */
function toErrors(error: unknown): string[] {
  const { code, message } = error as ServiceError;
  if (typeof code === "number") return [`Plugin did not respond: ${message}`];
  const failed = /^The (?:read|plan|destroy plan) failed:\n- (.*)$/s.exec(message);
  if (failed?.[1] === undefined) throw error;
  return failed[1].split("\n- ");
}
