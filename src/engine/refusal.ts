import { formatRepository, type Repository } from "../queue/queue-identity";
import type { EngineOptions } from "./engine-options";
import type { HostPullRequest } from "./host-pull-request";
import { toRepositoryKey } from "./repository-key";

/**
 * Every refusal of the local service, with its default HTTP status. The interface (section "Errors") names
 * 400, 401 (token), 404 (unknown pull request) and 500. HTTP itself defines 405 and 413.
 */
export const DEFAULT_STATUSES = {
  route_unknown: 404,
  method_wrong: 405,
  token_wrong: 401,
  /** The body is not declared as `application/json`, or is compressed. */
  content_type_wrong: 400,
  body_too_large: 413,
  /** The body is not JSON in UTF-8, or the body breaks a rule of the operation. */
  body_invalid: 400,
  query_invalid: 400,
  repository_unknown: 404,
  queue_exists: 400,
  queue_unknown: 404,
  queue_not_empty: 400,
  switching_modes: 400,
  statuses_contradictory: 400,
  /** The pull request has left the queue, or was never submitted to it. */
  pull_request_unknown: 404,
  /** The pull request was not declared, and an option requires a declaration. */
  pull_request_undeclared: 404,
  pull_request_closed: 400,
  pull_request_not_tested: 400,
  /** The queue drains, and an option refuses submissions during that time. */
  queue_draining: 400,
  priority_unknown: 400,
  /** No longer used: all targets of all commits are kept. Options of earlier versions may still name it. */
  commit_outdated: 400,
  test_run_unknown: 404,
  cursor_unknown: 400,
  /** The key of an event sequence is already in use for another platform or kind. */
  sequence_contradictory: 400,
} as const satisfies Readonly<Record<string, number>>;

/** Kind of a refusal. */
export type RefusalKind = keyof typeof DEFAULT_STATUSES;

/** A refused event. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: {
    readonly kind: RefusalKind;
    readonly message: string;
  };
}

/** Why an event is refused; undefined if the event has taken effect. */
export type Effect = Refused | undefined;

/** Refuses an event. */
export function refuse(kind: RefusalKind, message: string): Refused {
  return { kind: "refused", refusal: { kind, message } };
}

/** Returns a refusal if a pull request is not open at the code host; otherwise undefined. */
export function tryRefuseClosed({ number, closedAtMs, isMerged }: HostPullRequest): Refused | undefined {
  if (closedAtMs === undefined) return undefined;
  const why = isMerged ? "has merged already." : "is closed. Reopen it first.";
  return refuse("pull_request_closed", `Pull request #${number} ${why}`);
}

/** Returns a refusal if a repository is outside the organization; otherwise undefined. */
export function tryRefuseRepository(repo: Repository, { repositories }: EngineOptions): Effect {
  const wanted = toRepositoryKey(repo);
  if (repositories?.some((known) => toRepositoryKey(known) === wanted) ?? true) return undefined;
  return refuse("repository_unknown", `The organization has no repository ${formatRepository(repo)}.`);
}
