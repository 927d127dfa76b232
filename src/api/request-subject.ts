import { formatQueueId, formatRepository, type QueueIdentity } from "../queue/queue-identity";
import type { OperationName, OperationRequest } from "./operations";

/** The subject of a request, for messages: a queue, a repository, or, with neither, all repositories. */
export interface RequestSubject {
  /** The queue that the request names. */
  readonly queue?: QueueIdentity;
  /** The repository of a request that names no queue, as `host/owner/name`. */
  readonly repository?: string;
  /** Which item of the queue: `pull request 7`, `branch feature`, `test run …`. */
  readonly item?: { readonly kind: "pull request" | "branch" | "test run"; readonly name: string };
}

/** Returns what a checked request is about. */
export function readSubject(request: OperationRequest<OperationName>): RequestSubject {
  if ("targetBranch" in request) {
    const queue = { repo: request.repo, targetBranch: request.targetBranch };
    if ("testRunId" in request) return { queue, item: { kind: "test run", name: request.testRunId } };
    if (!("pr" in request)) return { queue };
    const { number, branch } = request.pr as { readonly number?: number; readonly branch?: string };
    if (branch !== undefined) return { queue, item: { kind: "branch", name: branch } };
    return { queue, item: { kind: "pull request", name: String(number) } };
  }
  if ("events" in request) return { repository: formatRepository(request.repo) };
  const { repo, repoHost } = request;
  return repo === undefined ? {} : { repository: `${String(repoHost)}/${repo}` };
}

/** Describes a subject: `queue "github.com/acme/web/main" (pull request 7)`, `repository "…"`, `all repositories`. */
export function describeSubject(subject: RequestSubject, quote: (name: string) => string): string {
  const { queue, repository, item } = subject;
  if (queue === undefined) {
    return repository === undefined ? "all repositories" : `repository ${quote(repository)}`;
  }
  const id = `queue ${quote(formatQueueId(queue))}`;
  if (item === undefined) return id;
  return `${id} (${item.kind} ${item.kind === "pull request" ? item.name : quote(item.name)})`;
}
