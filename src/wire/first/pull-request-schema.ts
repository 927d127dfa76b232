import * as z from "zod/mini";
import { INTEGER_BOUNDS } from "../../queue/settings";
import {
  FLAG,
  NUMBER,
  orUndefined,
  readable,
  TEXT,
  toNameSchema,
  toResponseSchema,
  WORD,
} from "../response-schema";
import type { PullRequestSelector } from "./pull-request";
import { LABEL_SCHEMA, toWholeNumberSchema } from "./request-schema";

/** Request field `pr`: a pull request by its number, an integer from 0 to 4294967295 (interface, Limits). */
export const PULL_REQUEST_REFERENCE_SCHEMA = z.strictObject({
  number: toWholeNumberSchema(0, INTEGER_BOUNDS.max),
});

/** Request field `pr` of `/getSubmittedPullRequest`: exactly one of number and head branch. */
export const PULL_REQUEST_SELECTOR_SCHEMA = z.lazy(() =>
  z.union([PULL_REQUEST_REFERENCE_SCHEMA, z.strictObject({ branch: LABEL_SCHEMA })], {
    error: `Must name the pull request by exactly one of number (0 to ${INTEGER_BOUNDS.max}) and branch (not empty).`,
  }),
) as z.ZodMiniType<PullRequestSelector>;

const PULL_REQUEST_FIELDS = {
  prNumber: z.int().check(z.gte(0)),
  id: TEXT,
  state: WORD,
  stateChangedAt: TEXT,
  priorityValue: NUMBER,
  priorityName: TEXT,
  usedDefaultPriorityName: TEXT,
  skipTheLine: FLAG,
  prTitle: TEXT,
  prSha: TEXT,
  prBaseBranch: TEXT,
  prAuthor: TEXT,
} as const;

/**
 * A pull request in a queue (interface, "Pull request in the queue"). Only its number is required; any other
 * field that is missing or of another type is undefined: no newer service makes a queue unreadable.
 */
export const QUEUED_PULL_REQUEST_SCHEMA = z.lazy(() =>
  toResponseSchema({ ...PULL_REQUEST_FIELDS, noBatch: FLAG }),
);

/** A pull request as `/getSubmittedPullRequest` returns it, equally tolerant. */
export const SUBMITTED_PULL_REQUEST_SCHEMA = z.lazy(() =>
  toResponseSchema({
    ...PULL_REQUEST_FIELDS,
    forceEnqueued: FLAG,
    isCurrentlySubmittedToQueue: FLAG,
    verifiedByTestRun: TEXT,
    timeline: orUndefined(
      readable(
        toResponseSchema({
          testRun: toNameSchema("id", "testRunId"),
          failureCausingStatuses: orUndefined(z.array(toNameSchema("name", "context"))),
        }),
      ),
    ),
    readiness: orUndefined(
      toResponseSchema(
        {
          hasImpactedTargets: FLAG,
          requiresImpactedTargets: FLAG,
          doesBaseBranchMatch: FLAG,
          hostMergeability: WORD,
        },
        new Map([["gitHubMergeability", "hostMergeability"]]),
      ),
    ),
  }),
);
