import type { RequiredStatusesSource, TestRunStatus } from "../queue/test-run-words";
import type { AdditionalFields } from "./additional-fields";

/** One check of a check suite. The interface shows only its name. */
export interface CheckRun {
  readonly name: string;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** Checks that ran together. */
export interface CheckSuite {
  readonly checkRuns: readonly CheckRun[];
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** What a queue tests in one run (interface, "Test run"). Fields of another type are undefined, as missing ones. */
export interface TestRun {
  /** Names of the statuses that must all pass. */
  readonly requiredStatuses?: readonly string[] | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly requiredStatusesSource?: RequiredStatusesSource | (string & {}) | undefined;
  /** Temporary branch that is tested. */
  readonly testBranch?: string | undefined;
  /** Commit at its tip when the run started. */
  readonly testBranchSha?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly status?: TestRunStatus | (string & {}) | undefined;
  readonly checkSuites?: readonly CheckSuite[] | undefined;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}
