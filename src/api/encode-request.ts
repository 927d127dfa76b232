import type * as z from "zod/mini";
import { MergeQueueError } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import { describeIssue, listProblems } from "../wire/describe-issue";
import { OPERATIONS, type OperationName } from "../wire/first/operations";
import type { Operation } from "../wire/operation";
import type { ClientOperation } from "./client-operations";
import { describeSubject, readSubject } from "./responses/describe-failure";
import type { Asked } from "./responses/read-body";

/** Maximum bytes of a request body (interface, Limits). */
export const MAX_REQUEST_BYTES = 20 * 1024 * 1024;

const MAX_FINDINGS_SHOWN = 10;

/** A request on the wire: a path, and a query or a body. */
export interface EncodedRequest {
  readonly path: string;
  /** The query with its question mark (`?repo=acme%2Fweb&repoHost=github.com`), or an empty string. */
  readonly query: string;
  readonly body?: string;
  readonly asked?: Asked;
}

/** The part of an operation that {@link encodeRequest} needs. */
export interface Encodable
  extends Pick<Operation<never>, "name" | "method" | "path" | "sizeAdvice" | "toBody"> {
  readonly requestSchema: z.ZodMiniType;
}

/**
 * Checks a request against the interface and encodes it. Refuses unknown fields and values out of bounds.
 * @param about - the request of the client's method, for messages. Default: `request`
 * @throws MergeQueueError `invalid_request` with all problems, or for a body above {@link MAX_REQUEST_BYTES}
 */
export function encodeRequest(operation: Encodable, request: object, about = request): EncodedRequest {
  const { name, requestSchema, toBody, method, path } = operation;
  const checked = requestSchema.safeParse(request, { error: describeIssue });
  if (!checked.success) throw toInvalidError(name, checked.error);
  // Requests are objects.
  const fields = checked.data as object;
  const filled = path.replace(/\{(\w+)\}/g, (_all, field: string) =>
    encodeURIComponent(String(fields[field as keyof object])),
  );
  const isInPath = (field: string): boolean => path.includes(`{${field}}`);
  const rest = Object.entries<unknown>({ ...fields }).filter(([field]) => !isInPath(field));
  if (method === "GET" || method === "DELETE") return { path: filled, query: encodeQuery(rest) };
  if (rest.length === 0) return { path: filled, query: "" };
  const body = JSON.stringify(toBody?.(fields as never) ?? Object.fromEntries(rest));
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_REQUEST_BYTES) {
    const { sizeAdvice = "Configure fewer or shorter values." } = operation;
    const subject = readSubject(about);
    throw new MergeQueueError(
      "invalid_request",
      `The request for ${name} of ${describeSubject(subject, quote)} was not sent: it has ${bytes} bytes, and the ` +
        `service takes at most ${MAX_REQUEST_BYTES} (20 MiB). ${sizeAdvice}`,
      { operation: name, ...(subject.queue === undefined ? {} : { queue: subject.queue }) },
    );
  }
  const targetBranch = "targetBranch" in request ? (request.targetBranch as string) : undefined;
  const prNumber = "pr" in request ? (request.pr as { readonly number?: number }).number : undefined;
  return { path: filled, query: "", body, asked: { targetBranch, prNumber } };
}

/** Checks a request for the first interface. @throws MergeQueueError `invalid_request` */
export function checkFirstRequest(method: ClientOperation, request: object): void {
  const { error } = OPERATIONS[method as OperationName].requestSchema.safeParse(request, {
    error: describeIssue,
  });
  if (error !== undefined) throw toInvalidError(method, error);
}

export function toInvalidError(name: string, error: Pick<z.core.$ZodError, "issues">): MergeQueueError {
  const problems = listProblems(error);
  const shown = problems.slice(0, MAX_FINDINGS_SHOWN);
  const more = problems.length > shown.length ? ` … and ${problems.length - shown.length} more.` : "";
  const field = error.issues.find(({ path }) => path.length > 0)?.path.join(".");
  return new MergeQueueError(
    "invalid_request",
    `The request for ${name} was not sent: it does not match the interface. ${shown.join(" ")}${more}`,
    { operation: name, ...(field === undefined ? {} : { field }) },
  );
}

function encodeQuery(fields: readonly (readonly [string, unknown])[]): string {
  const given = fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}
