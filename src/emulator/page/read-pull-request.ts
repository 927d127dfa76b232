import type { Submission } from "../engine/engine-state";
import type { PagePullRequest } from "./page-model";
import { shortenText } from "./shorten-text";

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
