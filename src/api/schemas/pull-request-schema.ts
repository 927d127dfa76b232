import * as z from "zod";
import { INTEGER_BOUNDS } from "../../queue/settings";
import type { PullRequestSelector } from "../pull-request";
import { toWholeNumberSchema } from "./whole-number-schema";

/** Request field `pr`: a pull request by its number, an integer from 0 to 4294967295 (interface, Limits). */
export const PULL_REQUEST_REFERENCE_SCHEMA = z.strictObject({
  number: toWholeNumberSchema(0, INTEGER_BOUNDS.max),
});

/** Request field `pr` of `/getSubmittedPullRequest`: exactly one of number and head branch. */
export const PULL_REQUEST_SELECTOR_SCHEMA = z.union(
  [PULL_REQUEST_REFERENCE_SCHEMA, z.strictObject({ branch: z.string().min(1, "Must not be empty.") })],
  {
    error: `Must name the pull request by exactly one of number (0 to ${INTEGER_BOUNDS.max}) and branch (not empty).`,
  },
) as z.ZodType<PullRequestSelector>;

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

const PULL_REQUEST_FIELDS = {
  prNumber: z.int().min(0),
  id: text,
  state: text,
  stateChangedAt: text,
  priorityValue: z.number().optional().catch(undefined),
  priorityName: text,
  usedDefaultPriorityName: text,
  skipTheLine: flag,
  prTitle: text,
  prSha: text,
  prBaseBranch: text,
  prAuthor: text,
} as const;

/**
 * A pull request as it waits in a queue (interface, "Pull request in the queue"). Only its number is needed;
 * every other field that is missing or of another type is undefined, so that a newer service never makes a
 * queue unreadable. Fields that the interface does not name pass through.
 */
export const QUEUED_PULL_REQUEST_SCHEMA = z.looseObject({ ...PULL_REQUEST_FIELDS, noBatch: flag });

/** A pull request as `/getSubmittedPullRequest` answers it; as tolerant as the one above. */
export const SUBMITTED_PULL_REQUEST_SCHEMA = z.looseObject({
  ...PULL_REQUEST_FIELDS,
  forceEnqueued: flag,
  isCurrentlySubmittedToQueue: flag,
  readiness: z
    .looseObject({
      hasImpactedTargets: flag,
      requiresImpactedTargets: flag,
      doesBaseBranchMatch: flag,
      hostMergeability: text,
    })
    .optional()
    .catch(undefined),
});
