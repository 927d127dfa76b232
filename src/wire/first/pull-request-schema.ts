import * as z from "zod/mini";
import type { PullRequestState } from "../../queue/pull-request-state";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { isPlainObject } from "../../text/is-plain-object";
import {
  FLAG,
  NUMBER,
  orUndefined,
  readable,
  TEXT,
  toLazySchema,
  toNameSchema,
  toResponseSchema,
  WORD,
} from "../response-schema";
import { ESTIMATE } from "../second/response-fields";
import { ENTRY_STATES } from "../second/words";
import type { PullRequestSelector } from "./pull-request";
import { LABEL_SCHEMA, toWholeNumberSchema } from "./request-schema";

/** Request field `pr`: a pull request's number, an integer from 0 to 4294967295 (interface, Limits). */
export const PULL_REQUEST_REFERENCE_SCHEMA = z.strictObject({
  number: toWholeNumberSchema(0, INTEGER_BOUNDS.max),
});

/** Request field `pr` of `/getSubmittedPullRequest`: either the pull request's number or its head branch. */
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

/** A pull request in a queue. Only its number is required, so that responses of newer services are valid. */
export const QUEUED_PULL_REQUEST_SCHEMA = toLazySchema(() => ({ ...PULL_REQUEST_FIELDS, noBatch: FLAG }));

/** By state: the key under which live services send the details of a change to that state. */
export const STATE_DETAILS: Readonly<Record<PullRequestState, string>> = {
  ...ENTRY_STATES,
  failed: "failure",
  cancelled: "cancellation",
};

function readStep(step: Readonly<Record<string, unknown>>): unknown {
  const [state, name = ""] = Object.entries(STATE_DETAILS).find(([, key]) => isPlainObject(step[key])) ?? [];
  const detail = step[name];
  const { reason, actor, failureCausingStatuses, testRunId } = isPlainObject(detail) ? detail : {};
  const testRun = readRunId(step["testRun"]) ?? testRunId;
  const shown = Object.entries({ state, reason, actor, failureCausingStatuses });
  const known = shown.filter(([, value]) => value !== undefined);
  return Object.fromEntries([...known, ...Object.entries(step), ["testRun", testRun]]);
}

/** Returns a run's id or, if the run has none, the last part of the name of the run's branch. */
function readRunId(run: unknown): unknown {
  if (!isPlainObject(run)) return run;
  const { id, testRunId, testBranch, branch = testBranch } = run;
  const named = [id, testRunId].find((name) => typeof name === "string");
  return named ?? (typeof branch === "string" ? branch.slice(branch.lastIndexOf("/") + 1) : undefined);
}

const TIMELINE_ENTRY_SCHEMA = z.lazy(() => {
  const actor = toNameSchema("gitHubLogin", "name");
  const failureCausingStatuses = orUndefined(z.array(toNameSchema("name", "context")));
  const fields = { timestamp: TEXT, state: WORD, reason: WORD, actor, testRun: TEXT, failureCausingStatuses };
  return z.pipe(z.transform(readStep), toResponseSchema(fields));
});

const READINESS_FIELDS = {
  hasImpactedTargets: FLAG,
  requiresImpactedTargets: FLAG,
  doesBaseBranchMatch: FLAG,
  hostMergeability: WORD,
};
const READINESS_ALIASES = new Map([["gitHubMergeability", "hostMergeability"]]);

/** A pull request as `/getSubmittedPullRequest` returns it. Only the number is required. */
export const SUBMITTED_PULL_REQUEST_SCHEMA = toLazySchema(() => ({
  ...PULL_REQUEST_FIELDS,
  forceEnqueued: FLAG,
  isCurrentlySubmittedToQueue: FLAG,
  verifiedByTestRun: TEXT,
  timeline: orUndefined(readable(TIMELINE_ENTRY_SCHEMA)),
  estimate: orUndefined(ESTIMATE),
  readiness: orUndefined(toResponseSchema(READINESS_FIELDS, READINESS_ALIASES)),
}));
