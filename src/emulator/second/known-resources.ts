import type { Queue } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import { isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { tryRefuseRepository } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { makePullRequestId, makeRepositoryId, readPullRequestNumber } from "../../engine/stable-ids";
import { parseRepository } from "../../queue/parse-queue-id";
import { formatRepository, type QueueIdentity, type Repository } from "../../queue/queue-identity";
import type { SecondRequest } from "../../wire/second/operations";
import type { ServedEngine } from "../service/handle-request";
import { SecondError } from "./second-error";

export function toRepositoryId({ engine }: ServedEngine, repo: Repository | string): string {
  return makeRepositoryId(engine.state.seed, toRepositoryKey(repo));
}

export function toRepositoryUrl(repo: Repository): string {
  return `https://${formatRepository(repo)}`;
}

/** Stands for a time that is unknown. */
export const UNKNOWN_TIME = new Date(0).toISOString();

export function toPullRequestId({ engine }: ServedEngine, repo: Repository | string, number: number): string {
  return makePullRequestId(engine.state.seed, toRepositoryKey(repo), number);
}

export function findQueueById({ engine }: ServedEngine, id: string): Queue {
  for (const queue of engine.state.queues.values()) if (queue.id === id) return queue;
  throw new SecondError("MERGE_QUEUE_NOT_FOUND", `There is no queue with the id ${JSON.stringify(id)}.`);
}

/** Finds a repository by its id. If it has queues, uses the first queue's spelling. @throws SecondError */
export function findRepositoryById(service: ServedEngine, id: string): Repository {
  const wanted = id.toLowerCase();
  for (const repo of listKnown(service)) if (toRepositoryId(service, repo) === wanted) return repo;
  throw new SecondError("REPOSITORY_NOT_FOUND", `The organization has no repository with the id ${id}.`);
}

/** Finds a repository by its address, unless the option `repositories` excludes it. @throws SecondError */
export function findRepositoryByUrl(service: ServedEngine, url: string): Repository {
  const path = url.replace(/(?<!\/)\/+$/, "").replace(/\.git$/i, "");
  const [, text = ""] = /^https?:\/\/([^?#@]+)$/i.exec(path) ?? [];
  const named = tryParse(text);
  if (named === undefined || tryRefuseRepository(named, service.options) !== undefined) {
    throw new SecondError("PROVIDER_URL_NOT_FOUND", "The organization has no repository at this address.");
  }
  const id = toRepositoryId(service, named);
  for (const repo of listKnown(service)) if (toRepositoryId(service, repo) === id) return repo;
  service.repositories.set(id, named);
  return named;
}

function* listKnown({ engine, options, repositories }: ServedEngine): Generator<Repository, void, undefined> {
  for (const { identity } of engine.state.queues.values()) yield identity.repo;
  yield* repositories.values();
  const names = [...(options.repositories ?? []), ...engine.state.pullRequests.keys()];
  yield* names.flatMap((name) => tryParse(name) ?? []);
}

function tryParse(text: string): Repository | undefined {
  try {
    return parseRepository(text);
  } catch {
    // It is not the name of a repository.
    return undefined;
  }
}

export function showPullRequestName(
  service: ServedEngine,
  { repo }: Pick<QueueIdentity, "repo">,
  { number, sha, title }: HostPullRequest,
): Pick<HostPullRequest, "number" | "sha" | "title"> & Readonly<Record<"id" | "url", string>> {
  const id = toPullRequestId(service, repo, number);
  return { id, number, sha, title, url: `${toRepositoryUrl(repo)}/pull/${number}` };
}

/** A pull request at the code host, and its queue: the current one, or else the last one, if any. */
export interface EnteredPullRequest {
  readonly repo: Repository;
  readonly pullRequest: HostPullRequest;
  readonly queue: Queue | undefined;
}

export function findEntered(service: ServedEngine, id: string): EnteredPullRequest {
  const known = tryFindEntered(service, id);
  if (known !== undefined) return known;
  throw new SecondError("PR_NOT_FOUND", `The organization has no pull request with the id ${id}.`);
}

/** Finds a pull request by its id. @returns undefined if the code host does not know this pull request */
export function tryFindEntered(service: ServedEngine, id: string): EnteredPullRequest | undefined {
  const { seed, pullRequests } = service.engine.state;
  const number = readPullRequestNumber(seed, id);
  const isMeant = (key: string): boolean => makePullRequestId(seed, key, number) === id.toLowerCase();
  for (const [key, known] of pullRequests) {
    const pullRequest = known.get(number);
    if (pullRequest !== undefined && isMeant(key))
      return enter(service, makeRepositoryId(seed, key), pullRequest);
  }
  return undefined;
}

function enter(
  service: ServedEngine,
  repositoryId: string,
  pullRequest: HostPullRequest,
): EnteredPullRequest {
  const repo = findRepositoryById(service, repositoryId);
  const key = toRepositoryKey(repo);
  const submitted = [...service.engine.state.queues.values()].flatMap((queue) => {
    const isHere = toRepositoryKey(queue.identity.repo) === key;
    const latest = isHere ? tryFindLatest(queue, pullRequest.number) : undefined;
    return latest === undefined ? [] : [{ queue, latest }];
  });
  // A pull request is in one queue at most. Otherwise, its last queue counts.
  const present = submitted.find(({ latest }) => isEnqueued(latest));
  const [last] = submitted.toSorted((a, b) => b.latest.submittedAtMs - a.latest.submittedAtMs);
  return { repo, pullRequest, queue: (present ?? last)?.queue };
}

/** Lists the selected pull requests at the code host. A branch selects at most one pull request. */
export function selectAtHost(
  service: ServedEngine,
  repositoryId: string,
  selector: Pick<SecondRequest<"GET /pull-requests">, "number" | "branch" | "baseBranch">,
): readonly EnteredPullRequest[] {
  const { number, branch, baseBranch } = selector;
  const id = repositoryId.toLowerCase();
  const [, known] =
    [...service.engine.state.pullRequests].find(([key]) => toRepositoryId(service, key) === id) ?? [];
  if (known === undefined) return [];
  const toEntered = (one: HostPullRequest): EnteredPullRequest => enter(service, id, one);
  if (branch === undefined) return [...new Set(number)].flatMap((one) => known.get(one) ?? []).map(toEntered);
  const matches = [...known.values()]
    .filter((one) => one.headBranch.normalize() === branch.normalize())
    .filter((one) => baseBranch === undefined || one.baseBranch.normalize() === baseBranch.normalize());
  // As published: the open one, else the one that was created last, by number.
  const open = matches.filter(({ closedAtMs }) => closedAtMs === undefined);
  return (open.length > 0 ? open : matches).slice(-1).map(toEntered);
}
