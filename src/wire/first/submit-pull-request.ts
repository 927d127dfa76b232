import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { makeWrite, type Operation } from "../operation";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "./pull-request-schema";
import { toQueueRequestSchema, toWholeNumberSchema } from "./request-schema";

const OR_ELSE = ", a string or null";

/** Body of `/submitPullRequest`. */
export type SubmitPullRequestRequest = QueueIdentity & {
  /** The pull request's number: an integer from 0 to 4294967295. */
  readonly pr: { readonly number: number };
  /** The priority: an integer from 0 to 4294967295, or a name. If null or absent, the service chooses it. */
  readonly priority?: number | string | null | undefined;
  /** Whether the pull request is tested alone, outside batches. */
  readonly noBatch?: boolean | undefined;
};

export const SUBMIT_PULL_REQUEST: Operation<SubmitPullRequestRequest> = {
  ...makeWrite("submitPullRequest"),
  activity: "Submitting a pull request to the queue",
  requestSchema: toQueueRequestSchema(() => ({
    pr: PULL_REQUEST_REFERENCE_SCHEMA,
    priority: z.optional(
      z.union([toWholeNumberSchema(0, INTEGER_BOUNDS.max, OR_ELSE), z.string(), z.null()], {
        error: `Must be a whole number from 0 to ${INTEGER_BOUNDS.max}${OR_ELSE}.`,
      }),
    ),
    noBatch: z.optional(z.boolean()),
  })),
};
