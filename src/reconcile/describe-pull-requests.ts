import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import type { PullRequest } from "../wire/first/pull-request";

const MOST_LISTED = 10;
const LONGEST_TITLE = 80;
const LONGEST_WORD = 40;

/** Messages name each pull request in one of these states. They only count pull requests that wait. */
const NAMED: readonly string[] = ["testing", "tests_passed", "pending_failure", "not_ready"];

/** Lists at most ten pull requests, one per line: number, title, author, state. Shortens long texts. */
export function describePullRequests(pullRequests: readonly PullRequest[]): string {
  const lines = pullRequests.slice(0, MOST_LISTED).map(({ prNumber, prTitle, prAuthor, state }) => {
    const title = prTitle === undefined ? "" : ` ${JSON.stringify(shorten(prTitle, LONGEST_TITLE))}`;
    const author = prAuthor === undefined ? "" : ` by ${toOneLine(prAuthor)}`;
    return `  #${prNumber}${title}${author}${state === undefined ? "" : ` (${toOneLine(state)})`}`;
  });
  const more = pullRequests.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`].join("\n") : lines.join("\n");
}

/** Writes how many pull requests there are, with the verb: `1 pull request is`. */
export function countPullRequests({ length }: readonly PullRequest[]): string {
  return length === 1 ? "1 pull request is" : `${length} pull requests are`;
}

/** Lists the remaining pull requests: `4 left: testing #7, #8; not_ready #9 (cancel); 1 waiting`. */
export function describeLeft(left: readonly PullRequest[]): string {
  const groups = NAMED.flatMap((state) => {
    const inState = left.filter((each) => each.state === state);
    const remedy = state === "not_ready" ? " (cancel)" : "";
    return inState.length === 0 ? [] : [`${state} ${listNumbers(inState, 12)}${remedy}`];
  });
  const waiting = left.filter(({ state }) => !NAMED.some((named) => named === state)).length;
  if (waiting > 0) groups.push(`${waiting} waiting`);
  return `${left.length} left: ${groups.join("; ")}`;
}

/** Says that the pull requests that are not ready could not be listed. @param problem - why, as a sentence */
export function describeUnlisted(queue: QueueIdentity, problem: string): string {
  return `The pull requests in queue ${formatQueueId(queue)} that are not ready could not be listed. ${problem}`;
}

/** Lists numbers: `#7, #8 and 2 more`. */
export function listNumbers(pullRequests: readonly Pick<PullRequest, "prNumber">[], most: number): string {
  const numbers = pullRequests.slice(0, most).map(({ prNumber }) => `#${prNumber}`);
  const more = pullRequests.length - numbers.length;
  return `${numbers.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Replaces line breaks in foreign text, so that no part of the text looks like a further entry. */
function toOneLine(text: string): string {
  return shorten(text.replace(/\s+/gu, " "), LONGEST_WORD);
}

function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
