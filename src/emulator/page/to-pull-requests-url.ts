import type { Repository } from "../../queue/identity";

/**
 * Writes the address of a repository's pull requests at its code host: a number belongs behind it.
 * @returns undefined if the host is not one that an address can have
 */
export function toPullRequestsUrl({ host, owner, name }: Repository): string | undefined {
  if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(host)) return undefined;
  const path = /(?:^|\.)gitlab\./i.test(host) ? "-/merge_requests" : "pull";
  return `https://${host}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/${path}/`;
}
