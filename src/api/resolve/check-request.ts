import type { OperationName, OperationRequest } from "../operations";

/**
 * Checks a request before anything else is sent for its sake. The schemas are loaded only now, because they take
 * their time and not every program that can write does.
 * @throws MergeQueueError `invalid_request` naming everything that is wrong
 */
export async function checkRequest<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
): Promise<void> {
  const { encodeRequest } = await import("../encode-request");
  encodeRequest(name, request);
}
