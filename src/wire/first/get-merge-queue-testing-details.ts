import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { RequiredStatusesSource, TestRunStatus } from "../../queue/test-run-words";
import { isTextList } from "../../text/is-text-list";
import type { WithAdditionalFields } from "../additional-fields";
import { makeRead, type Operation } from "../operation";
import { orUndefined, readable, TEXT, toLazySchema, toResponseSchema, WORD } from "../response-schema";
import { LABEL_SCHEMA, toQueueRequestSchema } from "./request-schema";

/** Converts the live services' word for the configuration file to the interface's word. */
const SOURCE = z.pipe(
  WORD,
  z.transform((source: string | undefined) => (source === "trunk_config" ? "service_config" : source)),
);

/** A field of a wrong type becomes undefined. A list element without its name, list or number is left out. */
const TEST_RUN_SCHEMA = toLazySchema(() => ({
  requiredStatuses: orUndefined(z.custom<string[]>(isTextList)),
  requiredStatusesSource: SOURCE,
  testBranch: TEXT,
  testBranchSha: TEXT,
  createdAt: TEXT,
  status: WORD,
  checkSuites: orUndefined(
    readable(toResponseSchema({ checkRuns: readable(toResponseSchema({ name: z.string() })) })),
  ),
  statusChecks: orUndefined(readable(toResponseSchema({ context: z.string(), url: TEXT, state: WORD }))),
  testedPullRequests: orUndefined(
    readable(toResponseSchema({ prNumber: z.int(), prUrl: TEXT, title: TEXT })),
  ),
}));

/** One check of a check suite. The interface shows only the check's name. */
export interface CheckRun extends WithAdditionalFields {
  readonly name: string;
}

/** A check suite: checks that ran together. */
export interface CheckSuite extends WithAdditionalFields {
  readonly checkRuns: readonly CheckRun[];
}

/** One report of a commit status. The same status may be reported many times. */
export interface StatusCheck extends WithAdditionalFields {
  /** Name of the status. */
  readonly context: string;
  readonly url?: string | undefined;
  /** `success`, `failure`, `error` or `pending`, in lower case. A newer service may send another word. */
  readonly state?: string | undefined;
}

/** A pull request that a run tests. */
export interface TestedPullRequest extends WithAdditionalFields {
  readonly prNumber: number;
  readonly prUrl?: string | undefined;
  readonly title?: string | undefined;
}

/** A test run of a queue (interface, "Test run"). A field of a wrong type counts as missing. */
export interface TestRun extends WithAdditionalFields {
  /** Names of the statuses that must all pass. */
  readonly requiredStatuses?: readonly string[] | undefined;
  /** Where the required statuses come from, in lower case. A newer service may send another word. */
  readonly requiredStatusesSource?: RequiredStatusesSource | (string & {}) | undefined;
  /** Temporary branch that the run tests. */
  readonly testBranch?: string | undefined;
  /** Commit at the tip of the temporary branch when the run started. */
  readonly testBranchSha?: string | undefined;
  /** When the run was created: ISO 8601. */
  readonly createdAt?: string | undefined;
  /** The run's status, in lower case. A newer service may send another word. */
  readonly status?: TestRunStatus | (string & {}) | undefined;
  readonly checkSuites?: readonly CheckSuite[] | undefined;
  /** All status reports. Live services send this field instead of `checkSuites`, the interface's. */
  readonly statusChecks?: readonly StatusCheck[] | undefined;
  /** The pull requests that the run tests. Only live services send this field. */
  readonly testedPullRequests?: readonly TestedPullRequest[] | undefined;
}

/** Body of `/getMergeQueueTestingDetails`. */
export type GetMergeQueueTestingDetailsRequest = QueueIdentity & {
  /** The test run's id, which must not be empty. */
  readonly testRunId: string;
};

export const GET_MERGE_QUEUE_TESTING_DETAILS: Operation<GetMergeQueueTestingDetailsRequest, TestRun> = {
  ...makeRead("getMergeQueueTestingDetails"),
  activity: "Reading a test run of the queue",
  requestSchema: toQueueRequestSchema(() => ({ testRunId: LABEL_SCHEMA })),
  responseSchema: TEST_RUN_SCHEMA,
};
