import { isDeepStrictEqual } from "node:util";
import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { ApiClient, CallOptions } from "../../../src/api/api-client";
import { Deadline } from "../../../src/api/clock";
import { type ErrorCode, MergeQueueError } from "../../../src/queue/merge-queue-error";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";
import { Reconciler } from "../../../src/reconcile/reconciler";
import { OPERATIONS, type OperationName } from "../../../src/wire/first/operations";
import { catchRejection } from "../../api/support/catch-rejection";
import { VirtualClock } from "../../support/virtual-clock";
import type { MadeCall, Stage } from "./stage";
import { QUEUE, type Step } from "./steps";

/** The result of a played test. */
export interface Outcome<Result> extends Stage {
  readonly result: Result;
}

/** The result of a played test that must fail. */
export interface FailedOutcome extends Stage {
  readonly error: MergeQueueError;
}

/**
 * Runs code against a script: the calls that are expected with their whole bodies, in order, and what the
 * service does about each. A call that is not in the script, and one that is not made, fail the test,
 * whatever the code did about it. Requests and responses pass the operation table as they do in the real
 * client, which also ends a call when the user interrupts or the deadline is over.
 */
export async function play<Result>(
  steps: readonly Step[],
  run: (stage: Stage) => Promise<Result>,
  timeoutMs = 300_000,
): Promise<Outcome<Result>> {
  const { stage, finish } = setStage(steps, timeoutMs);
  try {
    const result = await run(stage);
    return { ...stage, result };
  } finally {
    finish();
  }
}

/** As {@link play}, for code that must fail. */
export async function playFailure(
  steps: readonly Step[],
  run: (stage: Stage) => Promise<unknown>,
  timeoutMs = 300_000,
): Promise<FailedOutcome> {
  const outcome = await play(steps, (stage) => catchRejection(run(stage)), timeoutMs);
  return { ...outcome, error: outcome.result };
}

/** Checks the error of a played test: its code or these fields, and parts of its message. */
export async function expectError(
  outcome: Promise<FailedOutcome>,
  expected: ErrorCode | object,
  ...parts: readonly string[]
): Promise<void> {
  const { error } = await outcome;
  expect(error).toMatchObject(typeof expected === "string" ? { code: expected } : expected);
  for (const part of parts) expect(error.message).toContain(part);
}

const NOT_READY_LIST = ["listPullRequests", { ...QUEUE, state: "not_ready", take: 100 }];

function setStage(steps: readonly Step[], timeoutMs: number): { stage: Stage; finish: () => void } {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const calls: MadeCall[] = [];
  const lists: MadeCall[] = [];
  let notReady: Step["notReady"];
  const left = [...steps];
  const problems: string[] = [];

  const call = async (operation: OperationName, request: object, options: CallOptions): Promise<unknown> => {
    if (options.stopSignal?.aborted === true) throw new MergeQueueError("interrupted", "Interrupted.");
    if (options.deadline.remainingMs === 0) throw new MergeQueueError("deadline_exceeded", "Too late.");
    const made = { operation, options, remainingMs: options.deadline.remainingMs };
    if (notReady !== undefined && isDeepStrictEqual([operation, request], NOT_READY_LIST)) {
      lists.push(made);
      if (notReady instanceof Error) throw notReady;
      const pullRequests = typeof notReady === "function" ? notReady(stage) : notReady;
      return OPERATIONS.listPullRequests.responseSchema.parse({ pullRequests });
    }
    calls.push(made);
    const step = left.shift();
    if (step?.operation !== operation || !isDeepStrictEqual(step.request, request)) {
      problems.push(
        `expected ${step === undefined ? "no further call" : `${step.operation} ${JSON.stringify(step.request)}`}, ` +
          `got ${operation} ${JSON.stringify(request)}`,
      );
      throw new Error("not in the script");
    }
    OPERATIONS[operation].requestSchema.parse(request);
    notReady = step.notReady;
    step.meanwhile?.(stage);
    clock.advance(step.takesMs ?? 0);
    if (step.response instanceof Error) {
      const mayRepeat = step.isRepeated === true && (await options.beforeRepeat?.(options)) === true;
      if (mayRepeat) return call(operation, request, options);
      throw step.response;
    }
    return OPERATIONS[operation].responseSchema.parse(step.response);
  };
  const api: ApiClient = {
    host: "queue.example.com",
    tokenSource: "MERGEQUEUE_TOKEN",
    vocabulary: TERRAFORM_VOCABULARY,
    abilities: ABILITIES.first,
    tellServiceTime: () => undefined,
    // The operation table checks the scripted responses.
    call: call as ApiClient["call"],
  };
  const deadline = Deadline.after(timeoutMs, clock);
  const context = { api, clock, queue: QUEUE, deadline, stopSignal: stop.signal };
  const stage: Stage = { api, clock, reconciler: new Reconciler(api, clock), stop, calls, lists, context };
  const finish = (): void => {
    for (const step of left)
      problems.push(`${step.operation} ${JSON.stringify(step.request)} was not called`);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  };
  return { stage, finish };
}
