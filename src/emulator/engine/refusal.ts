/**
 * Everything the local service says no to, with the status it answers unless told otherwise.
 *
 * Source: interface, section "Errors", declares 400, 401, 404 and 500 for every operation and leaves open which
 * situation gets which (only 401 for a token and 404 for a pull request that is not there are named). 405 and
 * 413 are what HTTP itself offers for what the interface does not describe at all.
 */
export const DEFAULT_STATUSES = {
  /** No operation has this path. */
  route_unknown: 404,
  /** The path is an operation's, the method is not. */
  method_wrong: 405,
  /** The token is missing or another one. */
  token_wrong: 401,
  /** The body is not declared as `application/json`, or it is compressed. */
  content_type_wrong: 400,
  /** The body is larger than 20 MiB. */
  body_too_large: 413,
  /** The body is not JSON in UTF-8, or it breaks a rule of the operation. */
  body_invalid: 400,
  /** The query of a `GET` breaks a rule of the operation. */
  query_invalid: 400,
  /** The organization has no such repository. */
  repository_unknown: 404,
  /** A queue to be created exists already. */
  queue_exists: 400,
  /** The repository has no queue for this branch. */
  queue_unknown: 404,
  /** A queue to be deleted has pull requests in it. */
  queue_not_empty: 400,
  /** The queue is changing its mode and takes no other change meanwhile. */
  switching_modes: 400,
  /** One request sets the required statuses and removes them. */
  statuses_contradictory: 400,
  /** A pull request to be submitted is in the queue already. */
  pull_request_enqueued: 400,
  /** A pull request to be cancelled is not in the queue, or one to be shown was never submitted to it. */
  pull_request_unknown: 404,
  /** Nobody declared the pull request, and the service was told not to make any up. */
  pull_request_undeclared: 404,
  /** A pull request to be submitted is closed at its code host. */
  pull_request_closed: 400,
  /** A pull request whose tests are to be restarted is not being tested. */
  pull_request_not_tested: 400,
  /** The queue drains, and the service was told to take no submissions meanwhile. */
  queue_draining: 400,
  /** The priority is a word that the service does not know. */
  priority_unknown: 400,
  /** The commit that a request names is not the pull request's latest. */
  commit_outdated: 400,
  /** There was no test run of this id. */
  test_run_unknown: 404,
  /** The cursor is none that this queue's list has given out. */
  cursor_unknown: 400,
  /** An event describes its sequence as another one than the repository has under this key. */
  sequence_contradictory: 400,
} as const satisfies Readonly<Record<string, number>>;

/** Why the local service says no. */
export type RefusalKind = keyof typeof DEFAULT_STATUSES;

/** A refusal: why, for programs and for people. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** One sentence or more: the body of the answer. */
  readonly message: string;
}
