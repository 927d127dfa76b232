import fc from "fast-check";
import { type Fault, rewriteAnswer } from "../../src/emulator/faults";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import type { ObjectValue } from "../../src/plugin/values/value";
import { ASSUMED_DEFAULTS } from "../../src/queue/assumed-defaults";
import { isSameQueue, type QueueIdentity } from "../../src/queue/queue-identity";
import { type QueueRecord, SETTING_NAMES } from "../../src/queue/settings";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { toPlainObject } from "../provider/support/queue-values";
import { capitalWords } from "../support/capital-words";
import { arbitraryLife, maskConfig, type Step } from "./support/arbitrary-step";
import { type Change, CoreResource } from "./support/core-resource";
import { MemoryService } from "./support/memory-service";
import { BuiltProvider, configure, QUEUE_TYPE, startStage } from "./support/provider-under-test";
import {
  additionalOf,
  identityOf,
  listDifferences,
  QueueWorld,
  settingsOf,
  toAttribute,
} from "./support/queue-world";
import { SessionProvider } from "./support/session-provider";

const INHERITED = ["inherited"];
const NEW_ADDITIONAL = { shiny: 7, labels: [] };
const OPTIONS = {
  inheritedStatuses: INHERITED,
  switchingModes: { reads: 1 },
  additionalSettings: NEW_ADDITIONAL,
};

let side: TerraformSide;
/** Configures the provider, which forgets what it has claimed. */
let configureAnew: () => Promise<unknown>;
let world: QueueWorld;
/** The queue that is being drained. */
let draining: QueueIdentity | undefined;

/** A service that returns sets in another order than requested. */
const reorder = rewriteAnswer((body) =>
  Object.fromEntries(
    Object.entries(body as { readonly [name: string]: unknown }).map(([name, value]) => [
      name,
      name === "requiredStatuses" ? [...(value as string[])].reverse() : value,
    ]),
  ),
);

/** F-22: pull requests leave a queue as soon as it drains. */
const emptyWhenDraining: Fault = (_request, next) => {
  if (draining !== undefined && world.trySettings(draining)?.state === "draining") world.settle(draining);
  return next();
};

describe("mergequeue_queue under Terraform core's rules", () => {
  test.each([
    ["a service", []],
    ["a service that returns capital letters and reordered sets", [capitalWords, reorder]],
  ])(
    "C-30, C-31, C-32, C-33, C-36, C-38, C-40, C-41, C-51, C-60 and C-61: any lifecycle of a queue at %s keeps them",
    async (_service, faults) => {
      const service = new MemoryService(OPTIONS);
      ({ side } = await SessionProvider.start(service));
      configureAnew = () => side.configure({});
      await configureAnew();
      service.setFaults(emptyWhenDraining, ...faults);
      await runLives(service, 20);
    },
  );

  test("C-30, C-40, C-41, C-60 and C-61: any lifecycle of a queue also keeps them with the built provider", async () => {
    const provider = await BuiltProvider.layOut();
    const stage = await startStage(provider, OPTIONS);
    try {
      ({ side } = stage);
      configureAnew = () => configure(side, stage.emulator);
      expect([...side.resourceSchemas.keys()]).toEqual([QUEUE_TYPE]);
      stage.emulator.setFaults(emptyWhenDraining, capitalWords, reorder);
      await runLives(stage.emulator, 3);
    } finally {
      await provider.remove();
      await stage.emulator.close();
    }
  });
});

async function runLives(service: Pick<OpenEmulator, "engine">, numRuns: number): Promise<void> {
  world = new QueueWorld(service);
  const property = fc.asyncProperty(arbitraryLife, async (steps) => {
    world.clear();
    await live(steps);
  });
  await fc.assert(property, { numRuns, seed: 1 });
}

async function live(steps: readonly Step[]): Promise<void> {
  const resource = new CoreResource(side, QUEUE_TYPE);
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
    // Terraform plans in a process that is configured anew, as it applies in one.
    await configureAnew();
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
 * C-60, C-61: a read returns the queue as it is, in the prior spelling; reading again changes
 * nothing. F-25: while a queue switches modes, the prior state is kept.
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

/** C-33, C-35: a queue is replaced if it is tainted, if another one is meant, or if its identity is not known yet. */
function expectReplacement(resource: CoreResource, change: Change, { config, unknown }: Step): void {
  const { state: prior, isTainted } = resource;
  if (prior === null || config === null) return;
  const isOpen = unknown.some((path) => /^repo|^target_branch/.test(path));
  const isOther = isOpen || !isSameQueue(identityOf(prior), identityOf(config));
  expect(change.action === "replace").toBe(isTainted || isOther);
  expect(change.requiresReplace.length > 0).toBe(!isTainted && isOther);
}

/**
 * Applies a change, and compares the queues afterwards with the planned change.
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
  draining = isDrained ? identityOf(prior) : undefined;
  // Terraform applies in a process that is configured anew: what an earlier apply has claimed does not count.
  await configureAnew();
  const errors = await resource.apply(change, config);
  if (change.action === "no-op") return true;
  if (isRefused) {
    expect(errors).toEqual([expect.stringContaining("Queue has pull requests in it")]);
    expect(resource.state).toEqual(prior);
    expect(world.trySettings(identityOf(prior))).toEqual(before);
    return false;
  }
  if (isDestroyed && prior !== null) {
    const left = isAbandoned ? before : undefined;
    const isRecreated =
      config !== null && errors.length === 0 && isSameQueue(identityOf(prior), identityOf(config));
    if (!isRecreated) expect(world.trySettings(identityOf(prior))).toEqual(left);
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
  const isRecreated =
    isDestroyed && prior !== null && !isAbandoned && isSameQueue(identityOf(prior), identityOf(config));
  const isAdopted = found !== undefined && !isRecreated;
  const { concurrency } = settingsOf(config);
  const bisectionConcurrency = concurrency ?? ASSUMED_DEFAULTS.bisectionConcurrency;
  const blank = isAdopted
    ? found
    : { ...ASSUMED_DEFAULTS, bisectionConcurrency, requiredStatuses: INHERITED };
  const expected = isCreated
    ? { ...blank, ...settingsOf(config) }
    : toExpected(prior, before ?? {}, settingsOf(config), managesStatuses);
  expect(listDifferences(after ?? {}, expected)).toEqual([]);
  const untouched = isCreated && !isAdopted ? NEW_ADDITIONAL : foundAdditional;
  const sent = isCreated ? additionalOf(config) : changedAdditional(prior, config);
  expect(world.tryAdditional(identityOf(config))).toEqual({ ...untouched, ...sent });
  return true;
}

/** I-2: an update sends exactly the additional settings that are configured and differ from the state. */
function changedAdditional(prior: ObjectValue, config: ObjectValue): { readonly [name: string]: unknown } {
  const present = additionalOf(prior);
  const wanted = Object.entries(additionalOf(config));
  return Object.fromEntries(
    wanted.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])),
  );
}

/** The queue after an update, which sends exactly the settings that are configured and differ from the state. */
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
