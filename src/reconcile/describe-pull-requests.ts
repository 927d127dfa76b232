import type { PullRequest } from "../api/pull-request";

const MOST_LISTED = 10;
const LONGEST_TITLE = 80;
const LONGEST_WORD = 40;

/**
 * Lists pull requests, one per line: number, title, author, state. Lists at most ten, and cuts titles at 80 characters,
 * authors and states at 40.
 */
export function describePullRequests(pullRequests: readonly PullRequest[]): string {
  const lines = pullRequests.slice(0, MOST_LISTED).map(({ prNumber, prTitle, prAuthor, state }) => {
    const title = prTitle === undefined ? "" : ` ${JSON.stringify(shorten(prTitle, LONGEST_TITLE))}`;
    const author = prAuthor === undefined ? "" : ` by ${toOneLine(prAuthor)}`;
    return `  #${prNumber}${title}${author}${state === undefined ? "" : ` (${toOneLine(state)})`}`;
  });
  const more = pullRequests.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`].join("\n") : lines.join("\n");
}

/** Counts pull requests, with the verb: `1 pull request is`. */
export function countPullRequests({ length }: readonly PullRequest[]): string {
  return length === 1 ? "1 pull request is" : `${length} pull requests are`;
}

/** Keeps line breaks in foreign text from looking like further entries. */
function toOneLine(text: string): string {
  return shorten(text.replace(/\s+/gu, " "), LONGEST_WORD);
}

function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
