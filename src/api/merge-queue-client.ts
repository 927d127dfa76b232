import { MergeQueueError } from "../queue/merge-queue-error";
import type { CancelPullRequestRequest } from "../wire/first/cancel-pull-request";
import type { CreateQueueRequest } from "../wire/first/create-queue";
import type { DeleteQueueRequest } from "../wire/first/delete-queue";
import type { GetMergeQueueMetricsRequest } from "../wire/first/get-merge-queue-metrics";
import type {
  GetMergeQueueTestingDetailsRequest,
  TestRun,
} from "../wire/first/get-merge-queue-testing-details";
import type { GetQueueRequest, GetQueueResponse } from "../wire/first/get-queue";
import type { GetSubmittedPullRequestRequest } from "../wire/first/get-submitted-pull-request";
import type {
  GetSubmittedPullRequestsRequest,
  GetSubmittedPullRequestsResponse,
} from "../wire/first/get-submitted-pull-requests";
import type {
  ListMergeQueueTestingResultsRequest,
  ListMergeQueueTestingResultsResponse,
} from "../wire/first/list-merge-queue-testing-results";
import type { ListPullRequestsRequest, ListPullRequestsResponse } from "../wire/first/list-pull-requests";
import type { PullRequest, SubmittedPullRequest } from "../wire/first/pull-request";
import type { RestartTestsOnPullRequestRequest } from "../wire/first/restart-tests-on-pull-request";
import type { SetImpactedTargetsRequest } from "../wire/first/set-impacted-targets";
import type { SubmitPullRequestRequest } from "../wire/first/submit-pull-request";
import type { TrackEventsRequest } from "../wire/first/track-events";
import type { UpdateQueueRequest, UpdateQueueResponse } from "../wire/first/update-queue";
import type { ApiClient, CallOptions } from "./api-client";
import { readCaFile } from "./client-config";
import type {
  ChangeSubmissionRequest,
  ClientOperation,
  ClientRequest,
  ClientResponse,
  GetImpactedTargetsRequest,
  ListQueuesRequest,
  ListQueuesResponse,
  ListTestRunsRequest,
  ListTestRunsResponse,
} from "./client-operations";
import { Deadline, SYSTEM_CLOCK } from "./clock";
import { checkClientOptions, type MergeQueueClientOptions } from "./configuration/client-options";
import { createApiClient } from "./create-api-client";
import { listAllPullRequests } from "./list-all-pull-requests";
import type { ApiContext } from "./poll-until";
import { resolveCancel, resolveSubmit } from "./resolve-pull-request";
import { resolveCreate, resolveDelete } from "./resolve-queue";
import { sendUpdate } from "./send-update";

/** Options of one call of a client. */
export interface RequestOptions {
  /**
   * Maximum milliseconds of a call with its retries: a number above 0, or `Infinity`. Default: 60,000 for
   * reads, 300,000 for writes.
   */
  readonly timeoutMs?: number | undefined;
  /** Ends the call with `interrupted`: at once, or after the response if a write is in progress. */
  readonly signal?: AbortSignal | undefined;
}

const READ_TIMEOUT_MS = 60_000;
const WRITE_TIMEOUT_MS = 300_000;

/**
 * A client of a merge queue service. It has one method for each operation, named as in the first interface.
 * The key and the address choose the interface. The client checks requests before it sends them, and reads
 * responses tolerantly. It repeats idempotent operations until they succeed or time is up. If the response to
 * another operation is lost, a read shows whether the operation was applied. All clients of a process share
 * connections and the limit of concurrent requests. A result of type `unknown` is the service's response,
 * whose content the interface does not specify.
 *
 * Methods throw only `MergeQueueError`; distinguish errors by their `code`. A method that exists only in the
 * other interface throws `invalid_request`.
 */
export class MergeQueueClient {
  /** Host of the service, with the port unless the port is the scheme's default. */
  readonly host: string;
  /** The interface that the client uses: the token and the address choose it. */
  readonly interfaceName: "first" | "second";
  readonly #options: ReturnType<typeof checkClientOptions>;
  #opening: Promise<ApiClient> | undefined;
  #ca: string | undefined;

  /** The first call reads `caFile` and connects. @throws MergeQueueError `invalid_configuration` */
  constructor(options: MergeQueueClientOptions) {
    this.#options = checkClientOptions(options);
    this.host = this.#options.config.host;
    this.interfaceName = this.#options.config.interfaceName;
  }

  /**
   * Creates a queue. Reads the queue first. If the response is lost, a second read shows the outcome.
   * @returns the response; undefined if the response was lost and the queue exists
   */
  async createQueue(request: CreateQueueRequest, options?: RequestOptions): Promise<unknown> {
    return this.#resolve(resolveCreate, request, options);
  }

  /** Reads a queue: its settings under their wire names, and the pull requests in it. */
  async getQueue(request: GetQueueRequest, options?: RequestOptions): Promise<GetQueueResponse> {
    return this.#call("getQueue", request, READ_TIMEOUT_MS, options);
  }

  /**
   * Changes settings of a queue. Absent settings stay unchanged. Before a repeat, reads the queue if the
   * write was possibly applied or a second has passed. Stops if the queue is gone or others changed it.
   * @returns the present settings; undefined if the response does not contain them
   */
  async updateQueue(request: UpdateQueueRequest, options?: RequestOptions): Promise<UpdateQueueResponse> {
    return this.#resolve(sendUpdate, request, options);
  }

  /**
   * Deletes an empty queue. Reads the queue first, so that a repeat never deletes a recreated queue. If the
   * response is lost and the queue is gone, the queue counts as deleted.
   */
  async deleteQueue(request: DeleteQueueRequest, options?: RequestOptions): Promise<unknown> {
    return this.#resolve(resolveDelete, request, options);
  }

  /** Reads one page of the queues of a repository or organization. Only the second interface lists queues. */
  async listQueues(request: ListQueuesRequest = {}, options?: RequestOptions): Promise<ListQueuesResponse> {
    return this.#call("listQueues", request, READ_TIMEOUT_MS, options);
  }

  /**
   * Submits a pull request. Reads it first. If the response is lost, a second read shows the outcome.
   * @returns the response; undefined if it was lost and the pull request is submitted
   */
  async submitPullRequest(request: SubmitPullRequestRequest, options?: RequestOptions): Promise<unknown> {
    return this.#resolve(resolveSubmit, request, options);
  }

  /**
   * Removes a pull request from a queue. Reads the pull request first, so that a repeat never removes a later
   * submission. If the response is lost and the pull request has left the queue, the call throws `not_found`
   * if the pull request was merged. Otherwise the call succeeds.
   */
  async cancelPullRequest(request: CancelPullRequestRequest, options?: RequestOptions): Promise<unknown> {
    return this.#resolve(resolveCancel, request, options);
  }

  /** Changes a queued pull request without restarting it. Only the second interface has this operation. */
  async changeSubmission(request: ChangeSubmissionRequest, options?: RequestOptions): Promise<unknown> {
    return this.#call("changeSubmission", request, WRITE_TIMEOUT_MS, options);
  }

  /** Restarts a pull request's tests. If the response is lost, throws `outcome_unknown`. */
  async restartTestsOnPullRequest(
    request: RestartTestsOnPullRequestRequest,
    options?: RequestOptions,
  ): Promise<unknown> {
    return this.#call("restartTestsOnPullRequest", request, WRITE_TIMEOUT_MS, options);
  }

  /** Reads one pull request that was submitted to a queue, by its number or by its head branch. */
  async getSubmittedPullRequest(
    request: GetSubmittedPullRequestRequest,
    options?: RequestOptions,
  ): Promise<SubmittedPullRequest> {
    return this.#call("getSubmittedPullRequest", request, READ_TIMEOUT_MS, options);
  }

  /** Reads several submitted pull requests of a queue. The interface does not name this operation. */
  async getSubmittedPullRequests(
    request: GetSubmittedPullRequestsRequest,
    options?: RequestOptions,
  ): Promise<GetSubmittedPullRequestsResponse> {
    return this.#call("getSubmittedPullRequests", request, READ_TIMEOUT_MS, options);
  }

  /** Reads one page of a queue's pull requests. {@link MergeQueueClient.pullRequests} reads all pages. */
  async listPullRequests(
    request: ListPullRequestsRequest,
    options?: RequestOptions,
  ): Promise<ListPullRequestsResponse> {
    return this.#call("listPullRequests", request, READ_TIMEOUT_MS, options);
  }

  /**
   * Lists all pull requests of a queue, page by page: `for await (const pullRequest of …)`.
   * @param request - `take` is the page size (default: 100); `cursor` selects the first page to read
   * @param options - options of each call; one call reads one page
   */
  async *pullRequests(
    request: ListPullRequestsRequest,
    options?: RequestOptions,
  ): AsyncGenerator<PullRequest, void, undefined> {
    const call: ApiClient["call"] = async (...parameters) => (await this.#open()).call(...parameters);
    yield* listAllPullRequests({ call }, request, () => toCallOptions(READ_TIMEOUT_MS, options));
  }

  /** Reads one test run of a queue. */
  async getMergeQueueTestingDetails(
    request: GetMergeQueueTestingDetailsRequest,
    options?: RequestOptions,
  ): Promise<TestRun> {
    return this.#call("getMergeQueueTestingDetails", request, READ_TIMEOUT_MS, options);
  }

  /** Reads one page of the test runs of a queue or pull request. Only the second interface has this list. */
  async listTestRuns(request: ListTestRunsRequest, options?: RequestOptions): Promise<ListTestRunsResponse> {
    return this.#call("listTestRuns", request, READ_TIMEOUT_MS, options);
  }

  /** Reads one page of the ended tests of a queue. The interface does not name this operation. */
  async listMergeQueueTestingResults(
    request: ListMergeQueueTestingResultsRequest,
    options?: RequestOptions,
  ): Promise<ListMergeQueueTestingResultsResponse> {
    return this.#call("listMergeQueueTestingResults", request, READ_TIMEOUT_MS, options);
  }

  /** Sets the impacted targets of a pull request: a list that replaces the previous one, or `"ALL"`. */
  async setImpactedTargets(request: SetImpactedTargetsRequest, options?: RequestOptions): Promise<unknown> {
    return this.#call("setImpactedTargets", request, WRITE_TIMEOUT_MS, options);
  }

  /** Reads the impacted targets of a pull request's head commit. Only the second interface offers this. */
  async getImpactedTargets(
    request: GetImpactedTargetsRequest,
    options?: RequestOptions,
  ): Promise<readonly string[] | "ALL"> {
    return this.#call("getImpactedTargets", request, READ_TIMEOUT_MS, options);
  }

  /**
   * Reads metrics in the Prometheus text format. `parseMetrics` parses the text; `readQueueMetrics` then
   * picks the published metrics.
   * @param request - the repository of the metrics. Default: all repositories of the organization
   */
  async getMergeQueueMetrics(
    request: GetMergeQueueMetricsRequest = {},
    options?: RequestOptions,
  ): Promise<string> {
    return this.#call("getMergeQueueMetrics", request, READ_TIMEOUT_MS, options);
  }

  /** Uploads events of CI runs. Each event has an id, so a lost upload can be repeated. */
  async trackEvents(request: TrackEventsRequest, options?: RequestOptions): Promise<unknown> {
    return this.#call("trackEvents", request, WRITE_TIMEOUT_MS, options);
  }

  /**
   * Closes the connections after the requests in progress. Clients with the same options share connections. A
   * later call opens new connections. A program that ends need not call `close`.
   */
  async close(): Promise<void> {
    if (this.#opening === undefined) return;
    const { closeConnections } = await import("./transport/undici-transport");
    const { origin, proxy } = this.#options.config;
    await closeConnections({ origin, proxy, ca: this.#ca });
  }

  async #call<Name extends ClientOperation>(
    operation: Name,
    request: ClientRequest<Name>,
    timeoutMs: number,
    options: RequestOptions | undefined,
  ): Promise<ClientResponse<Name>> {
    return (await this.#open()).call(operation, request, toCallOptions(timeoutMs, options));
  }

  async #resolve<Request, Response>(
    write: (context: ApiContext, request: Request) => Promise<Response>,
    request: Request,
    options: RequestOptions | undefined,
  ): Promise<Response> {
    const api = await this.#open();
    return write({ api, clock: SYSTEM_CLOCK, ...toCallOptions(WRITE_TIMEOUT_MS, options) }, request);
  }

  async #open(): Promise<ApiClient> {
    // A file that cannot be read now may be readable later.
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #connect(): Promise<ApiClient> {
    const { config, source } = this.#options;
    if (config.caFile !== undefined) this.#ca = await readCaFile(config.caFile);
    return createApiClient(config, { source, ca: this.#ca });
  }
}

function toCallOptions(defaultMs: number, options: RequestOptions = {}): CallOptions {
  const { timeoutMs = defaultMs, signal } = options;
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0)) {
    const message = `The option timeoutMs is ${String(timeoutMs)}, but must be a number above 0. Nothing was sent.`;
    throw new MergeQueueError("invalid_request", message, { field: "timeoutMs" });
  }
  return { deadline: Deadline.after(timeoutMs, SYSTEM_CLOCK), stopSignal: signal };
}
