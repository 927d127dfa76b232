/** Repository reference of the interface. No part is empty or contains a slash or white space. */
export interface Repository {
  /** Code host, for example `github.com`. */
  readonly host: string;
  /** Owner or organization. */
  readonly owner: string;
  /** Repository name. */
  readonly name: string;
}

/** The identity of a queue: a repository and the branch that the queue merges into. */
export interface QueueIdentity {
  readonly repo: Repository;
  /** Branch, non-empty; may contain slashes. */
  readonly targetBranch: string;
}
