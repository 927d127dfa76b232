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

/** A list of at most so many items. */
const listOf = <Item>(maxLength: number, item: fc.Arbitrary<Item>) => fc.array(item, { maxLength });
const optionalText = fc.option(hostileText, { nil: undefined });

const value: fc.Arbitrary<PlannedValue> = fc.oneof(
  fc.record({
    kind: fc.constant("value" as const),
    value: fc.oneof(hostileText, listOf(4, hostileText), fc.dictionary(hostileText, hostileText)),
  }),
  fc.constantFrom<PlannedValue>({ kind: "absent" }, { kind: "unknown" }, { kind: "sensitive" }),
);

const change: fc.Arbitrary<PlannedChange> = fc.oneof(
  ...(
    [
      [fc.constant("requiredStatuses"), "setting"],
      [hostileText, "additional"],
    ] as const
  ).map(([name, kind]) => fc.record({ name, kind: fc.constant(kind), now: value, then: value })),
);

const loss = fc.constantFrom("loss" as const, "pause" as const);
const texts = { prTitle: hostileText, prAuthor: hostileText, state: hostileText };
const pullRequest = fc.record({ prNumber: fc.nat(), ...texts });

const queue: fc.Arbitrary<PlannedQueue> = fc
  .record({
    action: fc.constantFrom(...PLAN_ACTIONS),
    isImported: fc.boolean(),
    identity: fc.record({
      repo: fc.record({ host: hostileText, owner: hostileText, name: hostileText }),
      targetBranch: hostileText,
    }),
    address: optionalText,
    stack: optionalText,
    origin: optionalText,
    changes: listOf(4, change),
    settings: fc.record({ requiredStatuses: listOf(3, hostileText), state: hostileText }),
    protection: listOf(2, fc.record({ name: hostileText, kind: loss, message: hostileText })),
    warnings: listOf(2, fc.record({ summary: hostileText, detail: hostileText })),
    pullRequests: fc.option(listOf(3, pullRequest), { nil: undefined }),
  })
  .map(({ action, ...more }) => planQueue(action, more));

/** Any plan in which every text may be hostile. */
export const hostilePlan: fc.Arbitrary<Plan> = fc
  .record({ queues: fc.array(queue, { maxLength: 5 }), warnings: fc.array(hostileText, { maxLength: 2 }) })
  .map(({ queues, warnings }) => makePlan(queues, { warnings }));
