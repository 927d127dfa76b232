import { hash } from "node:crypto";

/** Makes a UUID from a text; equal texts give equal UUIDs. */
export function makeUuid(text: string): string {
  const hex = hash("sha256", text);
  // Version 8 is reserved for custom UUIDs.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes the id of a repository. It depends only on the seed and on the repository's key. */
export function makeRepositoryId(seed: string, repositoryKey: string): string {
  return makeUuid(`${seed}\nrepository\n${repositoryKey}`);
}

/** Makes the id of a pull request. {@link readPullRequestNumber} gets the number back from this id. */
export function makePullRequestId(seed: string, repositoryKey: string, number: number): string {
  const hidden = (number ^ makeMask(seed)) >>> 0;
  const rest = makeUuid(`${seed}\npull request\n${repositoryKey}\n${number}`).slice(8);
  return `${hidden.toString(16).padStart(8, "0")}${rest}`;
}

/** Returns a pull request's number from its id. An invalid id gives some number, too. */
export function readPullRequestNumber(seed: string, pullRequestId: string): number {
  return (Number.parseInt(pullRequestId.slice(0, 8), 16) ^ makeMask(seed)) >>> 0;
}

function makeMask(seed: string): number {
  return Number.parseInt(hash("sha256", `${seed}\nnumbers`).slice(0, 8), 16);
}
