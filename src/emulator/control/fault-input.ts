import * as z from "zod/mini";
import { parseQueueId } from "../../queue/parse-queue-id";
import { boundedList } from "../../wire/bounded-list";
import { OPERATIONS, type OperationName } from "../../wire/first/operations";
import { SECOND_OPERATIONS, type SecondName } from "../../wire/second/operations";
import * as faults from "../faults";
import { ControlError, type ControlOperation, defineWrite } from "./control-operation";

const MAX_DELAY_MS = 600_000;

/** Largest response that a fault produces, in bytes: 64 MiB, twice the client's limit. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

const OPERATION = z.enum([
  ...(Object.keys(OPERATIONS) as [OperationName, ...OperationName[]]),
  ...(Object.keys(SECOND_OPERATIONS) as SecondName[]),
]);
const COUNT = z.int().check(z.gte(1), z.lte(1_000_000));
const DURATION = z.int().check(z.gte(0), z.lte(MAX_DELAY_MS));

const RETRY_AFTER = z.int().check(z.gte(0), z.lte(86_400));

const QUEUE_ID = z
  .string()
  .check(z.refine(isQueueId, 'Must be the id of a queue, "host/owner/name/branch".'));

const WHEN = {
  operations: z.optional(z.union([OPERATION, z.array(OPERATION).check(z.minLength(1))])),
  queue: z.optional(QUEUE_ID),
  onReusedConnection: z.optional(z.boolean()),
  times: z.optional(COUNT),
  onTime: z.optional(COUNT),
  fromTime: z.optional(COUNT),
};

const HEADERS = z.record(
  z.string().check(z.regex(/^[a-z0-9-]+$/, "Must be the name of a header field in lower case.")),
  z.string().check(z.regex(/^[\x20-\x7e]*$/, "Must consist of visible ASCII characters and spaces.")),
);

const MAKERS = new Map<string, (input: never) => faults.Fault>();

/** The JSON form of faults: the fields and the implementation of each kind of fault. */
export const FAULT_SCHEMA = z
  .discriminatedUnion("kind", [
    defineFault(
      "answer",
      {
        status: z.int().check(z.gte(200), z.lte(599)),
        headers: z.optional(HEADERS),
        retryAfter: z.optional(RETRY_AFTER),
        body: z.optional(z.string()),
        commits: z.optional(z.boolean()),
      },
      ({ status, headers, retryAfter, body, commits = false }) => {
        const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
        const given = body === undefined ? {} : { body };
        return faults.fail(status, { commits, headers: { ...wait, ...headers }, ...given });
      },
    ),
    defineFault("foreignPage", { commits: z.optional(z.boolean()) }, ({ commits = false }) =>
      faults.fail(200, {
        commits,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Sign in</title><h1>Sign in to use this network</h1>",
      }),
    ),
    defineFault("delay", { ms: DURATION }, ({ ms }) => faults.delay(ms)),
    defineFault("drop", { commits: z.boolean() }, ({ commits }) =>
      commits ? faults.dropAfterCommit : faults.dropBeforeCommit,
    ),
    defineFault(
      "truncate",
      { bytes: z.int().check(z.gte(0)), isLengthDeclared: z.optional(z.boolean()) },
      ({ bytes, isLengthDeclared }) => faults.truncate(bytes, isLengthDeclared),
    ),
    defineFault(
      "drip",
      { bytes: z.int().check(z.gte(1)), intervalMs: DURATION, from: z.optional(z.enum(["head", "body"])) },
      ({ bytes, intervalMs, from }) => faults.drip(bytes, intervalMs, from),
    ),
    defineFault("inflate", { bytes: z.int().check(z.gte(0), z.lte(MAX_RESPONSE_BYTES)) }, ({ bytes }) =>
      faults.inflate(bytes),
    ),
    defineFault(
      "limitInFlight",
      { limit: COUNT, retryAfter: z.optional(RETRY_AFTER) },
      ({ limit, retryAfter }) => faults.limitInFlight(limit, retryAfter),
    ),
    defineFault(
      "changeAnswer",
      { set: z.optional(z.record(z.string(), z.unknown())), remove: z.optional(z.array(z.string())) },
      ({ set = {}, remove = [] }) => faults.changeAnswer({ set, remove }),
    ),
    defineFault("clampNumbers", { largest: z.record(z.string(), z.number()) }, ({ largest }) =>
      faults.clampNumbers(largest),
    ),
    defineFault("lagReads", { reads: COUNT }, ({ reads }) => faults.lagReads(reads)),
  ])
  .check(
    z.refine(
      ({ times, onTime, fromTime }) => [times, onTime, fromTime].filter((n) => n !== undefined).length < 2,
      "Use only one of times, onTime and fromTime.",
    ),
  );

function defineFault<Kind extends string, Fields extends z.core.$ZodShape>(
  kind: Kind,
  fields: Fields,
  make: (input: z.core.$InferObjectOutput<Fields, Record<string, unknown>>) => faults.Fault,
) {
  MAKERS.set(kind, make);
  return z.strictObject({ ...WHEN, kind: z.literal(kind), ...fields });
}

export type FaultInput = z.output<typeof FAULT_SCHEMA>;

export function makeFault(input: FaultInput): faults.Fault {
  const { operations, queue, times, onTime: time, fromTime: first } = input;
  let fault = (MAKERS.get(input.kind) as (input: FaultInput) => faults.Fault)(input);
  if (times !== undefined) fault = faults.firstTimes(times, fault);
  if (time !== undefined) fault = faults.onTime(time, fault);
  if (first !== undefined) fault = faults.fromTime(first, fault);
  if (input.onReusedConnection === true) fault = faults.onReusedConnection(fault);
  if (queue !== undefined) fault = faults.onQueue(parseQueueId(queue), fault);
  return operations === undefined ? fault : faults.onOperation(operations, fault);
}

/** Operations that set faults or revoke a key. */
export const FAULT_OPERATIONS: readonly ControlOperation[] = [
  defineWrite(
    "setFaults",
    "Replaces the faults for requests to /v1 and /v2. The first fault is outermost: it gets each request first.",
    z.strictObject({ faults: boundedList(FAULT_SCHEMA) }),
    ({ faults }, { faults: inputs }) => {
      faults.set(inputs.map((input) => ({ fault: makeFault(input), description: input })));
      return { faults: faults.describe() };
    },
  ),
  defineWrite("clearFaults", "Removes all faults.", z.strictObject({}), ({ faults }) => {
    faults.set([]);
    return { faults: faults.describe() };
  }),
  defineWrite(
    "revokeKey",
    "Revokes the key that has this label.",
    z.strictObject({ label: z.string() }),
    ({ keys }, { label }) => {
      if (keys.revoke(label)) return {};
      throw new ControlError("not_found", `There is no key with the label ${JSON.stringify(label)}.`);
    },
  ),
];

function isQueueId(text: string): boolean {
  try {
    parseQueueId(text);
    return true;
  } catch {
    // The schema has one message for all cases.
    return false;
  }
}
