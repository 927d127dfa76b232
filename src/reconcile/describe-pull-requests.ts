import type { PullRequest } from "../api/pull-request";

const MOST_LISTED = 10;
const LONGEST_TITLE = 80;
const LONGEST_WORD = 40;

/**
 * Lists pull requests for people, one a line: number, title, author, state. At most ten are listed and
 * texts are cut at 80 characters, names and states at 40, so that a message stays readable.
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

/** Keeps foreign text from looking like further lines of the list. */
function toOneLine(text: string): string {
  return shorten(text.replace(/\s+/gu, " "), LONGEST_WORD);
}

function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
