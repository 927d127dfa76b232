import fc from "fast-check";
import { NEW_QUEUE } from "../../src/emulator/engine/engine-options";
import { rewriteAnswer } from "../../src/emulator/faults";
import type { ObjectValue } from "../../src/plugin/values/value";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import { isSameQueue } from "../../src/queue/queue-identity";
import type { QueueRecord } from "../../src/queue/settings";
import { SETTING_NAMES } from "../../src/queue/settings";
import { toPlainObject } from "../provider/support/queue-values";
import { capitalWords } from "../support/capital-words";
import { waitFor } from "../support/wait-for";
import { arbitraryLife, maskConfig, type Step } from "./support/arbitrary-step";
import type { Change, CoreResource } from "./support/core-resource";
import { BuiltProvider, QUEUE_TYPE, type Stage, startStage } from "./support/provider-under-test";
import {
  additionalOf,
  identityOf,
  listDifferences,
  QueueWorld,
  settingsOf,
  toAttribute,
} from "./support/queue-world";

const INHERITED = ["inherited"];
const NEW_ADDITIONAL = { shiny: 7, labels: [] };

let provider: BuiltProvider;
let stage: Stage;
let world: QueueWorld;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider, {
    inheritedStatuses: INHERITED,
    switchingModes: { reads: 1 },
    additionalSettings: NEW_ADDITIONAL,
  });
  world = new QueueWorld(stage.emulator);
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

/** As a service that orders sets otherwise than it was asked. */
const reorder = rewriteAnswer((body) =>
  Object.fromEntries(
    Object.entries(body as { readonly [name: string]: unknown }).map(([name, value]) => [
      name,
      name === "requiredStatuses" ? [...(value as string[])].reverse() : value,
    ]),
  ),
);

describe("mergequeue_queue under Terraform core's rules", () => {
  test.each([
    ["a service", []],
    ["a service that answers words in capitals and sets in another order", [capitalWords, reorder]],
  ])(
    "C-30, C-31, C-32, C-33, C-36, C-38, C-40, C-41, C-51, C-60 and C-61: any life of a queue at %s keeps them",
    async (_service, faults) => {
      stage.emulator.setFaults(...faults);
      await fc.assert(
        fc.asyncProperty(arbitraryLife, async (steps) => {
          world.clear();
          await live(steps);
        }),
        { numRuns: 60 },
      );
    },
  );
});

async function live(steps: readonly Step[]): Promise<void> {
  const resource = stage.createResource();
  let managesStatuses = false;
  for (const step of steps) {
    const subject = resource.state ?? step.config;
    if (subject === null) continue;
    const at = identityOf(subject);
    if (step.losesPrivate) {
      resource.private = Buffer.alloc(0);
      managesStatuses = false;
    }
    if (resource.state !== null && step.isTainted) resource.isTainted = true;
    if (step.isDriftSeen) world.drift(at, step.drift);
    await refresh(resource);
    if (resource.state === null) managesStatuses = false;

    const change = await resource.plan(step.config === null ? null : maskConfig(step.config, step.unknown));
    expectReplacement(resource, change, step);
    if (!step.isDriftSeen) world.drift(at, step.drift);
    const isDone = await apply(resource, change, step.config, managesStatuses);
    if (change.action !== "no-op" && isDone) {
      managesStatuses = step.config !== null && settingsOf(step.config).requiredStatuses !== undefined;
    }
    if (resource.state === null) managesStatuses = false;
    world.settle(at);
    if (isDone && (step.isDriftSeen || step.drift.kind === "none")) {
      await refresh(resource);
      const { action } = await resource.plan(step.config);
      if (action !== "no-op") throw new Error(`C-40: the plan after an apply is a ${action}`);
    }
  }
  await refresh(resource);
  const destroy = await resource.plan(null);
  expect(await resource.apply(destroy, null)).toEqual([]);
  expect(resource.state).toBeNull();
}

/**
 * C-60, C-61: what is read is what there is, in the spelling that was there before; reading again changes
 * nothing. F-25: while a queue switches modes, the state that was there before stays.
 */
async function refresh(resource: CoreResource): Promise<void> {
  if (resource.state !== null && world.isSwitching(identityOf(resource.state))) {
    const { state } = settingsOf(resource.state);
    await resource.refresh();
    expect(settingsOf(resource.state).state).toEqual(state);
  }
  const { state: before, private: remembered } = resource;
  if (before === null) return;
  const actual = world.trySettings(identityOf(before));
  const warnings = await resource.refresh();
  const { state: after } = resource;
  if (after === null) {
    expect(actual).toBeUndefined();
    expect(warnings.join()).toContain("Queue does not exist");
    return;
  }
  expect(listDifferences(settingsOf(after), actual ?? {})).toEqual([]);
  expect(world.tryAdditional(identityOf(before))).toMatchObject(additionalOf(after));
  expect(Object.keys(additionalOf(after))).toEqual(Object.keys(additionalOf(before)));
  const same = SETTING_NAMES.filter(
    (name) => !listDifferences(settingsOf(before), settingsOf(after)).includes(name),
  );
  const own = ["id", "repo", "target_branch", "deletion_policy", "on_existing", "timeouts"];
  const kept = [...own, ...same.map(toAttribute)];
  expect(pick(after, kept)).toEqual(pick(before, kept));
  expect(resource.private).toEqual(remembered);
  await resource.refresh();
  expect(resource.state).toEqual(after);
}

function pick(object: ObjectValue, names: readonly string[]): { readonly [name: string]: unknown } {
  const plain = toPlainObject(object);
  return Object.fromEntries(names.map((name) => [name, plain[name]]));
}

/** C-33, C-35: a queue is replaced if it is tainted, if another one is meant, or if nobody can say yet which one. */
function expectReplacement(resource: CoreResource, change: Change, { config, unknown }: Step): void {
  const { state: prior, isTainted } = resource;
  if (prior === null || config === null) return;
  const isOpen = unknown.some((path) => /^repo|^target_branch/.test(path));
  const isOther = isOpen || !isSameQueue(identityOf(prior), identityOf(config));
  expect(change.action === "replace").toBe(isTainted || isOther);
  expect(change.requiresReplace.length > 0).toBe(!isTainted && isOther);
}

/**
 * Applies a change, and compares what it made of the world with what the change says.
 * @returns whether it succeeded
 */
async function apply(
  resource: CoreResource,
  change: Change,
  config: ObjectValue | null,
  managesStatuses: boolean,
): Promise<boolean> {
  const { state: prior } = resource;
  const isDestroyed = change.action === "delete" || change.action === "replace";
  const policy = prior === null ? null : toPlainObject(prior)["deletion_policy"];
  const isAbandoned = policy === "abandon";
  const before = prior === null ? undefined : world.trySettings(identityOf(prior));
  const found = config === null ? undefined : world.trySettings(identityOf(config));
  const foundAdditional = config === null ? undefined : world.tryAdditional(identityOf(config));
  const isInTheWay = isDestroyed && prior !== null && !isAbandoned && world.isBusy(identityOf(prior));
  const isDrained = isInTheWay && policy === "drain";
  const isRefused = isInTheWay && !isDrained;
  const applying = resource.apply(change, config);
  if (isDrained) await Promise.race([applying, emptyWhenDraining(identityOf(prior))]);
  const errors = await applying;
  if (change.action === "no-op") return true;
  if (isRefused) {
    expect(errors).toEqual([expect.stringContaining("Queue has pull requests in it")]);
    expect(resource.state).toEqual(prior);
    expect(world.trySettings(identityOf(prior))).toEqual(before);
    return false;
  }
  if (isDestroyed && prior !== null) {
    const left = isAbandoned ? before : undefined;
    const isRemade =
      config !== null && errors.length === 0 && isSameQueue(identityOf(prior), identityOf(config));
    if (!isRemade) expect(world.trySettings(identityOf(prior))).toEqual(left);
  }
  if (config === null) {
    expect(errors).toEqual([]);
    return true;
  }
  if (errors.length > 0) {
    const wasThere = resource.state === null;
    expect(errors).toEqual([
      expect.stringContaining(wasThere ? "Queue exists already" : "Queue deleted outside Terraform"),
    ]);
    expect(resource.state).toEqual(wasThere ? null : prior);
    expect(world.trySettings(identityOf(config)) !== undefined).toBe(wasThere);
    return false;
  }
  const after = world.trySettings(identityOf(config));
  if (change.action === "update" && after === undefined) return true;
  const isCreated = change.action !== "update" || prior === null;
  const isMadeAnew =
    isDestroyed && prior !== null && !isAbandoned && isSameQueue(identityOf(prior), identityOf(config));
  const isAdopted = found !== undefined && !isMadeAnew;
  const blank = isAdopted ? found : { ...NEW_QUEUE, requiredStatuses: INHERITED };
  const expected = isCreated
    ? { ...blank, ...settingsOf(config) }
    : toExpected(prior, before ?? {}, settingsOf(config), managesStatuses);
  expect(listDifferences(after ?? {}, expected)).toEqual([]);
  const untouched = isCreated && !isAdopted ? NEW_ADDITIONAL : foundAdditional;
  const sent = isCreated ? additionalOf(config) : changedAdditional(prior, config);
  expect(world.tryAdditional(identityOf(config))).toEqual({ ...untouched, ...sent });
  return true;
}

/** I-2: of additional settings, what is configured and differs from the state is sent, and nothing else. */
function changedAdditional(prior: ObjectValue, config: ObjectValue): { readonly [name: string]: unknown } {
  const present = additionalOf(prior);
  const wanted = Object.entries(additionalOf(config));
  return Object.fromEntries(
    wanted.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])),
  );
}

/** F-22: as somebody who takes what is in a queue out of it once it takes in nothing new. */
async function emptyWhenDraining(identity: QueueIdentity): Promise<void> {
  await waitFor(() => world.trySettings(identity)?.state === "draining", "the queue to drain");
  world.settle(identity);
}

/** What an update makes of a queue: what is configured and differs from the state is sent, and nothing else. */
function toExpected(
  prior: ObjectValue,
  before: QueueRecord,
  wanted: QueueRecord,
  managesStatuses: boolean,
): QueueRecord {
  const changed = listDifferences({ ...settingsOf(prior), ...wanted }, settingsOf(prior));
  const sent = Object.fromEntries(changed.map((name) => [name, wanted[name]]));
  const isReleased = managesStatuses && wanted.requiredStatuses === undefined;
  return { ...before, ...sent, ...(isReleased ? { requiredStatuses: INHERITED } : {}) };
}

test("the provider knows the type that is tested", () => {
  expect([...stage.side.resourceSchemas.keys()]).toEqual([QUEUE_TYPE]);
});
