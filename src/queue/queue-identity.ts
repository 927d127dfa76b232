import { quote } from "../text/quote";
import type { Finding } from "./finding";

/** A repository, in the form of the interface. Each part is non-empty, without slashes or white space. */
export interface Repository {
  /** Code host, for example `github.com`. */
  readonly host: string;
  /** Owner of the repository: a person or an organization. */
  readonly owner: string;
  /** Name of the repository, without its owner. */
  readonly name: string;
}

/** The identity of a queue: a repository and the branch that the queue merges into. */
export interface QueueIdentity {
  readonly repo: Repository;
  /** The target branch: a non-empty name that may contain slashes. */
  readonly targetBranch: string;
}

/** The parts of a {@link Repository}, in the order in which a queue id contains them. */
export const REPOSITORY_PARTS = ["host", "owner", "name"] as const;

export const ENDS_IN_GIT = /\.git$/i;

const HEADS = "refs/heads/";

/** Checks a user's value for one part of a repository. @returns the problem as a sentence, or undefined */
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

/** Returns a sentence if a repository's part is invalid, whether from a user, a state or a service. */
export function checkPartShape(part: string, value: unknown): string | undefined {
  const hasSlash = typeof value === "string" && value.includes("/");
  return hasSlash ? `The ${part} must not contain a slash, got ${quote(value)}.` : checkName(part, value);
}

/** Returns a sentence if a user's target branch is invalid. For example, `refs/heads/main` is invalid. */
export function checkTargetBranch(value: unknown): string | undefined {
  // No branch's name contains these characters (git check-ref-format).
  if (typeof value === "string" && /[?*]/.test(value)) {
    return `The target branch must be the name of one branch, not a pattern, got ${quote(value)}.`;
  }
  if (typeof value !== "string" || !value.startsWith(HEADS)) return checkBranchShape(value);
  const branch = value.slice(HEADS.length);
  const advice = checkBranchShape(branch) === undefined ? `: write ${quote(branch)}` : "";
  return `The target branch must be written without ${HEADS}${advice}, got ${quote(value)}.`;
}

/** Returns a sentence if a target branch is invalid, whether from a user, a state or a service. */
export function checkBranchShape(value: unknown): string | undefined {
  return checkName("target branch", value);
}

function checkName(what: string, value: unknown): string | undefined {
  if (typeof value !== "string") {
    const type = value === null ? "null" : typeof value;
    const kind = Array.isArray(value) ? "a list" : type;
    return `The ${what} must be a string, not ${kind}.`;
  }
  if (value === "") return `The ${what} must not be empty.`;
  if (/[\s\p{Cc}]/u.test(value)) {
    return `The ${what} must not contain white space or control characters, got ${quote(value)}.`;
  }
  return undefined;
}

export function validateIdentity({ repo, targetBranch }: QueueIdentity): Finding[] {
  const checks = [
    ...REPOSITORY_PARTS.map((part) => [["repo", part], checkRepositoryPart(part, repo[part])] as const),
    [["targetBranch"], checkTargetBranch(targetBranch)] as const,
  ];
  return checks.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** Writes a repository as `host/owner/name`. */
export function formatRepository(repo: Repository): string {
  return `${repo.host}/${repo.owner}/${repo.name}`;
}

/** Writes the queue's id, `host/owner/name/branch`. `parseQueueId` parses such an id. */
export function formatQueueId(identity: QueueIdentity): string {
  return `${formatRepository(identity.repo)}/${identity.targetBranch}`;
}

/** Returns a queue's key, in NFC. Host, owner and name are in lower case; the branch is as written. */
export function toIdentityKey(identity: QueueIdentity): string {
  // Lower-casing can undo the normalisation.
  const repository = formatRepository(identity.repo).normalize("NFC").toLowerCase().normalize("NFC");
  return `${repository}/${identity.targetBranch.normalize("NFC")}`;
}

/** Tells whether two identities name the same queue. */
export function isSameQueue(a: QueueIdentity, b: QueueIdentity): boolean {
  return toIdentityKey(a) === toIdentityKey(b);
}
