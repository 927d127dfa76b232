import fc from "fast-check";
import type { FaultInput } from "../../src/emulator/control/fault-input";
import { SETTINGS } from "../../src/queue/settings";
import {
  arbitraryAdditional,
  arbitraryEdit,
  arbitraryIdentityOf,
  arbitraryOutsideSettings,
  arbitraryQueueConfig,
  type ConfigEdit,
  editConfig,
} from "./arbitrary-config";
import {
  ADDRESSES,
  type Address,
  type ApplyCommand,
  type Command,
  type OutsideAction,
  type QueueConfig,
  type Sequence,
  type Stack,
  type Trouble,
} from "./command";

/** The change of one resource's configuration from one apply to the next. */
type StackEdit =
  | { readonly kind: "keep" | "drop" }
  | { readonly kind: "edit"; readonly edit: ConfigEdit }
  | { readonly kind: "declare"; readonly config: QueueConfig };

/** An apply whose configuration depends on the one before. */
interface RelativeApply extends Omit<ApplyCommand, "kind" | "stack"> {
  readonly kind: "relative";
  readonly edits: { readonly [Name in Address]?: StackEdit };
}

const WRITES = ["createQueue", "updateQueue", "deleteQueue"] as const;
const OPERATIONS = ["getQueue", ...WRITES] as const;

/** A drop, an error or a cut of one or two requests, so that retries overcome it. */
const arbitraryTransientFault: fc.Arbitrary<FaultInput> = fc
  .tuple(
    fc.constantFrom<readonly (typeof OPERATIONS)[number][]>(
      [...OPERATIONS],
      [...WRITES],
      ...OPERATIONS.map((name) => [name]),
    ),
    fc.oneof(
      fc.record({ times: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ onTime: fc.integer({ min: 1, max: 3 }) }),
    ),
    fc.oneof(
      fc.record({ kind: fc.constant("drop" as const), commits: fc.boolean() }),
      fc.record({
        kind: fc.constant("answer" as const),
        status: fc.constantFrom(500, 502, 503, 504),
        commits: fc.boolean(),
      }),
      fc.constant({ kind: "answer" as const, status: 429 }),
      fc.record({
        kind: fc.constant("truncate" as const),
        bytes: fc.integer({ min: 0, max: 20 }),
        isLengthDeclared: fc.constant(true),
      }),
    ),
  )
  .map(([operations, when, what]) => ({ operations: [...operations], ...when, ...what }));

const INTEGERS = SETTINGS.filter(({ kind }) => kind === "integer").map(({ name }) => name);

/** The largest number that the service stores. */
function limitTo(largest: number, operations: readonly (typeof WRITES)[number][]): FaultInput {
  return {
    kind: "clampNumbers",
    operations: [...operations],
    largest: Object.fromEntries(INTEGERS.map((name) => [name, largest])),
  };
}

/** The service refuses everything or some writes permanently, or limits stored numbers. */
const arbitraryLastingFault: fc.Arbitrary<FaultInput> = fc.oneof(
  fc
    .tuple(
      fc.subarray([...WRITES], { minLength: 1 }),
      fc.constantFrom(400, 401, 403),
      fc.integer({ min: 1, max: 2 }),
    )
    .map(([operations, status, fromTime]): FaultInput => ({ kind: "answer", operations, status, fromTime })),
  fc.constant(limitTo(2, ["updateQueue"])),
  fc.constantFrom<FaultInput>({ kind: "answer", status: 401 }, { kind: "answer", status: 403 }),
  fc
    .subarray([...WRITES], { minLength: 1 })
    .map((operations): FaultInput => ({ kind: "foreignPage", operations, commits: true })),
);

/** Faults that last as long as an operation may take: minutes. */
const arbitraryLongFault: fc.Arbitrary<FaultInput> = fc.oneof(
  fc.constant(limitTo(2, ["createQueue", "updateQueue"])),
  fc
    .tuple(
      fc.subarray([...WRITES], { minLength: 1 }),
      fc.constantFrom<Pick<Extract<FaultInput, { kind: "answer" }>, "kind" | "status">>(
        { kind: "answer", status: 500 },
        { kind: "answer", status: 429 },
      ),
    )
    .map(([operations, what]): FaultInput => ({ ...what, operations })),
  fc
    .subarray([...WRITES], { minLength: 1 })
    .map((operations): FaultInput => ({ kind: "foreignPage", operations, commits: false })),
);

function arbitraryTrouble(isRealTime: boolean): fc.Arbitrary<Trouble> {
  const lasting = isRealTime ? arbitraryLastingFault : fc.oneof(arbitraryLastingFault, arbitraryLongFault);
  return fc.oneof(
    { weight: 3, arbitrary: arbitraryTransientFault.map((fault): Trouble => ({ kind: "fault", fault })) },
    { weight: 3, arbitrary: lasting.map((fault): Trouble => ({ kind: "fault", fault })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("kill" as const),
        operation: fc.constantFrom(...OPERATIONS, ...WRITES),
        time: fc.integer({ min: 1, max: 2 }),
        isCommitted: fc.boolean(),
      }),
    },
  );
}

function arbitraryOutside(addresses: readonly Address[]): fc.Arbitrary<OutsideAction> {
  return fc
    .constantFrom(...addresses)
    .chain(arbitraryIdentityOf)
    .chain((identity) =>
      fc.oneof(
        { weight: 4, arbitrary: arbitraryChange.map((change) => ({ ...change, identity })) },
        { weight: 2, arbitrary: fc.constant<OutsideAction>({ kind: "delete", identity }) },
        { weight: 2, arbitrary: fc.constant<OutsideAction>({ kind: "create", identity }) },
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constantFrom(
              "enqueue" as const,
              "enqueue" as const,
              "enqueue" as const,
              "dequeue" as const,
            ),
            identity: fc.constant(identity),
            number: fc.integer({ min: 1, max: 2 }),
          }),
        },
      ),
    );
}

const arbitraryChange = fc
  .tuple(arbitraryOutsideSettings, arbitraryAdditional, fc.integer({ min: 0, max: 5 }))
  .map(([{ requiredStatuses, ...settings }, additional, die]) => {
    const deletesRequiredStatuses = die === 5;
    // One request cannot do both.
    const statuses = deletesRequiredStatuses || requiredStatuses === undefined ? {} : { requiredStatuses };
    return {
      kind: "change" as const,
      settings: { ...settings, ...statuses },
      additional,
      deletesRequiredStatuses,
    };
  });

function arbitraryStackEdit(address: Address): fc.Arbitrary<StackEdit> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<StackEdit>({ kind: "keep" }) },
    { weight: 4, arbitrary: arbitraryEdit.map((edit): StackEdit => ({ kind: "edit", edit })) },
    {
      weight: 3,
      arbitrary: arbitraryQueueConfig(address).map((config): StackEdit => ({ kind: "declare", config })),
    },
    { weight: 3, arbitrary: fc.constant<StackEdit>({ kind: "drop" }) },
  );
}

function arbitraryApply(addresses: readonly Address[], isRealTime: boolean): fc.Arbitrary<RelativeApply> {
  return fc.record({
    kind: fc.constant("relative" as const),
    edits: fc.record(Object.fromEntries(addresses.map((address) => [address, arbitraryStackEdit(address)]))),
    replace: fc.oneof(
      { weight: 9, arbitrary: fc.constant<Address[]>([]) },
      fc.subarray([...addresses], { minLength: 1 }),
    ),
    meanwhile: fc.oneof(
      { weight: 4, arbitrary: fc.constant<OutsideAction[]>([]) },
      fc.array(arbitraryOutside(addresses), { minLength: 1, maxLength: 2 }),
    ),
    trouble: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: arbitraryTrouble(isRealTime) },
    ),
  });
}

function arbitraryStep(
  addresses: readonly Address[],
  isRealTime: boolean,
): fc.Arbitrary<Command | RelativeApply> {
  const address = fc.constantFrom(...addresses);
  return fc.oneof(
    { weight: 10, arbitrary: arbitraryApply(addresses, isRealTime) },
    {
      weight: 5,
      arbitrary: arbitraryOutside(addresses).map((action): Command => ({ kind: "outside", action })),
    },
    { weight: 1, arbitrary: fc.constant<Command>({ kind: "refresh" }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("taint" as const, "untaint" as const, "forget" as const),
        address,
      }),
    },
    {
      weight: 2,
      arbitrary: address.chain((name) =>
        arbitraryIdentityOf(name).map((identity): Command => ({ kind: "import", address: name, identity })),
      ),
    },
  );
}

/** The length of sequences. */
export interface SequenceOptions {
  /** Maximum number of commands. Default: 8. */
  readonly maxCommands?: number;
  /** Whether waiting takes real time; then no command waits for minutes. Default: false. */
  readonly isRealTime?: boolean;
}

/** Any sequence. Its first command declares something. */
export function arbitrarySequence({
  maxCommands = 8,
  isRealTime = false,
}: SequenceOptions = {}): fc.Arbitrary<Sequence> {
  return fc.constantFrom<readonly Address[]>(["a"], ["a", "b"]).chain((addresses) =>
    fc
      .record({
        inheritedStatuses: fc.constantFrom<readonly string[]>([], ["inherited"]),
        stack: fc.record(
          Object.fromEntries(addresses.map((address) => [address, arbitraryQueueConfig(address)])),
        ),
        steps: fc.array(arbitraryStep(addresses, isRealTime), { minLength: 1, maxLength: maxCommands }),
      })
      .map(({ inheritedStatuses, stack, steps }) => ({
        inheritedStatuses,
        commands: resolveStacks(stack, steps),
      })),
  );
}

/** Returns the commands with their whole configurations. */
function resolveStacks(first: Stack, steps: readonly (Command | RelativeApply)[]): Command[] {
  let stack = first;
  return steps.map((step): Command => {
    if (step.kind !== "relative") return step;
    const { edits, ...apply } = step;
    stack = Object.fromEntries(
      ADDRESSES.flatMap((address) => {
        const config = editStack(stack[address], edits[address]);
        return config === undefined ? [] : [[address, config] as const];
      }),
    );
    return { ...apply, kind: "apply", stack };
  });
}

function editStack(config: QueueConfig | undefined, edit: StackEdit | undefined): QueueConfig | undefined {
  switch (edit?.kind) {
    case undefined:
    case "keep":
      return config;
    case "drop":
      return undefined;
    case "declare":
      return edit.config;
    case "edit":
      return config === undefined ? undefined : editConfig(config, edit.edit);
  }
}
