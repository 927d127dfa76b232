import fc from "fast-check";
import type { ObjectValue } from "../../../src/plugin/values/value";
import { TRUNK_STATES } from "../../support/trunk-states";
import { arbitraryQueueConfig, arbitraryUnknown } from "./arbitrary-queue-config";

/**
 * One call of the protocol, or a few that only make sense together. A call picks its subject from the responses to
 * earlier calls: a number is an index into them, modulo their count.
 */
export type RandomCall =
  | {
      readonly kind: "validate";
      readonly config: ObjectValue;
      /** Its unknown values, as dotted paths. */
      readonly unknown: readonly string[];
    }
  | {
      /** A plan, made twice; and, if `isApplied`, once more with everything known, and its apply. */
      readonly kind: "plan";
      /** Null: a destroy. */
      readonly config: ObjectValue | null;
      readonly unknown: readonly string[];
      /** Which state it starts from; null: none. */
      readonly prior: number | null;
      readonly privates: number;
      readonly isApplied: boolean;
    }
  | { readonly kind: "read"; readonly state: number; readonly privates: number }
  | {
      readonly kind: "upgrade";
      /** Which state is stored; a string is stored as it is. */
      readonly stored: number | string;
    }
  | { readonly kind: "import"; readonly id: string }
  | { readonly kind: "move"; readonly json: string; readonly typeName: string }
  | { readonly kind: "data"; readonly config: ObjectValue }
  | { readonly kind: "function"; readonly text: string }
  | { readonly kind: "enqueue"; readonly state: number }
  | { readonly kind: "configure" | "validateProvider" | "schema" | "stop" };

const arbitraryIndex = fc.nat({ max: 7 });

const arbitraryJson = fc.oneof(
  fc.constantFrom("null", "{}", "[]", "1", '"x"', "", "{", '{"repo":1}', '{"__proto__":{"a":1}}'),
  fc.constantFrom(...Object.values(TRUNK_STATES)).map((state) => JSON.stringify(state)),
  fc.json({ maxDepth: 3 }),
);

const arbitraryId = fc.oneof(
  fc.constantFrom(
    "a.com/acme/web/rel/1",
    "a.com/acme/web/main",
    "A.com/ACME/web/rel/1",
    "a.com/none/web/main",
  ),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

const arbitraryCall: fc.Arbitrary<RandomCall> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("plan" as const),
      config: fc.option(arbitraryQueueConfig, { freq: 5 }),
      unknown: arbitraryUnknown,
      prior: fc.option(arbitraryIndex, { freq: 3 }),
      privates: arbitraryIndex,
      isApplied: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("read" as const),
      state: arbitraryIndex,
      privates: arbitraryIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("validate" as const),
      config: arbitraryQueueConfig,
      unknown: arbitraryUnknown,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("upgrade" as const),
      stored: fc.oneof({ weight: 2, arbitrary: arbitraryIndex }, arbitraryJson),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("import" as const), id: arbitraryId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      json: arbitraryJson,
      typeName: fc.constantFrom("trunk_merge_queue", "null_resource"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("data" as const), config: arbitraryQueueConfig }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("function" as const), text: arbitraryId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("enqueue" as const), state: arbitraryIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "configure" as const,
        "validateProvider" as const,
        "schema" as const,
        "stop" as const,
      ),
    }),
  },
);

/** Any calls: those of one batch are made at once (rule C-05), and batches one after the other. */
export const arbitraryCalls: fc.Arbitrary<readonly (readonly RandomCall[])[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: arbitraryCall.map((call) => [call]) },
    { weight: 1, arbitrary: fc.array(arbitraryCall, { minLength: 2, maxLength: 5 }) },
  ),
  { minLength: 1, maxLength: 5 },
);
