import { isPlainObject } from "../../text/is-plain-object";

/**
 * Replaces the number of each pull request that a body names by its value if it is a string of decimal digits, as published
 * clients send it: in `pr`, and in the list `pullRequests`.
 */
export function readPullRequestNumbers(body: unknown): unknown {
  if (!isPlainObject(body)) return body;
  const { pr, pullRequests } = body;
  return {
    ...body,
    ...(pr === undefined ? {} : { pr: readNumber(pr) }),
    ...(Array.isArray(pullRequests) ? { pullRequests: pullRequests.map(readNumber) } : {}),
  };
}

function readNumber(pullRequest: unknown): unknown {
  if (!isPlainObject(pullRequest)) return pullRequest;
  const { number } = pullRequest;
  return typeof number === "string" && /^\d+$/.test(number)
    ? { ...pullRequest, number: Number(number) }
    : pullRequest;
}
