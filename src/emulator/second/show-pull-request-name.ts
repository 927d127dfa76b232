import type { HostPullRequest } from "../../engine/host-pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ServedEngine } from "../service/handle-request";
import { toPullRequestId, toPullRequestUrl } from "./known-resources";

/** Shows which pull request it is. */
export function showPullRequestName(
  service: ServedEngine,
  { repo }: Pick<QueueIdentity, "repo">,
  { number, sha, title }: HostPullRequest,
): Pick<HostPullRequest, "number" | "sha" | "title"> & Readonly<Record<"id" | "url", string>> {
  const id = toPullRequestId(service, repo, number);
  return { id, number, sha, title, url: toPullRequestUrl(repo, number) };
}
