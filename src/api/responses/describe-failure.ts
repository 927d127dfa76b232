import { type ErrorDetails, MergeQueueError } from "../../queue/merge-queue-error";
import {
  formatQueueId,
  formatRepository,
  type QueueIdentity,
  type Repository,
} from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { OPERATIONS, type OperationName, type OperationRequest } from "../../wire/first/operations";
import type { EarlierRequests } from "../api-client";
import type { ClientConfig } from "../client-config";
import type { ClientOperation } from "../client-operations";
import { isLoopbackHost } from "../configuration/host-rules";
import { adviseOnKey } from "../token-rules";
import type { ForeignText } from "./foreign-text";
import { type AnyOperation, type Failure, type FailureCode, SWITCHING_CODE } from "./interpret-exchange";

/** The subject of a request, for messages. If all fields are absent, the subject is all repositories. */
interface RequestSubject {
  readonly queue?: QueueIdentity;
  readonly queueId?: string;
  readonly repository?: string;
  /** An item of the queue: `pull request 7`, `branch feature`, `test run …`. */
  readonly item?: { readonly kind: "pull request" | "branch" | "test run"; readonly name: string };
}

export function readSubject(given: object): RequestSubject {
  const request = given as OperationRequest<OperationName>;
  if ("targetBranch" in request) {
    const queue = { repo: request.repo, targetBranch: request.targetBranch };
    if ("testRunId" in request) return { queue, item: { kind: "test run", name: request.testRunId } };
    if (!("pr" in request)) return { queue };
    const { number, branch } = request.pr as { readonly number?: number; readonly branch?: string };
    if (branch !== undefined) return { queue, item: { kind: "branch", name: branch } };
    return { queue, item: { kind: "pull request", name: String(number) } };
  }
  if ("queueId" in request) return { queueId: String(request.queueId) };
  if ("events" in request) return { repository: formatRepository(request.repo) };
  const { repo, repoHost } = request as { readonly repo?: Repository | string; readonly repoHost?: string };
  if (repo === undefined) return {};
  return { repository: typeof repo === "string" ? `${String(repoHost)}/${repo}` : formatRepository(repo) };
}

/** Returns `queue "github.com/acme/web/main" (pull request 7)`, `repository "…"` or `all repositories`. */
export function describeSubject(subject: RequestSubject, quote: (name: string) => string): string {
  const { queue, queueId, repository, item } = subject;
  if (queueId !== undefined) return `queue with the id ${quote(queueId)}`;
  if (queue === undefined) {
    return repository === undefined ? "all repositories" : `repository ${quote(repository)}`;
  }
  const id = `queue ${quote(formatQueueId(queue))}`;
  if (item === undefined) return id;
  return `${id} (${item.kind} ${item.kind === "pull request" ? item.name : quote(item.name)})`;
}

interface FailedCall {
  readonly operation: Pick<AnyOperation, "name" | "activity" | "isRead">;
  readonly method: ClientOperation;
  readonly subject: RequestSubject;
  readonly failure: Failure;
  readonly attempts: number;
  readonly elapsedMs: number;
  /** The earlier requests, if the caller probes a lost write and reports the result itself. */
  readonly earlier?: EarlierRequests | undefined;
}

/** Makes an error that gives reason, place and next step in at most 2 KB, escaped and without the token. */
export function toCallError(call: FailedCall, config: ClientConfig, foreign: ForeignText): MergeQueueError {
  const { operation, method, subject, failure, attempts, elapsedMs, earlier } = call;
  const { origin } = config;
  const about = describeSubject(subject, (name) => foreign.quote(name, 300));
  // The user's request. The operation that failed may only prepare it.
  const activity =
    (OPERATIONS as Partial<Record<string, AnyOperation>>)[method]?.activity ?? operation.activity;
  const isOnQueue = about.startsWith("queue ") && activity.endsWith("queue");
  const object = isOnQueue ? about.replace(/^queue /, "") : `of ${about}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const effort = `${attempts} ${attempts === 1 ? "attempt" : "attempts"} in ${seconds} s`;
  const what = `${activity} ${object} failed: ${failure.why} (${operation.name} at ${origin}, ${effort}).`;
  const isRefused = failure.code === "refused" || failure.code === "not_found";
  // The caller resolves a lost response, and a refusal after one.
  const isLeftOpen = earlier !== undefined && (failure.isEffectPossible || (earlier.wasLost && isRefused));
  // An upload without a queue cannot be read.
  const how = subject.queue === undefined ? "it does no harm to repeat the request" : "read the queue to see";
  const effect = failure.isEffectPossible ? `It is not known whether the request took effect; ${how}. ` : "";
  const message = isLeftOpen ? what : `${what} ${operation.isRead ? "" : effect}${adviseOn(call, config)}`;
  const { status, serverText, serverCode, requestId, field, retryAfterMs } = failure;
  const isEffectPossible = failure.isEffectPossible || undefined;
  const request = { operation: method, queue: subject.queue, origin, attempts, elapsedMs };
  const told = { status, serverText, serverCode, requestId, field, isEffectPossible, retryAfterMs };
  const known = Object.entries({ ...request, ...told });
  const details: ErrorDetails = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  return new MergeQueueError(failure.code, message, details, failure.cause);
}

function adviseToLook({ queue }: RequestSubject): string {
  return queue === undefined
    ? "mergequeue doctor checks the address and the token."
    : `To see the queue as it is now, run mergequeue queue get ${quoteForShell(formatQueueId(queue))}`;
}

const ITEM_NAMES = {
  "pull request": "the pull request's number",
  branch: "the head branch",
  "test run": "the run's id",
};

function listNameParts({ queue, item }: RequestSubject): string {
  if (queue === undefined) return "host, owner and name";
  if (item === undefined) return "host, owner, name and branch";
  return `${ITEM_NAMES[item.kind]} and the queue's host, owner, name and branch`;
}

function adviseOn({ method, subject, failure }: FailedCall, config: ClientConfig): string {
  const { tokenSource, vocabulary, origin, basePath, interfaceReason } = config;
  if (failure.serverCode === SWITCHING_CODE) {
    return (
      "The queue is switching modes. Until that ends, the service refuses changes. Try again later, or with a " +
      "longer timeout."
    );
  }
  const baseUrl = vocabulary.nameArgument("base_url");
  const advice: Readonly<Record<FailureCode, string>> = {
    refused:
      failure.serverText?.trim() === ""
        ? `The service gave no reason. ${adviseToLook(subject)}`
        : "Fix the problem that the service names, then try again.",
    unauthorized:
      `The token comes from ${tokenSource}: check that it is valid at ${origin} and not revoked. ` +
      adviseOnKey(config),
    forbidden:
      failure.serverCode === "INSUFFICIENT_PERMISSIONS"
        ? `The token (from ${tokenSource}) is valid but lacks a permission: give it the permission that the service names${
            /^(create|update|delete)Queue$/.test(method) ? ', "update queue settings"' : ""
          }.`
        : `The token (from ${tokenSource}) is valid but not allowed to do this. Use a token that is allowed to.`,
    not_found:
      `If it should exist, check ${listNameParts(subject)}, and that the token (from ${tokenSource}) belongs to the ` +
      "organization that owns it.",
    wrong_address:
      `Requests go to ${origin}${basePath}, ${interfaceReason}. Check ${baseUrl}: it must be the service's own address. ` +
      "Check also whether a proxy or a sign-in page responds in its place.",
    proxy_refused: "Put the proxy's user and password in HTTPS_PROXY, or the service's host in NO_PROXY.",
    rate_limited: `Try again later. To stay below the limit, set ${vocabulary.nameArgument("max_requests_per_second")}, or lower the parallelism.`,
    server_error: "The service has a problem: try again later. mergequeue doctor shows whether it responds.",
    unreachable: `The service did not get this request. ${
      failure.isUnreachable === true && origin.startsWith("http:") && isLoopbackHost(new URL(origin).hostname)
        ? `Start the service on this machine (the local service: mergequeue serve), or correct ${baseUrl}.`
        : `Check ${baseUrl}, the network and the proxy. For a certificate of a private authority, use ` +
          `${vocabulary.nameArgument("ca_file")}.`
    }`,
    // Many TLS servers close plain http connections without a response.
    no_answer:
      "The response was lost; nothing was changed. Try again." +
      (origin.startsWith("http:")
        ? ` If the host speaks TLS at this port, ${baseUrl} must begin with https.`
        : ""),
    outcome_unknown:
      method === "restartTestsOnPullRequest"
        ? "Look at the pull request first. If its stateChangedAt or its test run shows that the tests were already " +
          "restarted, do not restart them again."
        : "Run the same command again.",
    unexpected_response:
      "The service may be newer than this client, or it may not be a merge queue service. Check " +
      `${baseUrl} with mergequeue doctor, and look for a newer version of this client.`,
    deadline_exceeded: "Try again, with a longer timeout if the service is known to be slow.",
    interrupted: "Run the same command again to continue.",
  };
  return advice[failure.code];
}
