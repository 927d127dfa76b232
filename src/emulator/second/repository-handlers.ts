import type { Repository } from "../../queue/queue-identity";
import { jsonResponse } from "../http/delivery";
import {
  findRepositoryById,
  findRepositoryByUrl,
  toRepositoryId,
  toRepositoryUrl,
  UNKNOWN_TIME,
} from "./known-resources";
import type { SecondContext, SecondHandlers } from "./second-handler";
import { toPage } from "./to-page";

const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
  ["bitbucket.org", "bitbucket"],
]);

function showRepository(context: SecondContext, repo: Repository): object {
  return {
    id: toRepositoryId(context, repo),
    provider: PROVIDERS.get(repo.host.toLowerCase()) ?? "unknown",
    path: `${repo.owner}/${repo.name}`,
    host: repo.host,
    url: toRepositoryUrl(repo),
    defaultBranch: null,
    isPrivate: null,
    createdAt: UNKNOWN_TIME,
    updatedAt: UNKNOWN_TIME,
  };
}

/** Operations of repositories. */
export const REPOSITORY_HANDLERS = {
  "GET /repositories": ({ providerUrl, ...page }, context) => {
    const repo = findRepositoryByUrl(context, providerUrl);
    const repositoryId = toRepositoryId(context, repo);
    // All spellings of an address share a cursor.
    const request = { ...page, repositoryId };
    return toPage(context, request, {
      items: [repo],
      toKey: () => repositoryId,
      show: (one) => showRepository(context, one),
    }).response;
  },
  "GET /repositories/{id}": ({ id }, context) =>
    jsonResponse(200, showRepository(context, findRepositoryById(context, id))),
} satisfies Partial<SecondHandlers>;
