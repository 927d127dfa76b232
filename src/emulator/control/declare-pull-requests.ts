import * as z from "zod";
import { boundedList } from "../../api/schemas/bounded-list";
import { IDENTITY_FIELDS } from "../../api/schemas/identity-schema";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../api/schemas/pull-request-schema";
import type { Repository } from "../../queue/identity";
import type { HostPullRequest, HostPullRequestInput } from "../engine/engine-state";
import type { QueueEngine } from "../engine/queue-engine";
import { applyOrRefuse, defineWrite } from "./control-operation";

const TEXT = z.string().min(1, "Must not be empty.");

const PULL_REQUEST_SCHEMA = PULL_REQUEST_REFERENCE_SCHEMA.extend({
  title: z.string().optional(),
  sha: TEXT.optional(),
  author: z.string().optional(),
  headBranch: TEXT.optional(),
  baseBranch: TEXT.optional(),
  mergeability: z.enum(["unspecified", "in_progress", "mergeable", "not_mergeable"]).optional(),
  isOpen: z.boolean().optional(),
  isUpToDate: z.boolean().optional(),
  hasPassedChecks: z.boolean().optional(),
  skipTheLine: z.boolean().optional(),
  forceEnqueued: z.boolean().optional(),
}) as z.ZodType<HostPullRequestInput>;

const SCHEMA: z.ZodType<{
  readonly repo: Repository;
  readonly pullRequests: readonly HostPullRequestInput[];
}> = z.strictObject({
  repo: IDENTITY_FIELDS.repo,
  pullRequests: boundedList(PULL_REQUEST_SCHEMA).refine(
    (pullRequests) => pullRequests.length > 0,
    "Must contain at least one pull request.",
  ),
});

/** Sets what the code host reports about new or changed pull requests. */
export const DECLARE_PULL_REQUESTS = defineWrite(
  "declarePullRequests",
  "Says what the code host knows about pull requests, new or changed.",
  SCHEMA,
  ({ service: { engine } }, { repo, pullRequests }) => ({
    pullRequests: pullRequests.map((pullRequest) => declarePullRequest(engine, repo, pullRequest)),
  }),
);

/** @throws ControlError if the engine refuses it */
export function declarePullRequest(
  engine: QueueEngine,
  repo: Repository,
  pullRequest: HostPullRequestInput,
): HostPullRequest | undefined {
  return applyOrRefuse(engine, { type: "declarePullRequest", repo, pullRequest }).pullRequest;
}
