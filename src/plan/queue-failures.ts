import {
  type ErrorCode,
  isMergeQueueError,
  MergeQueueError,
  type PartFailure,
  toErrorMessage,
} from "../queue/merge-queue-error";

/** A list in a message has at most this many lines. The list in `details.failures` is always complete. */
const MOST_LINES = 10;

const FATAL_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unauthorized",
  "wrong_address",
  "proxy_refused",
  "unreachable",
  "interrupted",
]);

/** Tells whether other queues of the service would fail for the same reason. */
export function isFatal(error: unknown): boolean {
  return isMergeQueueError(error) && (FATAL_CODES.has(error.code) || isFatal(error.cause));
}

/** Converts an error to the failure of a queue. @throws any error that is not a MergeQueueError (a bug) */
export function toPartFailure(part: string, error: unknown): PartFailure {
  if (!isMergeQueueError(error)) throw error;
  return { part, code: error.code, message: toErrorMessage(error) };
}

/** Lists failures, one per line. */
export function listFailures(failures: readonly PartFailure[]): string {
  const lines = failures.map(({ part, message }) => {
    // Most messages name the queue themselves.
    const head = message.includes(part) ? "" : `${part}: `;
    return head + message.replaceAll("\n", "\n  ");
  });
  return listLines(lines);
}

/** Lists items, one per line. If there are more than ten items, lists nine and counts the others. */
export function listLines(lines: readonly string[]): string {
  const shown = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines;
  const more = lines.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`and ${more} more`])].map((line) => `\n- ${line}`).join("");
}

/** Writes a number of queues, such as `1 queue` or `2 queues`. */
export function countQueues(count: number): string {
  return count === 1 ? "1 queue" : `${count} queues`;
}

interface Reading<Queue> {
  readonly errors: ReadonlyMap<Queue, MergeQueueError>;
  readonly done: number;
  /** A clause that names the consequence of a failure, such as `there is no plan`. */
  readonly outcome: string;
}

/** Requires that every queue was read. @throws the same errors as `readQueues` */
export function requireAllRead<Queue>(
  queues: readonly Queue[],
  nameQueue: (queue: Queue) => string,
  { errors, done, outcome }: Reading<Queue>,
): void {
  const total = queues.length;
  const failed = queues.flatMap((queue) => {
    const error = errors.get(queue);
    return error === undefined ? [] : [{ error, failure: toPartFailure(nameQueue(queue), error) }];
  });
  const [first] = failed;
  if (first === undefined) return;
  const failures = failed.map(({ failure }) => failure);
  const progress = { done, total };
  const interrupt = failed.find(({ error }) => error.code === "interrupted");
  if (interrupt !== undefined) {
    const message = `Interrupted after reading ${done} of ${countQueues(total)}: ${outcome}.`;
    throw new MergeQueueError("interrupted", message, { failures, progress }, interrupt.error);
  }
  const untried = total - done - failed.length;
  const rest = untried === 0 ? "" : `\nSkipped because of these failures: ${countQueues(untried)}.`;
  const head = `${failed.length} of ${countQueues(total)} could not be read, so ${outcome}:`;
  const { code, details } = first.error;
  const message = `${head}${listFailures(failures)}${rest}`;
  throw new MergeQueueError(code, message, { ...details, failures, progress }, first.error);
}
