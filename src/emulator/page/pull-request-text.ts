import type { Submission } from "../engine/engine-state";
import type { PagePullRequest } from "./page-model";

/** Reads how the page names a pull request. */
export function readPullRequest({ id, number, pullRequest }: Submission): PagePullRequest {
  const { title, author, headBranch } = pullRequest;
  return {
    id,
    number,
    title: shortenText(title),
    author: shortenText(author),
    headBranch: shortenText(headBranch),
  };
}

/** UTF-16 code units that the page shows of a string from outside. */
const MAX_LENGTH = 200;

/** Shortens a string from outside; a shortened one ends in `…`. */
export function shortenText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Do not split a surrogate pair.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
