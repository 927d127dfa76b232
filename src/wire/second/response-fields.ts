import * as z from "zod/mini";
import { isPlainObject } from "../../text/is-plain-object";
import { isTextList } from "../../text/is-text-list";
import { boundedList } from "../bounded-list";
import {
  FLAG,
  NUMBER,
  orUndefined,
  readable,
  TEXT,
  toLazySchema,
  toResponseSchema,
  withoutNull,
} from "../response-schema";

export interface Page<Item> {
  readonly data: Item[];
  readonly nextCursor?: string | undefined;
  readonly total?: number | undefined;
}

/** Makes the schema of a page. Refuses invalid elements, because a list without them would look complete. */
export function toPageSchema<Item>(item: z.ZodMiniType<Item>): z.ZodMiniType<Page<Item>> {
  // Dropping an invalid cursor would make an incomplete list look complete, too.
  return toResponseSchema({ data: boundedList(item, 1), nextCursor: withoutNull(z.string()), total: NUMBER });
}

/** A queue. `fromSecondConfig` converts its `config`. */
export const MERGE_QUEUE = toLazySchema(() => ({
  id: z.string(),
  repositoryId: TEXT,
  repositoryUrl: TEXT,
  targetBranch: z.string(),
  state: withoutNull(z.string()),
  mode: withoutNull(z.string()),
  managedState: TEXT,
  createdAt: TEXT,
  updatedAt: TEXT,
  config: z.custom<Readonly<Record<string, unknown>>>(isPlainObject, "Must be an object."),
}));

export const STATE_CHANGE = toLazySchema(() => ({
  id: z.string(),
  state: withoutNull(z.string()),
  mode: withoutNull(z.string()),
}));

const PULL_REQUEST_NAME = toLazySchema(() => ({
  id: z.string(),
  number: z.int(),
  sha: TEXT,
  title: TEXT,
  url: TEXT,
}));

const REASON = toLazySchema(() => ({
  code: z.string(),
  message: TEXT,
  have: NUMBER,
  need: NUMBER,
  check: TEXT,
  ontoPrNumber: NUMBER,
}));

const READINESS = toLazySchema(() => ({
  requiresImpactedTargets: FLAG,
  hasImpactedTargets: FLAG,
  doesBaseBranchMatch: FLAG,
  mergeability: TEXT,
  mergeabilityDetails: orUndefined(toResponseSchema({ reasons: orUndefined(readable(REASON)) })),
}));

const QUEUE_ENTRY = toLazySchema(() => ({
  id: TEXT,
  mergeQueueId: TEXT,
  state: TEXT,
  stateChangedAt: TEXT,
  priorityValue: NUMBER,
  priorityName: TEXT,
  usedDefaultPriorityName: TEXT,
  skipsTheLine: FLAG,
  allowBatching: FLAG,
  direct: FLAG,
  verifiedByVerificationRunId: TEXT,
  readiness: orUndefined(READINESS),
}));

/** A pull request. It has a `queueEntry` if it was ever submitted to a queue. */
export const PULL_REQUEST = toLazySchema(() => ({
  id: z.string(),
  number: z.int().check(z.gte(0)),
  title: TEXT,
  branch: TEXT,
  sha: TEXT,
  baseBranch: TEXT,
  author: TEXT,
  url: TEXT,
  state: TEXT,
  isCurrentlySubmittedToQueue: FLAG,
  queueEntry: withoutNull(QUEUE_ENTRY),
}));

export const VERIFICATION_RUN = toLazySchema(() => ({
  id: z.string(),
  isBisection: FLAG,
  testBranch: TEXT,
  testBranchSha: TEXT,
  createdAt: TEXT,
  status: TEXT,
  requiredStatusesSource: TEXT,
  requiredStatuses: orUndefined(z.custom<string[]>(isTextList)),
  checks: orUndefined(
    readable(toResponseSchema({ name: z.string(), kind: TEXT, status: TEXT, conclusion: TEXT, url: TEXT })),
  ),
  testedPullRequests: orUndefined(readable(PULL_REQUEST_NAME)),
}));

const CHECKS = orUndefined(readable(toResponseSchema({ name: z.string(), url: TEXT, conclusion: TEXT })));

export const TRANSITION = toLazySchema(() => ({
  state: TEXT,
  changedAt: TEXT,
  reason: TEXT,
  verificationRunId: TEXT,
  actor: orUndefined(toResponseSchema({ gitHubLogin: TEXT, trunkUserId: TEXT })),
  pendingFailure: orUndefined(toResponseSchema({ failureCausingChecks: CHECKS })),
  failed: orUndefined(
    toResponseSchema({ failureCausingChecks: CHECKS, blockReasons: orUndefined(readable(REASON)) }),
  ),
}));

/** The result of one pull request in a test run. */
export const TESTING_RESULT = toLazySchema(() => ({
  pullRequestNumber: z.int().check(z.gte(0)),
  endedAt: TEXT,
  testingDurationMs: NUMBER,
  outcome: TEXT,
  entryConclusion: TEXT,
  isBisection: FLAG,
  startedBisection: FLAG,
  verificationRunId: TEXT,
}));

/** The ready pull requests of a queue, in the order in which the queue considers them. */
export const ORDER = toLazySchema(() => ({
  batches: orUndefined(readable(toResponseSchema({ pullRequests: readable(PULL_REQUEST_NAME) }))),
  pending: orUndefined(readable(toResponseSchema({ pullRequest: PULL_REQUEST_NAME }))),
  awaitingAdmission: orUndefined(readable(PULL_REQUEST_NAME)),
}));

/** The service's own forecast for a pull request. */
export const ESTIMATE = toLazySchema(() => ({
  status: TEXT,
  reason: TEXT,
  computedAt: TEXT,
  kind: TEXT,
  estimatedAt: TEXT,
}));

export const TARGETS = toLazySchema(() => ({
  impactsAllTargets: FLAG,
  impactedTargets: orUndefined(z.custom<string[]>(isTextList)),
}));

/** A repository. The id of a repository never changes. */
export const REPOSITORY = toLazySchema(() => ({ id: z.string(), url: TEXT, path: TEXT }));
