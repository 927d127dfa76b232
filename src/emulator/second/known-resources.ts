import type { Queue } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import { isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { tryRefuseRepository } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { makePullRequestId, makeRepositoryId, readPullRequestNumber } from "../../engine/stable-ids";
import { parseRepository } from "../../queue/parse-queue-id";
import { formatRepository, type Repository } from "../../queue/queue-identity";
import type { ServedEngine } from "../service/handle-request";
import { SecondError } from "./second-error";

/** Returns the id of a repository. */
export function toRepositoryId({ engine }: ServedEngine, repo: Repository | string): string {
  return makeRepositoryId(engine.state.seed, toRepositoryKey(repo));
}

/** Returns the address of a repository at its code host. */
export function toRepositoryUrl(repo: Repository): string {
  return `https://${formatRepository(repo)}`;
}

/** Returns the address of a pull request at its code host. */
export function toPullRequestUrl(repo: Repository, number: number): string {
  return `${toRepositoryUrl(repo)}/pull/${number}`;
}

/** Stands for a time that nobody has told. */
export const UNKNOWN_TIME = new Date(0).toISOString();

/** Returns the id of a pull request, known or not. */
export function toPullRequestId({ engine }: ServedEngine, repo: Repository | string, number: number): string {
  return makePullRequestId(engine.state.seed, toRepositoryKey(repo), number);
}

/** Finds a queue by its id. @throws SecondError */
export function findQueueById({ engine }: ServedEngine, id: string): Queue {
  for (const queue of engine.state.queues.values()) if (queue.id === id) return queue;
  throw new SecondError("MERGE_QUEUE_NOT_FOUND", `There is no queue with the id ${JSON.stringify(id)}.`);
}

/** Finds a repository by its id, in the spelling of its first queue if it has one. @throws SecondError */
export function findRepositoryById(service: ServedEngine, id: string): Repository {
  const wanted = id.toLowerCase();
  for (const repo of listKnown(service)) if (toRepositoryId(service, repo) === wanted) return repo;
  throw new SecondError("REPOSITORY_NOT_FOUND", `The organization has no repository with the id ${id}.`);
}

/**
 * Finds a repository by its address. Without the option `repositories`, every well-formed address is one of
 * the organization, so that a first queue can be created; its id is known from then on. @throws SecondError
 */
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
  for (const name of names) {
    const repo = tryParse(name);
    if (repo !== undefined) yield repo;
  }
}

function tryParse(text: string): Repository | undefined {
  try {
    return parseRepository(text);
  } catch {
    // It is not the name of a repository.
    return undefined;
  }
}

/** A pull request at the code host. */
export interface KnownPullRequest {
  readonly repo: Repository;
  readonly pullRequest: HostPullRequest;
}

/** Finds a pull request by its id. @throws SecondError */
export function findPullRequestById(service: ServedEngine, id: string): KnownPullRequest {
  const known = tryFindPullRequestById(service, id);
  if (known !== undefined) return known;
  throw new SecondError("PR_NOT_FOUND", `The organization has no pull request with the id ${id}.`);
}

/** Finds a pull request by its id. @returns undefined if the code host knows none */
export function tryFindPullRequestById(service: ServedEngine, id: string): KnownPullRequest | undefined {
  const { seed, pullRequests } = service.engine.state;
  const number = readPullRequestNumber(seed, id);
  for (const [key, known] of pullRequests) {
    const pullRequest = known.get(number);
    if (pullRequest === undefined || makePullRequestId(seed, key, number) !== id.toLowerCase()) continue;
    return { repo: findRepositoryById(service, makeRepositoryId(seed, key)), pullRequest };
  }
  return undefined;
}

/** Finds the queue that a pull request is in, or was in. @returns undefined if it was never submitted */
export function tryFindQueueOfPullRequest(
  { engine }: ServedEngine,
  { repo, pullRequest }: KnownPullRequest,
): Queue | undefined {
  const repositoryKey = toRepositoryKey(repo);
  const submitted = [...engine.state.queues.values()].flatMap((queue) => {
    const isHere = toRepositoryKey(queue.identity.repo) === repositoryKey;
    const latest = isHere ? tryFindLatest(queue, pullRequest.number) : undefined;
    return latest === undefined ? [] : [{ queue, latest }];
  });
  // It is in one at most; of those that it has left, the last one counts.
  const present = submitted.find(({ latest }) => isEnqueued(latest));
  const [last] = submitted.toSorted((a, b) => b.latest.submittedAtMs - a.latest.submittedAtMs);
  return (present ?? last)?.queue;
}
