import type { Submission } from "../engine/engine-state";
import type { PagePullRequest } from "./page-model";

/** Takes of a submission what people know its pull request by. */
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

/** Characters (UTF-16) that the page shows of a text from outside. */
const MAX_LENGTH = 200;

/** Cuts a text from outside to what a person can read; a cut one ends in `…`. */
export function shortenText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Half of a surrogate pair at the cut would be no character.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
