import fc from "fast-check";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions, NEW_QUEUE } from "../../../src/engine/engine-options";
import type {
  CheckConclusion,
  HostPullRequestInput,
  ImpactedTargets,
} from "../../../src/engine/engine-state";
import type { QueueSettings } from "../../../src/queue/settings";
import type { Action, QueueIndex } from "./action";

/** The service's options, and the events of its queues, one after another. */
export interface Schedule {
  readonly options: EngineOptions;
  readonly actions: readonly Action[];
}

const MINUTE_MS = 60_000;

const queue = fc.constantFrom<QueueIndex[]>(0, 0, 0, 0, 1);
const number = fc.integer({ min: 1, max: 15 });
const pick = fc.nat({ max: 50 });
const rarely = fc.constantFrom(false, false, false, false, false, false, true);
const seldom = fc.integer({ min: 1, max: 15 }).map((one) => one === 1);
const mostly = rarely.map((is) => !is);

const targets: fc.Arbitrary<ImpactedTargets> = fc.oneof(
  { weight: 8, arbitrary: fc.subarray(["a", "b", "c", "d"], { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant("ALL" as const) },
);

const conclusion = fc.constantFrom<CheckConclusion[]>(
  "success",
  "success",
  "skipped",
  "neutral",
  "failure",
  "timed_out",
);

/** Small numbers, so that limits are often reached. */
const settings = {
  mode: fc.constantFrom("parallel" as const, "parallel" as const, "single" as const),
  concurrency: fc.integer({ min: 1, max: 5 }),
  bisectionConcurrency: fc.integer({ min: 1, max: 3 }),
  testingTimeoutMinutes: fc.constantFrom(3, 20, 60),
  pendingFailureDepth: fc.integer({ min: 0, max: 3 }),
  canOptimisticallyMerge: fc.boolean(),
  batch: fc.boolean(),
  batchingMaxWaitTimeMinutes: fc.integer({ min: 1, max: 6 }),
  batchingMinSize: fc.integer({ min: 2, max: 5 }),
  directMergeMode: fc.constantFrom("off" as const, "always" as const),
  optimizationMode: fc.constantFrom("off" as const, "bisection_skip_redundant_tests" as const),
};

const requiredStatuses = fc.constantFrom<(readonly string[])[]>(["ci"], ["ci"], ["ci"], ["ci", "lint"], []);

const change: fc.Arbitrary<QueueSettings> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      state: fc.constantFrom("running" as const, "running" as const, "paused" as const, "draining" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ mode: settings.mode }) },
  { weight: 2, arbitrary: fc.record({ concurrency: settings.concurrency }) },
  { weight: 2, arbitrary: fc.record({ ...settings, requiredStatuses }, { requiredKeys: [] }) },
);

/** Mostly fields that let a pull request be tested, so that the line is long. */
const declared = fc
  .record({
    number,
    fields: fc.oneof(
      { weight: 2, arbitrary: fc.record({ sha: fc.constantFrom("sha-1", "sha-2") }) },
      { weight: 2, arbitrary: fc.record({ isUpToDate: mostly, hasPassedChecks: mostly }) },
      { weight: 2, arbitrary: fc.record({ skipTheLine: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ forceEnqueued: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ isOpen: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ baseBranch: fc.constantFrom("main", "main", "develop") }) },
      {
        weight: 2,
        arbitrary: fc.record({
          mergeability: fc.constantFrom(
            "mergeable" as const,
            "mergeable" as const,
            "mergeable" as const,
            "not_mergeable" as const,
            "in_progress" as const,
          ),
        }),
      },
    ),
  })
  .map(({ number: declaredNumber, fields }): HostPullRequestInput => ({ ...fields, number: declaredNumber }));

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant("submit" as const),
      queue,
      number,
      priority: fc.constantFrom(undefined, undefined, undefined, "urgent", "low", 7),
      noBatch: rarely,
      targets: fc.option(targets, { nil: undefined, freq: 8 }),
      reopens: mostly,
      skipsTheLine: seldom,
    }),
  },
  {
    weight: 11,
    arbitrary: fc.record({
      kind: fc.constant("finish" as const),
      pick,
      conclusion: fc.constantFrom<CheckConclusion[]>("success", "success", "success", "failure"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("finishAll" as const),
      conclusions: fc.array(fc.constantFrom<CheckConclusion[]>("success", "success", "success", "failure"), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("report" as const),
      pick,
      name: fc.constantFrom("ci", "lint", "other"),
      conclusion,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), queue, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restart" as const), queue, pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("targets" as const),
      queue,
      number,
      targets,
      sha: fc.constantFrom("unknown" as const, "latest" as const, "outdated" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("declare" as const), pullRequest: declared }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      queue,
      settings: change,
      deletesRequiredStatuses: rarely,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("read" as const, "create" as const, "delete" as const),
      queue,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("track" as const), id: fc.constantFrom("e1", "e2") }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.constantFrom(
        0,
        1,
        1_000,
        30_000,
        MINUTE_MS,
        2 * MINUTE_MS,
        2 * MINUTE_MS,
        7 * MINUTE_MS,
        -MINUTE_MS,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("waitUntilDue" as const), offsetMs: fc.constantFrom(-1, 0, 1) }),
  },
);

const options: fc.Arbitrary<EngineOptions> = fc
  .record({
    newQueue: fc.record({ ...settings }),
    inheritedStatuses: fc.constantFrom<(readonly string[])[]>(["ci"], ["ci"], ["ci"], ["ci", "lint"], []),
    requiresImpactedTargets: fc.constantFrom("parallel" as const, "always" as const, "never" as const),
    withoutRequiredStatuses: fc.constantFrom("first_check" as const, "first_check" as const, "pass" as const),
    singleMode: fc.constantFrom("one-at-a-time" as const, "one-line" as const),
    maxBatchSize: fc.constantFrom(undefined, undefined, 3, 1),
    submissionsWhileDraining: fc.constantFrom("hold" as const, "hold" as const, "refuse" as const),
    undeclaredPullRequests: fc.constantFrom(
      "accept" as const,
      "accept" as const,
      "accept" as const,
      "accept" as const,
      "accept" as const,
      "refuse" as const,
    ),
    switchingModes: fc.record({ reads: fc.constantFrom(0, 0, 2), refusesWrites: rarely }),
  })
  .map((chosen) => ({
    ...DEFAULT_ENGINE_OPTIONS,
    ...chosen,
    newQueue: { ...NEW_QUEUE, ...chosen.newQueue },
  }));

/** Any schedule of 50 to 200 actions. */
export const ARBITRARY_SCHEDULE: fc.Arbitrary<Schedule> = fc.record({
  options,
  actions: fc.array(action, { minLength: 50, maxLength: 200, size: "max" }),
});
