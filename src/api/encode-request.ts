import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import type { OperationName, OperationRequest } from "./operations";
import { OPERATIONS } from "./operations";

/** Bytes that a request body may have (interface, Limits). */
export const MAX_REQUEST_BYTES = 20 * 1024 * 1024;

/** More findings than this help nobody. */
const MAX_FINDINGS_SHOWN = 10;

/**
 * Checks a request against the interface and writes it as JSON. Nothing that the interface does not name, and
 * no value outside its bounds, ever leaves the machine.
 * @throws MergeQueueError `invalid_request` naming everything that is wrong, or the size if it exceeds
 *   {@link MAX_REQUEST_BYTES}
 */
export function encodeRequest<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
): string {
  const checked = OPERATIONS[name].requestSchema.safeParse(request);
  if (!checked.success) {
    const findings = checked.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    const shown = findings.slice(0, MAX_FINDINGS_SHOWN).map((finding) => {
      return finding.path === "" ? finding.message : `${finding.path}: ${finding.message}`;
    });
    const more = findings.length > shown.length ? ` … and ${findings.length - shown.length} more.` : "";
    const field = findings.map((finding) => finding.path).find((path) => path !== "");
    throw new MergeQueueError(
      "invalid_request",
      `The request for ${name} is not what the interface allows, and was not sent. ${shown.join(" ")}${more}`,
      { operation: name, ...(field === undefined ? {} : { field }) },
    );
  }
  const body = JSON.stringify(checked.data);
  const bytes = Buffer.byteLength(body);
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  if (bytes > MAX_REQUEST_BYTES) {
    throw new MergeQueueError(
      "invalid_request",
      `The request for ${name} of queue ${formatQueueId(queue)} has ${bytes} bytes, and was not sent: the ` +
        `service takes at most ${MAX_REQUEST_BYTES} (20 MiB). Configure fewer or shorter values.`,
      { operation: name, queue },
    );
  }
  return body;
}
