import * as z from "zod/mini";
import type { HostPullRequest, HostPullRequestInput } from "../../engine/host-pull-request";
import type { QueueEngine } from "../../engine/queue-engine";
import { toRepositoryKey } from "../../engine/repository-key";
import type { Repository } from "../../queue/queue-identity";
import { boundedList } from "../../wire/bounded-list";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../wire/first/pull-request-schema";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import { applyOrRefuse, defineWrite } from "./control-operation";

const TEXT = z.string().check(z.minLength(1, "Must not be empty."));

const PULL_REQUEST_SCHEMA = z.extend(PULL_REQUEST_REFERENCE_SCHEMA, {
  title: z.optional(z.string()),
  sha: z.optional(TEXT),
  author: z.optional(z.string()),
  headBranch: z.optional(TEXT),
  baseBranch: z.optional(TEXT),
  mergeability: z.optional(z.enum(["unspecified", "in_progress", "mergeable", "not_mergeable"])),
  isOpen: z.optional(z.boolean()),
  draft: z.optional(z.boolean()),
  isUpToDate: z.optional(z.boolean()),
  hasPassedChecks: z.optional(z.boolean()),
  skipTheLine: z.optional(z.boolean()),
  forceEnqueued: z.optional(z.boolean()),
}) as z.ZodMiniType<HostPullRequestInput>;

const PULL_REQUESTS = boundedList(PULL_REQUEST_SCHEMA).check(
  z.refine((pullRequests) => pullRequests.length > 0, "Must contain at least one pull request."),
);

/** Sets what the code host reports about new or changed pull requests. */
export const DECLARE_PULL_REQUESTS = defineWrite(
  "declarePullRequests",
  "Says what the code host knows about pull requests, new or changed.",
  z.strictObject({ repo: IDENTITY_FIELDS.repo, pullRequests: PULL_REQUESTS }),
  ({ engine }, { repo, pullRequests }) => ({
    pullRequests: pullRequests.map((pullRequest) => declarePullRequest(engine, repo, pullRequest)),
  }),
);

/** @throws ControlError if the engine refuses it */
export function declarePullRequest(
  engine: QueueEngine,
  repo: Repository,
  pullRequest: HostPullRequestInput,
): HostPullRequest | undefined {
  applyOrRefuse(engine, { type: "declarePullRequest", repo, pullRequest });
  return engine.state.pullRequests.get(toRepositoryKey(repo))?.get(pullRequest.number);
}
