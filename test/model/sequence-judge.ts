import { toIdentityKey } from "../../src/queue/queue-identity";
import { checkBroken, describeEnding, isSameQueueState, isSameResource } from "./check-broken";
import { checkWrites, compareWrites, joinWrites, listForeignCalls, listWrites } from "./check-writes";
import { Closing } from "./closing";
import { ADDRESSES, type Address, type ApplyCommand, type Command, type Stack } from "./command";
import { type Change, expectApply, type Outcome } from "./expect-apply";
import { expectAction, expectImport, expectRead } from "./expect-plan";
import { keyOf, type ModelResource, type Queues, toIdentityAttributes, toQueues } from "./model-values";
import { isStruck, isTransient } from "./trouble";
import type { Judge, Observation } from "./world";

type Resources = ReadonlyMap<Address, ModelResource>;

/** The model: the expected results of every command in Terraform, the provider and the service. */
export class SequenceJudge implements Judge {
  readonly #inherited: readonly string[];
  #resources: Resources = new Map();
  #queues: Queues = new Map();
  #stack: Stack = {};
  readonly #closing = new Closing();

  /** @param inherited - statuses of a queue without its own list */
  constructor(inherited: readonly string[]) {
    this.#inherited = inherited;
  }

  isApplicable(command: Command): boolean {
    if (!("address" in command)) return true;
    const resource = this.#resources.get(command.address);
    switch (command.kind) {
      case "taint":
        return resource?.isTainted === false;
      case "untaint":
        return resource?.isTainted === true;
      case "forget":
        return resource !== undefined;
      case "import":
        return resource === undefined;
    }
  }

  accept(command: Command, observation: Observation): void {
    const faults = [...listForeignCalls(observation.calls), ...this.#judge(command, observation)];
    if (faults.length > 0) throw new Error(faults.map((fault) => `- ${fault}`).join("\n"));
  }

  closing(): Command | undefined {
    return this.#closing.next(this.#stack, this.#queues);
  }

  #judge(command: Command, observation: Observation): string[] {
    const queues = toQueues(observation.queues);
    switch (command.kind) {
      case "outside":
        this.#queues = queues;
        return this.#expect(observation, this.#resources, queues);
      case "refresh":
        return this.#expect(observation, this.#readAll(), this.#queues);
      case "taint":
      case "untaint":
        return this.#expect(
          observation,
          this.#with(command.address, (it) => ({ ...it, isTainted: command.kind === "taint" })),
          this.#queues,
        );
      case "forget":
        return this.#expect(
          observation,
          this.#with(command.address, () => undefined),
          this.#queues,
        );
      case "import": {
        this.#closing.noteImport(command.address);
        const imported = expectImport(this.#queues.get(toIdentityKey(command.identity)));
        const spelled = imported && {
          ...imported,
          attributes: { ...imported.attributes, ...toIdentityAttributes(command.identity) },
        };
        const error = imported === undefined ? "Queue to be imported does not exist" : undefined;
        return this.#expect(observation, this.#set(command.address, spelled), this.#queues, error);
      }
      case "apply":
        this.#stack = command.stack;
        return this.#judgeApply(command, observation);
    }
  }

  /** Expects exactly this state, these queues and no write, and continues from there. */
  #expect(observation: Observation, resources: Resources, queues: Queues, error?: string): string[] {
    const faults = compareWrites(listWrites(observation.calls), []);
    faults.push(...compareErrors(observation.errors, error === undefined ? [] : [error]));
    faults.push(...this.#compareResources(observation, resources));
    faults.push(...compareQueues(queues, toQueues(observation.queues)));
    this.#resources = resources;
    this.#queues = toQueues(observation.queues);
    return faults;
  }

  #judgeApply(command: ApplyCommand, observation: Observation): string[] {
    const { trouble, stack } = command;
    const isTroubled = trouble !== undefined && isStruck(trouble, observation.calls);
    const isLasting = isTroubled && !isTransient(trouble);
    if (observation.plan === undefined) {
      if (!isLasting) return [`planning failed: ${observation.errors.join("\n")}`];
      return this.#expectNothing(observation);
    }
    const read = this.#readAll();
    const between = toQueues(observation.between ?? observation.queues);
    const writes = listWrites(observation.calls);
    const faults: string[] = [];
    const changes = new Map<Address, Change>();
    for (const address of ADDRESSES) {
      const resource = read.get(address);
      const config = stack[address];
      const action = observation.plan.get(address);
      const beliefs = listBeliefs(resource, writes);
      const expected = beliefs.map((belief) =>
        expectAction(resource, config, command.replace.includes(address), belief),
      );
      const managesStatuses = beliefs[expected.indexOf(action)];
      if (managesStatuses === undefined) {
        faults.push(`${address} was planned as ${action ?? "nothing"} instead of ${String(expected[0])}`);
      } else if (action !== undefined) {
        const endsSwitching =
          config !== undefined && toQueues(observation.queues).get(keyOf(config))?.isSwitching === true;
        changes.set(address, { action, resource, config, managesStatuses, endsSwitching });
      }
    }
    if (faults.length > 0) return faults;
    const outcomes = new Map<Address, Outcome>(
      [...changes].map(([address, change]) => [address, expectApply(change, between, this.#inherited)]),
    );
    this.#closing.noteApply(command, observation);
    const wanted = joinWrites([...outcomes.values()]);
    const configs = Object.values(stack);
    faults.push(...(isTroubled ? checkWrites(writes, wanted, configs) : compareWrites(writes, wanted)));
    if (isLasting && observation.errors.length > 0) {
      return [...faults, ...this.#acceptBroken(command, observation, changes, outcomes, between)];
    }
    return [...faults, ...this.#acceptWhole(observation, changes, outcomes, between)];
  }

  /** Expects that a command that could not plan changed nothing. */
  #expectNothing(observation: Observation): string[] {
    const faults = this.#expect({ ...observation, errors: [] }, this.#resources, this.#queues);
    if (observation.errors.length === 0) faults.push("nothing was planned, and no error says why");
    return faults;
  }

  #acceptWhole(
    observation: Observation,
    changes: ReadonlyMap<Address, Change>,
    outcomes: ReadonlyMap<Address, Outcome>,
    between: Queues,
  ): string[] {
    const resources = new Map<Address, ModelResource>();
    let queues = between;
    for (const [address, { resource, queues: after }] of outcomes) {
      if (resource !== undefined) resources.set(address, resource);
      queues = merge(queues, between, after);
    }
    const errors = [...outcomes.values()].flatMap(({ error }) => (error === undefined ? [] : [error]));
    const faults = compareErrors(observation.errors, errors);
    faults.push(...compareQueues(queues, toQueues(observation.queues)));
    // Without changes, Terraform may keep the state from before reading.
    const isIdle = [...changes.values()].every(({ action }) => action === "no-op");
    const isUnread = isIdle && this.#compareResources(observation, this.#resources).length === 0;
    if (!isUnread) {
      faults.push(...this.#compareResources(observation, resources));
      this.#resources = resources;
    }
    this.#queues = toQueues(observation.queues);
    return faults;
  }

  #acceptBroken(
    { trouble, stack }: ApplyCommand,
    observation: Observation,
    changes: ReadonlyMap<Address, Change>,
    outcomes: ReadonlyMap<Address, Outcome>,
    between: Queues,
  ): string[] {
    const queues = toQueues(observation.queues);
    const writes = listWrites(observation.calls);
    const faults: string[] = [];
    const resources = new Map<Address, ModelResource>();
    const known = new Set<string>();
    for (const [address, change] of changes) {
      const exact = outcomes.get(address);
      if (exact === undefined) continue;
      const keys = [change.resource?.attributes, stack[address]].flatMap((it) =>
        it === undefined ? [] : [keyOf(it)],
      );
      for (const key of keys) known.add(key);
      const isCutOff =
        trouble?.kind === "kill" ||
        writes.some(({ key, isCommitted, hasResponse }) => keys.includes(key) && isCommitted && !hasResponse);
      const resource = observation.resources.get(address);
      const breakage = { exact, before: between, inherited: this.#inherited, trouble, isCutOff };
      const problems = checkBroken(change, breakage, resource, queues);
      faults.push(...problems.map((problem) => `${address}: ${problem}`));
      if (resource === undefined) continue;
      // Private state may be lost with its provider (rule C-57), or be the one before or after.
      const managesStatuses = change.action === "no-op" ? change.resource?.managesStatuses : undefined;
      resources.set(address, { ...resource, managesStatuses });
    }
    const others = [...between].filter(([key]) => !known.has(key));
    for (const [key, queue] of others) {
      if (!isSameQueueState(queue, queues.get(key))) faults.push(`${key} was changed, but is not managed`);
    }
    for (const key of queues.keys()) {
      if (!known.has(key) && !between.has(key)) faults.push(`${key} was created, but is not managed`);
    }
    for (const address of observation.resources.keys()) {
      if (!changes.has(address)) faults.push(`${address} is in the state, but was in no plan`);
    }
    const isKilled = trouble?.kind === "kill";
    if (!isKilled && observation.errors.length > changes.size) {
      faults.push(`F-35: there is more than one error for an operation:\n${observation.errors.join("\n")}`);
    }
    this.#resources = resources;
    this.#queues = queues;
    return faults;
  }

  #readAll(): Resources {
    const read = [...this.#resources].map(([address, resource]) => {
      return [address, expectRead(resource, this.#queues.get(keyOf(resource.attributes)))] as const;
    });
    return new Map(
      read.flatMap(([address, resource]) => (resource === undefined ? [] : [[address, resource]])),
    );
  }

  #with(address: Address, change: (resource: ModelResource) => ModelResource | undefined): Resources {
    const resource = this.#resources.get(address);
    return resource === undefined ? this.#resources : this.#set(address, change(resource));
  }

  #set(address: Address, resource: ModelResource | undefined): Resources {
    const others = [...this.#resources].filter(([other]) => other !== address);
    return new Map(resource === undefined ? others : [...others, [address, resource]]);
  }

  #compareResources({ resources }: Observation, expected: Resources): string[] {
    return ADDRESSES.flatMap((address) => {
      const [now, then] = [resources.get(address), expected.get(address)];
      if (isSameResource(then, now)) return [];
      return [`${address}: ${describeEnding({ resource: then, queue: undefined }, now, undefined)}`];
    });
  }
}

/** Returns the known part of a resource's private state; the writes decide the rest. */
function listBeliefs(
  resource: ModelResource | undefined,
  writes: ReturnType<typeof listWrites>,
): readonly boolean[] {
  if (resource === undefined) return [false];
  if (resource.managesStatuses !== undefined) return [resource.managesStatuses];
  const key = keyOf(resource.attributes);
  const isReleased = writes.some(
    (write) => write.key === key && write.fields["deleteRequiredStatuses"] === true,
  );
  return isReleased ? [true, false] : [false, true];
}

/** Applies the effect of one resource's change to the model's queues. */
function merge(queues: Queues, before: Queues, after: Queues): Queues {
  const merged = new Map(queues);
  for (const key of before.keys()) if (!after.has(key)) merged.delete(key);
  for (const [key, queue] of after) if (before.get(key) !== queue) merged.set(key, queue);
  return merged;
}

function compareQueues(expected: Queues, actual: Queues): string[] {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  return [...keys].flatMap((key) => {
    const [then, now] = [expected.get(key), actual.get(key)];
    if (isSameQueueState(then, now)) return [];
    return [`${key}: ${describeEnding({ resource: undefined, queue: then }, undefined, now)}`];
  });
}

function compareErrors(actual: readonly string[], expected: readonly string[]): string[] {
  const left = [...actual];
  const missing = expected.filter((text) => {
    const index = left.findIndex((error) => error.includes(text));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  return [
    ...missing.map((text) => `there is no error "${text}"`),
    ...left.map((error) => `there is an unexpected error: ${error}`),
  ];
}
