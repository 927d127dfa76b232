import fc from "fast-check";
import {
  PLAN_ACTIONS,
  type Plan,
  type PlannedChange,
  type PlannedQueue,
  type PlannedValue,
} from "../../src/plan/plan";
import { makePlan } from "../plan/support/make-plan";
import { hostileText } from "./hostile-text";
import { planQueue } from "./plan-fixtures";

const value: fc.Arbitrary<PlannedValue> = fc.oneof(
  fc.record({
    kind: fc.constant("value" as const),
    value: fc.oneof(
      hostileText,
      fc.array(hostileText, { maxLength: 4 }),
      fc.dictionary(hostileText, hostileText),
    ),
  }),
  fc.constantFrom<PlannedValue>({ kind: "absent" }, { kind: "unknown" }, { kind: "sensitive" }),
);

const change: fc.Arbitrary<PlannedChange> = fc.oneof(
  fc.record({
    name: fc.constant("requiredStatuses"),
    kind: fc.constant("setting" as const),
    now: value,
    then: value,
  }),
  fc.record({ name: hostileText, kind: fc.constant("additional" as const), now: value, then: value }),
);

const queue: fc.Arbitrary<PlannedQueue> = fc
  .record({
    action: fc.constantFrom(...PLAN_ACTIONS),
    isImported: fc.boolean(),
    identity: fc.record({
      repo: fc.record({ host: hostileText, owner: hostileText, name: hostileText }),
      targetBranch: hostileText,
    }),
    address: fc.option(hostileText, { nil: undefined }),
    stack: fc.option(hostileText, { nil: undefined }),
    origin: fc.option(hostileText, { nil: undefined }),
    changes: fc.array(change, { maxLength: 4 }),
    settings: fc.record({ requiredStatuses: fc.array(hostileText, { maxLength: 3 }), state: hostileText }),
    protection: fc.array(
      fc.record({
        name: hostileText,
        kind: fc.constantFrom("loss" as const, "pause" as const),
        message: hostileText,
      }),
      { maxLength: 2 },
    ),
    warnings: fc.array(fc.record({ summary: hostileText, detail: hostileText }), { maxLength: 2 }),
    pullRequests: fc.option(
      fc.array(
        fc.record({ prNumber: fc.nat(), prTitle: hostileText, prAuthor: hostileText, state: hostileText }),
        { maxLength: 3 },
      ),
      { nil: undefined },
    ),
  })
  .map(({ action, ...more }) => planQueue(action, more));

/** Any plan in which every text may be hostile. */
export const hostilePlan: fc.Arbitrary<Plan> = fc
  .record({ queues: fc.array(queue, { maxLength: 5 }), warnings: fc.array(hostileText, { maxLength: 2 }) })
  .map(({ queues, warnings }) => makePlan(queues, { warnings }));
