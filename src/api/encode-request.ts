import { MergeQueueError } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import { describeIssue, listProblems } from "../wire/describe-issue";
import { OPERATIONS, type OperationName, type OperationRequest } from "../wire/first/operations";
import { describeSubject, readSubject } from "./responses/describe-failure";
import type { Asked } from "./responses/read-body";

/** Bytes that a request body may have (interface, Limits). */
export const MAX_REQUEST_BYTES = 20 * 1024 * 1024;

const MAX_FINDINGS_SHOWN = 10;

const DEFAULT_ADVICE = "Configure fewer or shorter values.";

/** A request on the wire: POST has a body, GET a query. */
export interface EncodedRequest {
  /** Query with its question mark, or empty: `?repo=acme%2Fweb&repoHost=github.com`. */
  readonly query: string;
  /** JSON. */
  readonly body?: string;
  readonly asked?: Asked;
}

/**
 * Checks a request against the interface and encodes it. Fields that the interface does not name, and values
 * out of bounds, are never sent.
 * @throws MergeQueueError `invalid_request` with all that is wrong, or a size above {@link MAX_REQUEST_BYTES}
 */
export function encodeRequest<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
): EncodedRequest {
  const { requestSchema, toBody, method, sizeAdvice = DEFAULT_ADVICE } = OPERATIONS[name];
  const checked = requestSchema.safeParse(request, { error: describeIssue });
  if (!checked.success) {
    const problems = listProblems(checked.error);
    const shown = problems.slice(0, MAX_FINDINGS_SHOWN);
    const more = problems.length > shown.length ? ` … and ${problems.length - shown.length} more.` : "";
    const field = checked.error.issues.find(({ path }) => path.length > 0)?.path.join(".");
    throw new MergeQueueError(
      "invalid_request",
      `The request for ${name} was not sent: it does not match the interface. ${shown.join(" ")}${more}`,
      { operation: name, ...(field === undefined ? {} : { field }) },
    );
  }
  if (method === "GET") return { query: encodeQuery(checked.data) };
  const body = JSON.stringify(toBody === undefined ? checked.data : toBody(checked.data));
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_REQUEST_BYTES) {
    const subject = readSubject(request);
    throw new MergeQueueError(
      "invalid_request",
      `The request for ${name} of ${describeSubject(subject, quote)} was not sent: it has ${bytes} bytes, and the ` +
        `service takes at most ${MAX_REQUEST_BYTES} (20 MiB). ${sizeAdvice}`,
      { operation: name, ...(subject.queue === undefined ? {} : { queue: subject.queue }) },
    );
  }
  const targetBranch = "targetBranch" in request ? request.targetBranch : undefined;
  const prNumber = "pr" in request ? request.pr.number : undefined;
  return { query: "", body, asked: { targetBranch, prNumber } };
}

function encodeQuery(request: object): string {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}
