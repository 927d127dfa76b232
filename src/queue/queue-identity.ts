import { quote } from "../text/quote";
import type { Finding } from "./finding";
import type { QueueIdentity, Repository } from "./identity";
import { MergeQueueError } from "./merge-queue-error";

export type { QueueIdentity, Repository } from "./identity";

/** The parts of a {@link Repository}, in the order of their spelling. */
export const REPOSITORY_PARTS = ["host", "owner", "name"] as const;

const ENDS_IN_GIT = /\.git$/i;

/**
 * Checks one part of a repository reference as a user writes it. Addresses as browsers and git show them are refused.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkRepositoryPart(part: string, value: unknown): string | undefined {
  if (typeof value === "string") {
    // The value is not repeated: a user name in it may have its password beside it.
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
 * Checks what holds for one part of every repository reference, also of one that a state or a service shows.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkPartShape(part: string, value: unknown): string | undefined {
  if (typeof value !== "string") return `The ${part} must be a string, not ${describe(value)}.`;
  if (value === "") return `The ${part} must not be empty.`;
  if (value.includes("/")) return `The ${part} must not contain a slash, got ${quote(value)}.`;
  if (/[\s\p{Cc}]/u.test(value)) {
    return `The ${part} must not contain white space or control characters, got ${quote(value)}.`;
  }
  return undefined;
}

/**
 * Checks a target branch.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkTargetBranch(value: unknown): string | undefined {
  if (typeof value !== "string") return `The target branch must be a string, not ${describe(value)}.`;
  if (value === "") return "The target branch must not be empty.";
  if (/[\s\p{Cc}]/u.test(value)) {
    return `The target branch must not contain white space or control characters, got ${quote(value)}.`;
  }
  return undefined;
}

/** Checks a whole identity and collects everything that is wrong with it. */
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

/**
 * Parses `host/owner/name`.
 * @throws MergeQueueError `invalid_identity` naming the part at fault
 */
export function parseRepository(text: string): Repository {
  refuseAddress(text, false);
  const parts = text.split("/");
  const [host, owner, name] = parts;
  if (host === undefined || owner === undefined || name === undefined || parts.length > 3) {
    throw invalid(text, "a repository", "host/owner/name", `it has ${countParts(parts.length)} instead of 3`);
  }
  return checkParts(text, "a repository", "host/owner/name", { host, owner, name });
}

/**
 * Parses a queue id, `host/owner/name/branch`; everything behind the third slash is the branch.
 * @throws MergeQueueError `invalid_identity` naming the part at fault
 */
export function parseQueueId(text: string): QueueIdentity {
  refuseAddress(text, true);
  const [host, owner, name, ...branch] = text.split("/");
  if (host === undefined || owner === undefined || name === undefined || branch.length === 0) {
    throw invalid(
      text,
      "a queue id",
      "host/owner/name/branch",
      `it has ${countParts(text.split("/").length)} instead of 4`,
    );
  }
  const repo = checkParts(text, "a queue id", "host/owner/name/branch", { host, owner, name });
  const targetBranch = branch.join("/");
  const problem = checkTargetBranch(targetBranch);
  if (problem !== undefined) throw invalid(text, "a queue id", "host/owner/name/branch", problem);
  return { repo, targetBranch };
}

/** Writes a repository as `host/owner/name`. */
export function formatRepository(repo: Repository): string {
  return `${repo.host}/${repo.owner}/${repo.name}`;
}

/** Writes an identity as `host/owner/name/branch`: the queue's id. {@link parseQueueId} is its inverse. */
export function formatQueueId(identity: QueueIdentity): string {
  return `${formatRepository(identity.repo)}/${identity.targetBranch}`;
}

/**
 * Answers a string that is equal for two identities exactly when they mean the same queue: host, owner and
 * name without regard to case, the branch exactly, all after Unicode normalisation (NFC).
 */
export function toIdentityKey(identity: QueueIdentity): string {
  // Lower case can take a text out of its normal form, so that it is normalised once more.
  const repository = formatRepository(identity.repo).normalize("NFC").toLowerCase().normalize("NFC");
  return `${repository}/${identity.targetBranch.normalize("NFC")}`;
}

/** Tells whether two identities mean the same queue, as {@link toIdentityKey} compares. */
export function isSameQueue(a: QueueIdentity, b: QueueIdentity): boolean {
  return toIdentityKey(a) === toIdentityKey(b);
}

/**
 * Refuses `https://github.com/acme/web`, `git@github.com:acme/web.git` and the like, and says what to write instead.
 * @throws MergeQueueError `invalid_identity`
 */
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
  // A password may stand before an @, and a token behind a question mark.
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

function checkParts(text: string, what: string, shape: string, repo: Repository): Repository {
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

function countParts(count: number): string {
  return count === 1 ? "1 part" : `${count} parts`;
}

function describe(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}
