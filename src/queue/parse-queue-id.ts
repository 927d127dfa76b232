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

const REPO = { what: "a repository", shape: "host/owner/name", example: "github.com/acme/web" };
const QUEUE = { what: "a queue id", shape: `${REPO.shape}/branch`, example: `${REPO.example}/main` };

/** Parses `host/owner/name`. @throws MergeQueueError `invalid_identity`; its message names the wrong part */
export function parseRepository(text: string): Repository {
  return parseParts(text, REPO).repo;
}

/**
 * Parses a queue id that a user wrote: `host/owner/name/branch`. The branch begins after the third slash.
 * @throws MergeQueueError `invalid_identity`; its message names the wrong part
 */
export function parseQueueId(text: string): QueueIdentity {
  return parseId(text, checkTargetBranch);
}

/** Parses a state's queue id. Its branch may even be `refs/heads/main`. @throws as {@link parseQueueId} */
export function parseStoredQueueId(text: string): QueueIdentity {
  return parseId(text, checkBranchShape);
}

function parseId(text: string, checkBranch: typeof checkTargetBranch): QueueIdentity {
  const { repo, rest } = parseParts(text, QUEUE);
  const targetBranch = rest.join("/");
  const problem = checkBranch(targetBranch);
  if (problem !== undefined) throw invalid(text, QUEUE, problem);
  return { repo, targetBranch };
}

function parseParts(text: string, kind: typeof QUEUE): { repo: Repository; rest: readonly string[] } {
  refuseAddress(text, kind);
  const parts = text.split("/");
  if (kind === QUEUE ? parts.length < 4 : parts.length !== 3) {
    const count = parts.length === 1 ? "1 part" : `${parts.length} parts`;
    throw invalid(text, kind, `it has ${count} instead of ${kind.shape.split("/").length}`);
  }
  const [host, owner, name, ...rest] = parts as [string, string, string, ...string[]];
  const repo = { host, owner, name };
  for (const part of REPOSITORY_PARTS) {
    const problem = checkRepositoryPart(part, repo[part]);
    if (problem !== undefined) throw invalid(text, kind, problem);
  }
  return { repo, rest };
}

/** Throws for an address, such as `https://github.com/acme/web` or `git@github.com:acme/web.git`. */
function refuseAddress(text: string, kind: typeof QUEUE): void {
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
  const end = kind === QUEUE ? `/${isReadable && branch !== "" ? branch : "BRANCH"}` : "";
  const extras = [scheme, isGit || user === "" ? user : "a user", ending].filter((extra) => extra !== "");
  throw new MergeQueueError(
    "invalid_identity",
    `${isPublic ? quote(text) : "The address"} is not ${kind.what}: write ` +
      `${quote(`${isReadable ? parts.join("/") : "host/owner/name"}${end}`)}, without ${extras.join(" and ")}.`,
  );
}

function invalid(text: string, { what, shape, example }: typeof QUEUE, problem: string): MergeQueueError {
  const reason = problem.replace(/\.$/, "");
  return new MergeQueueError(
    "invalid_identity",
    `${quote(text)} is not ${what}: ${reason}. Write it as "${shape}", for example "${example}".`,
  );
}
