import * as z from "zod";
import type { OperationName } from "../../api/operations";
import { OPERATIONS } from "../../api/operations";
import type { Fault } from "../faults";
import {
  delay,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  fromTime,
  lagReads,
  onOperation,
  onTime,
  truncate,
} from "../faults";

/** Longest time that a fault may take, in milliseconds: ten minutes. */
const MAX_DELAY_MS = 600_000;

const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
const OPERATION = z.enum(OPERATION_NAMES);
const COUNT = z.int().min(1).max(1_000_000);
const DURATION = z.int().min(0).max(MAX_DELAY_MS);

/** When a fault happens: always, unless told otherwise; at most one of the three. */
const WHEN = {
  /** Which operations it happens to. Default: all. */
  operations: z.union([OPERATION, z.array(OPERATION).min(1)]).optional(),
  /** To the first n requests that reach it. */
  times: COUNT.optional(),
  /** To the n-th request that reaches it, counted from 1. */
  onTime: COUNT.optional(),
  /** To that one and to all after it. */
  fromTime: COUNT.optional(),
};

const HEADERS = z.record(
  z.string().regex(/^[a-z0-9-]+$/, "Must be the name of a header field in lower case."),
  z.string().regex(/^[\x20-\x7e]*$/, "Must consist of visible ASCII characters and spaces."),
);

/** The JSON form of a fault. */
export const FAULT_SCHEMA = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...WHEN,
      kind: z.literal("answer"),
      status: z.int().min(200).max(599),
      headers: HEADERS.optional(),
      body: z.string().optional(),
      commits: z.boolean().optional(),
    }),
    z.strictObject({ ...WHEN, kind: z.literal("foreignPage"), commits: z.boolean().optional() }),
    z.strictObject({ ...WHEN, kind: z.literal("delay"), ms: DURATION }),
    z.strictObject({ ...WHEN, kind: z.literal("drop"), commits: z.boolean() }),
    z.strictObject({
      ...WHEN,
      kind: z.literal("truncate"),
      bytes: z.int().min(0),
      isLengthDeclared: z.boolean().optional(),
    }),
    z.strictObject({ ...WHEN, kind: z.literal("drip"), bytes: z.int().min(1), intervalMs: DURATION }),
    z.strictObject({ ...WHEN, kind: z.literal("lagReads"), reads: COUNT }),
  ])
  .refine(
    ({ times, onTime, fromTime }) => [times, onTime, fromTime].filter((n) => n !== undefined).length < 2,
    "Takes one of times, onTime and fromTime, not two.",
  );

/** A fault as JSON: what happens, and to which requests. */
export type FaultInput = z.output<typeof FAULT_SCHEMA>;

/** What a proxy or a wireless network's login page answers in place of the service. */
const FOREIGN_PAGE = "<!doctype html><title>Sign in</title><h1>Sign in to use this network</h1>";

/** Makes the fault that JSON describes. */
export function makeFault(input: FaultInput): Fault {
  const { operations, times, onTime: time, fromTime: first } = input;
  let fault = makeAlways(input);
  if (times !== undefined) fault = firstTimes(times, fault);
  if (time !== undefined) fault = onTime(time, fault);
  if (first !== undefined) fault = fromTime(first, fault);
  return operations === undefined ? fault : onOperation(operations, fault);
}

function makeAlways(input: FaultInput): Fault {
  switch (input.kind) {
    case "answer": {
      const { status, headers = {}, body, commits = false } = input;
      return fail(status, { commits, headers, ...(body === undefined ? {} : { body }) });
    }
    case "foreignPage": {
      const headers = { "content-type": "text/html; charset=utf-8" };
      return fail(200, { commits: input.commits ?? false, headers, body: FOREIGN_PAGE });
    }
    case "delay":
      return delay(input.ms);
    case "drop":
      return input.commits ? dropAfterCommit : dropBeforeCommit;
    case "truncate":
      return truncate(input.bytes, input.isLengthDeclared);
    case "drip":
      return drip(input.bytes, input.intervalMs);
    case "lagReads":
      return lagReads(input.reads);
  }
}
