import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { RequiredStatusesSource, TestRunStatus } from "../../queue/test-run-words";
import { isTextList } from "../../text/is-text-list";
import type { WithAdditionalFields } from "../additional-fields";
import { makeRead, type Operation } from "../operation";
import { orUndefined, readable, TEXT, toLazySchema, toResponseSchema, WORD } from "../response-schema";
import { LABEL_SCHEMA, toQueueRequestSchema } from "./request-schema";

/** Reads the word of live services for the repository's configuration file as the interface's word. */
const SOURCE = z.pipe(
  WORD,
  z.transform((source: string | undefined) => (source === "trunk_config" ? "service_config" : source)),
);

/** Accepts wrong types: such a field is undefined. Omits a part that lacks its name, list or number. */
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

/** One check of a check suite. The interface shows only its name. */
export interface CheckRun extends WithAdditionalFields {
  readonly name: string;
}

/** Checks that ran together. */
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
  /** In lower case. A newer service may send another word. */
  readonly requiredStatusesSource?: RequiredStatusesSource | (string & {}) | undefined;
  /** Temporary branch that is tested. */
  readonly testBranch?: string | undefined;
  /** Commit at its tip when the run started. */
  readonly testBranchSha?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** In lower case. A newer service may send another word. */
  readonly status?: TestRunStatus | (string & {}) | undefined;
  readonly checkSuites?: readonly CheckSuite[] | undefined;
  /** All reports of statuses. Not in the interface: live services send them instead of `checkSuites`. */
  readonly statusChecks?: readonly StatusCheck[] | undefined;
  /** Not in the interface: only live services send them. */
  readonly testedPullRequests?: readonly TestedPullRequest[] | undefined;
}

/** Body of `/getMergeQueueTestingDetails`. */
export type GetMergeQueueTestingDetailsRequest = QueueIdentity & {
  /** The test run's id; not empty. */
  readonly testRunId: string;
};

export const GET_MERGE_QUEUE_TESTING_DETAILS: Operation<GetMergeQueueTestingDetailsRequest, TestRun> = {
  ...makeRead("getMergeQueueTestingDetails"),
  activity: "Reading a test run of the queue",
  requestSchema: toQueueRequestSchema(() => ({ testRunId: LABEL_SCHEMA })),
  responseSchema: TEST_RUN_SCHEMA,
};
