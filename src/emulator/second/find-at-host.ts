import type { HostPullRequest } from "../../engine/host-pull-request";
import type { ServedEngine } from "../service/handle-request";
import {
  findPullRequestById,
  findRepositoryById,
  type KnownPullRequest,
  toRepositoryId,
  tryFindQueueOfPullRequest,
} from "./known-resources";
import type { EnteredPullRequest } from "./show-pull-request";

/** Which pull requests of a repository are meant. */
interface Selector {
  readonly number?: number | readonly number[] | undefined;
  readonly branch?: string | undefined;
  readonly baseBranch?: string | undefined;
}

/** Finds a pull request with its entry. @throws SecondError */
export function findEntered(service: ServedEngine, id: string): EnteredPullRequest {
  return enter(service, findPullRequestById(service, id));
}

function enter(service: ServedEngine, known: KnownPullRequest): EnteredPullRequest {
  return { ...known, queue: tryFindQueueOfPullRequest(service, known) };
}

/** Lists what the code host knows of the selected pull requests, by number: of a branch, one at most. */
export function selectAtHost(
  service: ServedEngine,
  repositoryId: string,
  { number, branch, baseBranch }: Selector,
): readonly EnteredPullRequest[] {
  const { pullRequests } = service.engine.state;
  const wanted = repositoryId.toLowerCase();
  const [, known] = [...pullRequests].find(([key]) => toRepositoryId(service, key) === wanted) ?? [];
  if (known === undefined) return [];
  const numbers = [...new Set([number ?? []].flat())].sort((a, b) => a - b);
  const found =
    branch === undefined
      ? numbers.flatMap((one) => known.get(one) ?? [])
      : selectByBranch([...known.values()], branch, baseBranch);
  const repo = findRepositoryById(service, wanted);
  return found.map((pullRequest) => enter(service, { repo, pullRequest }));
}

/** As published: the open one if there is one, else the one that was created last, as numbers tell. */
function selectByBranch(
  known: readonly HostPullRequest[],
  branch: string,
  baseBranch: string | undefined,
): readonly HostPullRequest[] {
  const matches = known.filter((one) => {
    const isOnBase = baseBranch === undefined || one.baseBranch.normalize() === baseBranch.normalize();
    return isOnBase && one.headBranch.normalize() === branch.normalize();
  });
  const open = matches.filter(({ closedAtMs }) => closedAtMs === undefined);
  return (open.length > 0 ? open : matches).slice(-1);
}
