import { quote } from "../text/quote";
import type { Finding } from "./finding";
import type { QueueIdentity, Repository } from "./identity";
import { MergeQueueError } from "./merge-queue-error";

export type { QueueIdentity, Repository } from "./identity";

/** The parts of a {@link Repository}, in the order of their spelling. */
export const REPOSITORY_PARTS = ["host", "owner", "name"] as const;

const ENDS_IN_GIT = /\.git$/i;

/** What git writes before the name of a branch. */
const HEADS = "refs/heads/";

/**
 * Checks one part of a repository reference from a user. Refuses addresses as browsers and git show them.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkRepositoryPart(part: string, value: unknown): string | undefined {
  if (typeof value === "string") {
    // The value may contain a password and is not repeated.
    if (part === "host" && /:\/\/|:$|@/.test(value)) {
      return 'The host must be written without https:// and without a user, for example "github.com".';
    }
    if (part === "name" && ENDS_IN_GIT.test(value)) {
      return `The name must be written without .git, got ${quote(value)}.`;
    }
  }
  return checkPartShape(part, value);
}

/**
 * Checks one part of a repository reference, also of one from a state or a service.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkPartShape(part: string, value: unknown): string | undefined {
  const hasSlash = typeof value === "string" && value.includes("/");
  return hasSlash ? `The ${part} must not contain a slash, got ${quote(value)}.` : checkName(part, value);
}

/** Checks a target branch from a user. Refuses references of git. @returns what is wrong with it as a sentence, or undefined */
export function checkTargetBranch(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.startsWith(HEADS)) return checkBranchShape(value);
  const branch = value.slice(HEADS.length);
  const advice = checkBranchShape(branch) === undefined ? `: write ${quote(branch)}` : "";
  return `The target branch must be written without ${HEADS}${advice}, got ${quote(value)}.`;
}

/** Checks a target branch, also of one from a state or a service. @returns what is wrong with it as a sentence, or undefined */
export function checkBranchShape(value: unknown): string | undefined {
  return checkName("target branch", value);
}

function checkName(what: string, value: unknown): string | undefined {
  if (typeof value !== "string") {
    const kind = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
    return `The ${what} must be a string, not ${kind}.`;
  }
  if (value === "") return `The ${what} must not be empty.`;
  if (/[\s\p{Cc}]/u.test(value)) {
    return `The ${what} must not contain white space or control characters, got ${quote(value)}.`;
  }
  return undefined;
}

/** Checks a whole identity. @returns all problems */
export function validateIdentity(identity: QueueIdentity): Finding[] {
  const findings: Finding[] = [];
  for (const part of REPOSITORY_PARTS) {
    const message = checkRepositoryPart(part, identity.repo[part]);
    if (message !== undefined) findings.push({ path: ["repo", part], message });
  }
  const message = checkTargetBranch(identity.targetBranch);
  if (message !== undefined) findings.push({ path: ["targetBranch"], message });
  return findings;
}

/** Parses `host/owner/name`. @throws MergeQueueError `invalid_identity` naming the part at fault */
export function parseRepository(text: string): Repository {
  refuseAddress(text, false);
  const parts = text.split("/");
  return requireRepository(text, "a repository", "host/owner/name", parts, parts.length === 3);
}

/**
 * Parses a queue id from a user, `host/owner/name/branch`; everything after the third slash is the branch.
 * @throws MergeQueueError `invalid_identity` naming the part at fault
 */
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

/** Writes a repository as `host/owner/name`. */
export function formatRepository(repo: Repository): string {
  return `${repo.host}/${repo.owner}/${repo.name}`;
}

/** Writes the queue's id, `host/owner/name/branch`. {@link parseQueueId} is its inverse. */
export function formatQueueId(identity: QueueIdentity): string {
  return `${formatRepository(identity.repo)}/${identity.targetBranch}`;
}

/**
 * Returns a key that is equal for two identities if and only if they name the same queue: host, owner and name without
 * regard to case, the branch exactly, all in Unicode NFC.
 */
export function toIdentityKey(identity: QueueIdentity): string {
  // Lower-casing can undo the normalisation.
  const repository = formatRepository(identity.repo).normalize("NFC").toLowerCase().normalize("NFC");
  return `${repository}/${identity.targetBranch.normalize("NFC")}`;
}

/** Tells whether two identities name the same queue. */
export function isSameQueue(a: QueueIdentity, b: QueueIdentity): boolean {
  return toIdentityKey(a) === toIdentityKey(b);
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
