import type { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity, Repository } from "../../queue/queue-identity";
import type { SecondName, SecondRequest, SecondResponse } from "../../wire/second/operations";
import type { CallOptions } from "../api-client";
import type { ClientOperation, ClientRequest, ClientResponse } from "../client-operations";
import type { Failure } from "../responses/interpret-exchange";

/** What a client has learnt about a service. */
export interface SecondMemory {
  /** Permanent ids of repositories, by the repository's address in lower case. */
  readonly repositoryIds: Map<string, string>;
  /** How to continue a list of testing results: the list, the next offset and the next page's cursor. */
  lastPage?: { readonly list: string; readonly offset: number; readonly cursor: string } | undefined;
}

export interface SecondCall {
  readonly options: CallOptions;
  readonly memory: SecondMemory;
  /** Sends one request, with retries. @param options - default: the result of `forReading` */
  readonly send: <Name extends SecondName>(
    name: Name,
    request: SecondRequest<Name>,
    options?: CallOptions,
  ) => Promise<SecondResponse<Name>>;
  /** Makes the error for a method that fails although all its requests succeeded. */
  readonly toError: (name: SecondName, failure: Pick<Failure, "code" | "why">) => MergeQueueError;
}

/** The methods of the second interface, which has no `trackEvents`. */
export type SecondMethods = {
  readonly [Name in Exclude<ClientOperation, "trackEvents">]: SecondMethod<Name>;
};

export type SecondMethod<Name extends ClientOperation> = (
  call: SecondCall,
  request: ClientRequest<Name>,
) => Promise<ClientResponse<Name>>;

/** Returns the options of a read that prepares a call. A read needs no `beforeRepeat`. */
export function forReading(options: CallOptions): CallOptions {
  return { ...options, beforeRepeat: undefined, seenAtMs: undefined };
}

export async function findRepositoryId(
  { send, memory, toError }: SecondCall,
  { host, owner, name }: Repository,
): Promise<string> {
  const providerUrl = `https://${host}/${owner}/${name}`;
  const key = providerUrl.toLowerCase();
  const known = memory.repositoryIds.get(key);
  if (known !== undefined) return known;
  const [found] = (await send("GET /repositories", { providerUrl })).data;
  if (found === undefined) {
    // A real service responds with 404, so this response may come from something else.
    const why = "the response lists no repository, which no merge queue service sends";
    throw toError("GET /repositories", { code: "unexpected_response", why });
  }
  memory.repositoryIds.set(key, found.id);
  return found.id;
}

export type SecondQueue = SecondResponse<"GET /merge-queues/{id}">;

/** Finds a queue, by its id if known. @throws `not_found`; `unexpected_response` if another is returned */
export async function findQueue(
  call: SecondCall,
  { repo, targetBranch }: QueueIdentity,
): Promise<SecondQueue> {
  const { send, toError, options, memory } = call;
  const isAsked = (queue: SecondQueue): boolean =>
    queue.targetBranch.normalize("NFC") === targetBranch.normalize("NFC");
  const { queueId: id } = options;
  const name = id === undefined ? "GET /merge-queues" : "GET /merge-queues/{id}";
  const fail = (code: "not_found" | "unexpected_response", why: string): MergeQueueError =>
    toError(name, { code, why });
  if (id !== undefined) {
    const queue = await send("GET /merge-queues/{id}", { id });
    const { repositoryUrl, repositoryId } = queue;
    if (repositoryUrl !== undefined && repositoryId !== undefined)
      memory.repositoryIds.set(repositoryUrl.toLowerCase(), repositoryId);
    if (isAsked(queue)) return queue;
    throw fail("unexpected_response", describeOther(queue));
  }
  const repositoryId = await findRepositoryId(call, repo);
  const { data, nextCursor } = await send("GET /merge-queues", { repositoryId, targetBranch });
  const queue = data.find(isAsked);
  if (queue !== undefined) return queue;
  const [other] = data;
  if (other !== undefined) throw fail("unexpected_response", describeOther(other));
  // The queue may be on a further page.
  if (nextCursor !== undefined) throw fail("unexpected_response", "the first of several pages is empty");
  throw fail("not_found", "the list of queues does not contain the queue");
}

function describeOther({ targetBranch }: SecondQueue): string {
  return `the response is about the queue of branch ${JSON.stringify(targetBranch)}`;
}

export async function findQueueId(call: SecondCall, queue: QueueIdentity): Promise<string> {
  return call.options.queueId ?? (await findQueue(call, queue)).id;
}
