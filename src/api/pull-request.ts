/**
 * A pull request as it waits in a queue (interface, "Pull request in the queue"). Of what a service answers
 * only the number is certain; other fields are undefined where they were missing or of another type.
 */
export interface PullRequest {
  /** Number at the code host, an integer of at least 0. */
  readonly prNumber: number;
  readonly id?: string | undefined;
  /** `pending`, `testing`, …; a newer service may answer words that the interface does not list. */
  readonly state?: string | undefined;
  /** Time of the last change of state, in the service's format. */
  readonly stateChangedAt?: string | undefined;
  readonly priorityValue?: number | undefined;
  readonly priorityName?: string | undefined;
  readonly usedDefaultPriorityName?: string | undefined;
  readonly skipTheLine?: boolean | undefined;
  readonly prTitle?: string | undefined;
  readonly prSha?: string | undefined;
  readonly prBaseBranch?: string | undefined;
  readonly prAuthor?: string | undefined;
  readonly noBatch?: boolean | undefined;
}
