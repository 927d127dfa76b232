import type { OperationName } from "../../api/operations";
import type { toFullQueueResponse } from "./queue-response";

/** How a live service answers where that differs from the interface: every difference in a body is made here. */
const LIVE_ANSWERS: { readonly [Name in OperationName]?: (body: never) => object } = {
  getQueue: ({ enqueuedPullRequests, ...queue }: ReturnType<typeof toFullQueueResponse>) => ({
    ...queue,
    enqueuedPullRequests: enqueuedPullRequests.filter(({ state }) => state !== "not_ready"),
  }),
};

/** Returns the body with which a live service answers, from the one that the interface describes. */
export function toLiveAnswer(operation: OperationName, body: object): object {
  // The body is that of the operation.
  return LIVE_ANSWERS[operation]?.(body as never) ?? body;
}
