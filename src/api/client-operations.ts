import type { QueueIdentity, Repository } from "../queue/queue-identity";
import type { TestRunStatus } from "../queue/test-run-words";
import type { TestRun } from "../wire/first/get-merge-queue-testing-details";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { OperationName, OperationRequest, OperationResponse } from "../wire/first/operations";
import type { SetImpactedTargetsRequest } from "../wire/first/set-impacted-targets";

/** The requested page of a list. */
export interface PageRequest {
  /** `nextCursor` of the previous page. Default: the first page. */
  readonly cursor?: string | undefined;
  /** Size of the page, an integer from 1 to 100. Default: 100. */
  readonly take?: number | undefined;
}

/** Request of `listQueues`. */
export interface ListQueuesRequest extends PageRequest {
  /** The repository. Default: all repositories of the organization. */
  readonly repo?: Repository | undefined;
}

/** Request of `getQueueRecord`: the id that the service gave the queue, or the queue's identity. */
export type GetQueueRecordRequest = QueueIdentity | { readonly queueId: string };

/** A queue in the response of `listQueues`: its identity and settings, but no pull requests. */
export type ListedQueueResponse = QueueIdentity & Omit<GetQueueResponse, "enqueuedPullRequests">;

/** One page of queues. */
export interface ListQueuesResponse {
  readonly queues: readonly ListedQueueResponse[];
  /** The `cursor` of the next page; undefined on the last page. */
  readonly nextCursor?: string | undefined;
}

/** Request of `changeSubmission`. Fields that are absent here stay unchanged. */
export type ChangeSubmissionRequest = GetImpactedTargetsRequest & {
  /** A name, or an integer from 0 to 32767 (0 skips the line). */
  readonly priority?: number | string | undefined;
  /** Whether the pull request is tested alone, outside batches. */
  readonly noBatch?: boolean | undefined;
  /** Whether the pull request is tested before it is ready. */
  readonly direct?: boolean | undefined;
};

/** Request of `getImpactedTargets`. */
export type GetImpactedTargetsRequest = QueueIdentity & { readonly pr: { readonly number: number } };

/** Request of `listTestRuns`: lists the runs of a queue or of one pull request, newest first. */
export type ListTestRunsRequest = QueueIdentity &
  PageRequest & {
    readonly pr?: { readonly number: number } | undefined;
    readonly status?: TestRunStatus | undefined;
  };

/** One page of test runs. */
export interface ListTestRunsResponse {
  readonly testRuns: readonly (TestRun & { readonly testRunId: string })[];
  /** The `cursor` of the next page; undefined on the last page. */
  readonly nextCursor?: string | undefined;
}

type Exchange<Request, Response> = { readonly request: Request; readonly response: Response };

type Exchanges = SecondOnly & {
  readonly [Name in OperationName]: Exchange<OperationRequest<Name>, OperationResponse<Name>>;
};

/** Operations of the second interface only, with names in the style of the first. */
interface SecondOnly {
  readonly getQueueRecord: Exchange<GetQueueRecordRequest, ListedQueueResponse>;
  readonly listQueues: Exchange<ListQueuesRequest, ListQueuesResponse>;
  readonly changeSubmission: Exchange<ChangeSubmissionRequest, unknown>;
  readonly getImpactedTargets: Exchange<
    GetImpactedTargetsRequest,
    SetImpactedTargetsRequest["impactedTargets"]
  >;
  readonly listTestRuns: Exchange<ListTestRunsRequest, ListTestRunsResponse>;
}

/** Name of a client method: an operation of the first interface, or one that only the second has. */
export type ClientOperation = keyof Exchanges;

export type ClientRequest<Name extends ClientOperation> = Exchanges[Name]["request"];

export type ClientResponse<Name extends ClientOperation> = Exchanges[Name]["response"];
