import fc from "fast-check";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions, NEW_QUEUES } from "../../../src/engine/engine-options";
import type { ImpactedTargets, StoredSettings } from "../../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../../src/engine/host-pull-request";
import type { QueueSettings } from "../../../src/queue/settings";
import type { Action } from "./action";

/** The service's options, and the events of its queues, one after another. */
export interface Schedule {
  readonly options: EngineOptions;
  readonly actions: readonly Action[];
}

const MINUTE_MS = 60_000;

/** One of some values, each as often as it is named. */
function oneOf<const Value>(...values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

/** A record for `fc.oneof`. */
function weigh<Fields extends object>(
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
  return { weight, arbitrary: fc.record(fields) };
}

const queue = oneOf(0, 0, 0, 0, 1);
const number = fc.integer({ min: 1, max: 15 });
const pick = fc.nat({ max: 50 });
const rarely = oneOf(false, false, false, false, false, false, true);
const seldom = fc.integer({ min: 1, max: 15 }).map((one) => one === 1);
const mostly = rarely.map((is) => !is);

const targets: fc.Arbitrary<ImpactedTargets> = fc.oneof(
  { weight: 8, arbitrary: fc.subarray(["a", "b", "c", "d"], { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: oneOf("ALL") },
);

const conclusion = oneOf("success", "success", "skipped", "neutral", "failure", "timed_out");

/** Small numbers, so that limits are often reached. */
const settings = {
  mode: oneOf("parallel", "parallel", "single"),
  concurrency: fc.integer({ min: 1, max: 5 }),
  bisectionConcurrency: fc.integer({ min: 0, max: 3 }),
  testingTimeoutMinutes: oneOf(3, 20, 60, 0),
  pendingFailureDepth: fc.integer({ min: 0, max: 3 }),
  canOptimisticallyMerge: fc.boolean(),
  notReadyTimeoutHours: oneOf(0, 1, 24),
  batch: fc.boolean(),
  batchingMaxWaitTimeMinutes: fc.integer({ min: 0, max: 6 }),
  batchingRules: fc.constantFrom<StoredSettings["batchingRules"][]>(
    [],
    [],
    [{ targetPattern: "a*", policy: "isolate" }],
  ),
  batchingMinSize: fc.integer({ min: 2, max: 5 }),
  directMergeMode: oneOf("off", "always"),
  optimizationMode: oneOf("off", "bisection_skip_redundant_tests"),
};

const requiredStatuses = fc.constantFrom<(readonly string[])[]>(["ci"], ["ci"], ["ci"], ["ci", "lint"], []);

const change: fc.Arbitrary<QueueSettings> = fc.oneof(
  weigh(3, { state: oneOf("running", "running", "paused", "draining") }),
  weigh(1, { mode: settings.mode }),
  weigh(2, { concurrency: settings.concurrency }),
  { weight: 2, arbitrary: fc.record({ ...settings, requiredStatuses }, { requiredKeys: [] }) },
);

/** Mostly fields that let a pull request be tested, so that the line is long. */
const declared = fc
  .record({
    number,
    fields: fc.oneof(
      weigh(2, { sha: oneOf("sha-1", "sha-2") }),
      weigh(2, { isUpToDate: mostly, hasPassedChecks: mostly }),
      weigh(2, { skipTheLine: fc.boolean() }),
      weigh(1, { forceEnqueued: fc.boolean() }),
      weigh(1, { isOpen: fc.boolean() }),
      weigh(1, { draft: rarely }),
      weigh(1, { baseBranch: oneOf("main", "main", "develop") }),
      weigh(2, {
        mergeability: oneOf("mergeable", "mergeable", "mergeable", "not_mergeable", "in_progress"),
      }),
    ),
  })
  .map(({ number: declaredNumber, fields }): HostPullRequestInput => ({ ...fields, number: declaredNumber }));

const action: fc.Arbitrary<Action> = fc.oneof(
  weigh(16, {
    kind: oneOf("submit"),
    queue,
    number,
    priority: fc.constantFrom<(number | string | undefined)[]>(
      undefined,
      undefined,
      undefined,
      "urgent",
      "low",
      7,
    ),
    noBatch: rarely,
    targets: fc.option(targets, { nil: undefined, freq: 8 }),
    reopens: mostly,
    direct: seldom,
    skipsTheLine: seldom,
  }),
  weigh(11, { kind: oneOf("finish"), pick, conclusion: oneOf("success", "success", "success", "failure") }),
  weigh(2, {
    kind: oneOf("finishAll"),
    conclusions: fc.array(oneOf("success", "success", "success", "failure"), { minLength: 1, maxLength: 6 }),
  }),
  weigh(3, { kind: oneOf("report"), pick, name: oneOf("ci", "lint", "other"), conclusion }),
  weigh(1, { kind: oneOf("cancel"), queue, pick }),
  weigh(2, { kind: oneOf("restart"), queue, pick }),
  weigh(2, { kind: oneOf("targets"), queue, number, targets, sha: oneOf("unknown", "latest", "outdated") }),
  weigh(4, { kind: oneOf("declare"), pullRequest: declared }),
  weigh(2, { kind: oneOf("update"), queue, settings: change, deletesRequiredStatuses: rarely }),
  weigh(1, { kind: oneOf("read", "create", "delete", "push"), queue }),
  weigh(1, { kind: oneOf("merge"), number }),
  weigh(1, { kind: oneOf("failStart"), pick }),
  weigh(1, { kind: oneOf("track"), id: oneOf("e1", "e2") }),
  weigh(5, {
    kind: oneOf("wait"),
    ms: oneOf(0, 1, 1_000, 30_000, MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS, 7 * MINUTE_MS, -MINUTE_MS),
  }),
  weigh(1, { kind: oneOf("waitUntilDue"), offsetMs: oneOf(-1, 0, 1) }),
);

const options: fc.Arbitrary<EngineOptions> = fc
  .record({
    newQueue: fc.record({ ...settings }),
    inheritedStatuses: fc.constantFrom<(readonly string[])[]>(["ci"], ["ci"], ["ci"], ["ci", "lint"], []),
    requiresImpactedTargets: oneOf("parallel", "always", "never"),
    withoutRequiredStatuses: oneOf("first_check", "first_check", "first_check", "pass", "fail"),
    pendingFailureDepthCounts: oneOf("levels", "levels", "pull_requests"),
    singleMode: oneOf("one-at-a-time", "one-line"),
    maxBatchSize: oneOf(undefined, undefined, 3, 1),
    submissionsWhileDraining: oneOf("hold", "hold", "refuse"),
    undeclaredPullRequests: oneOf("accept", "accept", "accept", "accept", "accept", "refuse"),
    switchingModes: fc.record({ reads: oneOf(0, 0, 2), refusesWrites: rarely }),
  })
  .map((chosen) => ({
    ...DEFAULT_ENGINE_OPTIONS,
    ...chosen,
    newQueue: { ...NEW_QUEUES.careful, ...chosen.newQueue },
  }));

/** Any schedule of 50 to 200 actions. */
export const ARBITRARY_SCHEDULE: fc.Arbitrary<Schedule> = fc.record({
  options,
  actions: fc.array(action, { minLength: 50, maxLength: 200, size: "max" }),
});
