import {
  type ErrorCode,
  type ErrorDetails,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../queue/merge-queue-error";
import type { OperationRequest } from "../../wire/first/operations";
import type { CallOptions } from "../api-client";
import { type ApiContext, createPollDelays, type PollContext, pollUntil, READER_LAG_MS } from "../poll-until";
import { TRANSIENT_STATUSES, toUncertainCode } from "../retry-policy";

/** A probe's result: the read that shows the effect, `not_applied`, or an error that forbids a repeat. */
export type ProbeResult<Read> = { readonly applied: Read } | "not_applied" | MergeQueueError;

/** Non-idempotent operations whose effect a read can show. */
type ProbedOperation = "createQueue" | "deleteQueue" | "submitPullRequest" | "cancelPullRequest";

/** A write that must not be repeated before a probe shows that the write had no effect. */
export interface NonIdempotentWrite<Read = unknown> {
  readonly operation: ProbedOperation;
  readonly request: OperationRequest<ProbedOperation>;
  /** Reads whether the write was applied. Undefined if the wanted state existed before. */
  readonly probe: Probe<Read> | undefined;
  /** A sentence for messages if the probe finds that the write was not applied. */
  readonly notApplied: string;
  /** Time of the caller's last read. Default: the first request needs no read. */
  readonly seenAtMs?: number | undefined;
  /** If set, repeating an applied write fails with this code, so one probe before a repeat is enough. */
  readonly repeatCode?: Extract<ErrorCode, "refused" | "not_found">;
}

/** @param failure - how the call of the write failed; undefined if that call has not ended */
type Probe<Read> = (options: CallOptions, failure?: MergeQueueError) => Promise<ProbeResult<Read>>;

export type WriteOutcome<Read = unknown> =
  | { readonly kind: "answered"; readonly response: unknown }
  | { readonly kind: "inferred"; readonly response: undefined; readonly read: Read }
  /** The probe finds the wanted state, but no request can have been applied: someone else made the change. */
  | { readonly kind: "found"; readonly response: undefined; readonly read: Read };

/** Maximum responses to one write from something other than a merge queue service. */
const MAX_STRANGE_RESPONSES = 3;

/**
 * If a response was lost, or a lost request may have caused a refusal, a probe decides whether to repeat the
 * write. Three responses from something else, such as a sign-in page, end the repeats once probes have shown
 * for {@link READER_LAG_MS} that nothing was applied. An interrupt ends all waits; one last probe follows. If
 * a write of a queue was delayed for more than a second, a probe also comes before the repeat.
 * @throws MergeQueueError `outcome_unknown`, `interrupted`, as `ApiClient.call`. Messages count all attempts
 */
export async function sendUntilKnown<Read>(
  context: ApiContext,
  given: NonIdempotentWrite<Read>,
): Promise<WriteOutcome<Read>> {
  const { probe: read } = given;
  let { seenAtMs } = given;
  // A probe may take a while after its read.
  const probe: Probe<Read> | undefined =
    read &&
    (async (options, failure) => {
      seenAtMs = context.clock.now();
      return read(options, failure);
    });
  const write = { ...given, probe };
  const startedAt = context.clock.now();
  const nextDelayMs = createPollDelays();
  let attempts = 0;
  let strangeResponses = 0;
  let stage: Stage = "clear";
  for (;;) {
    const delayMs = nextDelayMs();
    const earlier = { attempts, elapsedMs: context.clock.now() - startedAt, wasLost: stage !== "clear" };
    let look: ProbeResult<Read> | undefined;
    const beforeRepeat = async (options: CallOptions): Promise<boolean> => {
      look = (await probe?.(options)) ?? "not_applied";
      return look === "not_applied";
    };
    const careful = write.operation === "submitPullRequest" ? context : { ...context, beforeRepeat };
    const options = { ...careful, earlier, seenAtMs };
    let failure;
    try {
      const response = await context.api.call(write.operation, write.request, options);
      return { kind: "answered", response };
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      failure = error;
    }
    const found = conclude(look ?? "not_applied");
    if (found !== "not_applied") return toOutcome(stage === "clear" ? "found" : "inferred", found);
    attempts = failure.details.attempts ?? attempts;
    if (isStrange(failure)) strangeResponses++;
    stage = findStage(write, failure, stage, strangeResponses);
    const sent = { context, write, failure };
    let verdict = await decide(sent, stage);
    if (verdict === "not_applied") {
      const next = await waitForNext(sent, stage, delayMs);
      if (next === "repeat") continue;
      // One probe proves less than many: the service may have worked on the request until the interrupt.
      if (next === "look") verdict = await probeFor(sent, 0);
    }
    if (verdict !== "not_applied") return toOutcome("inferred", verdict);
    throw createUnknownError(sent);
  }
}

type Stage =
  | "clear"
  /** An interrupt came before the write could be repeated. */
  | "unsent"
  | "refused"
  | "failed"
  | "lost"
  /** The response was lost, and too many responses came from something other than a merge queue service. */
  | "strange";

function findStage(
  { probe, repeatCode }: NonIdempotentWrite,
  { code, details }: MergeQueueError,
  before: Stage,
  strangeResponses: number,
): Stage {
  const isLost = details.isEffectPossible === true;
  if (!isLost && before === "clear") return "clear";
  const isRefused = code === "refused" || code === "not_found";
  if (isRefused && (probe === undefined || !isLost)) return "refused";
  if (isLost) return strangeResponses === MAX_STRANGE_RESPONSES ? "strange" : "lost";
  return repeatCode !== undefined && code === "interrupted" ? "unsent" : "failed";
}

/** Tells whether a response seems not to come from a service, for example a page with status 200. */
function isStrange({ details: { isEffectPossible, status } }: MergeQueueError): boolean {
  return isEffectPossible === true && status !== undefined && !TRANSIENT_STATUSES.has(status);
}

type Shown<Read> = Exclude<ProbeResult<Read>, MergeQueueError>;

/** @throws the probe's error, if the write must not be repeated */
function conclude<Read>(result: ProbeResult<Read>): Shown<Read> {
  if (isMergeQueueError(result)) throw result;
  return result;
}

function toOutcome<Read>(kind: "inferred" | "found", { applied }: { applied: Read }): WriteOutcome<Read> {
  return { kind, response: undefined, read: applied };
}

function isStopped({ stopSignal }: PollContext): boolean {
  return stopSignal?.aborted === true;
}

interface SentWrite<Read = unknown> {
  readonly context: PollContext;
  readonly write: NonIdempotentWrite<Read>;
  readonly failure: MergeQueueError;
}

/** @throws MergeQueueError if the write must not be repeated, or if the probe cannot tell */
async function decide<Read>(sent: SentWrite<Read>, stage: Stage): Promise<Shown<Read>> {
  const { write, failure } = sent;
  const { probe, repeatCode, notApplied } = write;
  if (stage === "clear") throw failure;
  if (stage === "unsent") return "not_applied";
  if (stage === "failed") {
    // Without a repeat code, probes have shown long enough that earlier requests had no effect.
    if (repeatCode === undefined && probe !== undefined) throw failure;
    const message =
      `${failure.message} The response to an earlier request was lost: it is not known whether that request was applied. ` +
      "Run the same command again.";
    const doubt = describeDoubt(write, failure.details);
    throw new MergeQueueError(toUncertainCode(failure.code), message, doubt, failure);
  }
  if (probe === undefined && stage === "refused") throw failure;
  const isQuick = stage === "lost" && repeatCode !== undefined;
  const shown = await probeFor(sent, isQuick ? 0 : READER_LAG_MS);
  if (shown !== "not_applied" || stage === "lost") return shown;
  if (stage === "strange") {
    const code = failure.code === "outcome_unknown" ? "server_error" : failure.code;
    const message =
      `${failure.message} ${notApplied} None of ${MAX_STRANGE_RESPONSES} responses came from a merge queue service: ` +
      "check the service's address, and whether a proxy or a sign-in page responds in its place.";
    throw new MergeQueueError(code, message, { ...failure.details, isEffectPossible: false }, failure);
  }
  if (failure.code !== repeatCode) throw failure;
  const why = `The response to an earlier request was lost; that request may be the reason for this refusal. ${notApplied}`;
  throw createUnknownError(sent, { why });
}

/** Probes as long as the result is `not_applied`. */
async function probeFor<Read>(sent: SentWrite<Read>, lagMs: number): Promise<Shown<Read>> {
  const { context, failure } = sent;
  const { probe } = sent.write;
  if (probe === undefined) return "not_applied";
  const read = async (options: CallOptions): Promise<ProbeResult<Read>> => probe(options, failure);
  const startedAt = context.clock.now();
  let result;
  try {
    result = await pollUntil(context, read, (seen) => seen !== "not_applied", lagMs);
  } catch (error) {
    if (isMergeQueueError(error)) {
      const why = `Reading the result failed, too: ${toErrorMessage(error)}`;
      throw createUnknownError(sent, { why, cause: error });
    }
    if (!isStopped(context)) throw error;
    throw createUnknownError(sent, { cause: error });
  }
  // A probe proves nothing if the deadline came before the end of the lag.
  const isTooSoon = result === "not_applied" && context.clock.now() - startedAt < lagMs;
  if (isTooSoon) throw createUnknownError(sent);
  return conclude(result);
}

/** Waits before a repeat. After an interrupt, returns `look` if one last probe may show the outcome. */
async function waitForNext(
  { context, write: { repeatCode } }: SentWrite,
  stage: Stage,
  delayMs: number,
): Promise<"repeat" | "look" | "give_up"> {
  if (stage === "unsent") return "look";
  if (isStopped(context) || delayMs >= context.deadline.remainingMs) return "give_up";
  try {
    await context.clock.sleep(delayMs, context.stopSignal);
    return "repeat";
  } catch {
    // A clock rejects only after an interrupt.
    return repeatCode === undefined ? "give_up" : "look";
  }
}

function createUnknownError(
  { context, write, failure }: SentWrite,
  { why = write.notApplied, cause = failure }: { readonly why?: string; readonly cause?: unknown } = {},
): MergeQueueError {
  const isInterrupted = isStopped(context);
  const end = isInterrupted ? "You interrupted the check, so it" : "It";
  return new MergeQueueError(
    isInterrupted ? "interrupted" : "outcome_unknown",
    `${failure.message} ${why} ${end} is not known whether the request took effect. Run the same command again: it first ` +
      "reads the present state.",
    describeDoubt(write, failure.details),
    cause,
  );
}

function describeDoubt({ operation, request }: NonIdempotentWrite, details: ErrorDetails): ErrorDetails {
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  return { ...details, operation, queue, isEffectPossible: true };
}
