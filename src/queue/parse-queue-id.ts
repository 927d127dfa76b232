import { quote } from "../text/quote";
import { MergeQueueError } from "./merge-queue-error";
import {
  checkBranchShape,
  checkRepositoryPart,
  checkTargetBranch,
  ENDS_IN_GIT,
  type QueueIdentity,
  REPOSITORY_PARTS,
  type Repository,
} from "./queue-identity";

/** Parses `host/owner/name`. @throws MergeQueueError `invalid_identity` naming the part at fault */
export function parseRepository(text: string): Repository {
  refuseAddress(text, false);
  const parts = text.split("/");
  return requireRepository(text, "a repository", "host/owner/name", parts, parts.length === 3);
}

/** Parses a queue id from a user, `host/owner/name/branch`. @throws MergeQueueError `invalid_identity` naming the part */
export function parseQueueId(text: string): QueueIdentity {
  return parseId(text, checkTargetBranch);
}

/** Parses a queue id from a state: a queue that was created once may have any branch. @throws as {@link parseQueueId} */
export function parseStoredQueueId(text: string): QueueIdentity {
  return parseId(text, checkBranchShape);
}

function parseId(text: string, checkBranch: typeof checkTargetBranch): QueueIdentity {
  refuseAddress(text, true);
  const [what, shape] = ["a queue id", "host/owner/name/branch"];
  const parts = text.split("/");
  const repo = requireRepository(text, what, shape, parts, parts.length > 3);
  const targetBranch = parts.slice(3).join("/");
  const problem = checkBranch(targetBranch);
  if (problem !== undefined) throw invalid(text, what, shape, problem);
  return { repo, targetBranch };
}

/** Refuses `https://github.com/acme/web`, `git@github.com:acme/web.git` and the like. */
function refuseAddress(text: string, hasBranch: boolean): void {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0] ?? "";
  const user = /^[^/@]*@/.exec(text.slice(scheme.length))?.[0] ?? "";
  const rest = text.slice(scheme.length + user.length);
  const isAddress = rest !== text;
  const path = scheme === "" && isAddress ? rest.replace(":", "/") : rest;
  const [host, owner, name = "", ...more] = (isAddress ? path.replace(/\/$/, "") : path).split("/");
  const ending = ENDS_IN_GIT.exec(name)?.[0] ?? "";
  if (!isAddress && ending === "") return;
  const isGit = user === "git@";
  // There may be a password before an @, and a token after a question mark.
  const isPublic = (isGit || user === "") && !(isAddress && /[@?#]/.test(rest));
  const parts = [host, owner, name.replace(ENDS_IN_GIT, "")];
  const isReadable =
    isPublic && REPOSITORY_PARTS.every((part, at) => checkRepositoryPart(part, parts[at]) === undefined);
  // Code hosts show a branch at /tree/BRANCH or /-/tree/BRANCH.
  const branch = isAddress ? more.join("/").replace(/^(?:-\/)?tree\//, "") : more.join("/");
  const end = hasBranch ? `/${isReadable && branch !== "" ? branch : "BRANCH"}` : "";
  const extras = [scheme, isGit || user === "" ? user : "a user", ending].filter((extra) => extra !== "");
  throw new MergeQueueError(
    "invalid_identity",
    `${isPublic ? quote(text) : "The address"} is not ${hasBranch ? "a queue id" : "a repository"}: write ` +
      `${quote(`${isReadable ? parts.join("/") : "host/owner/name"}${end}`)}, without ${extras.join(" and ")}.`,
  );
}

function requireRepository(
  text: string,
  what: string,
  shape: string,
  parts: readonly string[],
  isComplete: boolean,
): Repository {
  if (!isComplete) {
    const count = parts.length === 1 ? "1 part" : `${parts.length} parts`;
    throw invalid(text, what, shape, `it has ${count} instead of ${shape.split("/").length}`);
  }
  const [host, owner, name] = parts as [string, string, string];
  const repo = { host, owner, name };
  for (const part of REPOSITORY_PARTS) {
    const problem = checkRepositoryPart(part, repo[part]);
    if (problem !== undefined) throw invalid(text, what, shape, problem);
  }
  return repo;
}

function invalid(text: string, what: string, shape: string, problem: string): MergeQueueError {
  const reason = problem.replace(/\.$/, "");
  return new MergeQueueError(
    "invalid_identity",
    `${quote(text)} is not ${what}: ${reason}. Write it as "${shape}", for example ` +
      `"github.com/acme/web${shape.endsWith("branch") ? "/main" : ""}".`,
  );
}
