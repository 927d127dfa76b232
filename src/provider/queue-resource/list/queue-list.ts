import { MAX_IN_FLIGHT } from "../../../api/retry/request-limiter";
import { isError } from "../../../plugin/diagnostic";
import type {
  CallContext,
  ListDefinition,
  ListEvent,
  ListRequest,
} from "../../../plugin/provider-definition";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import { DEFAULT_TIMEOUTS_MS } from "../../../reconcile/default-timeouts";
import { forEachLimited } from "../../../reconcile/plan/for-each-limited";
import { type LiveQueue, tryReadQueue } from "../../../reconcile/read-queue";
import { withTimeout } from "../../../reconcile/reconcile-context";
import type { ApiFacts } from "../../../reconcile/reconciler";
import { describeError } from "../../describe-error";
import { findApi, type ProviderData } from "../../provider-data";
import { createStub } from "../import-resource";
import { toImportedState } from "../values/to-state";
import { CANDIDATE_ATTRIBUTES, listQueueCandidates, validateCandidates } from "./list-queue-candidates";

/** The list resource `mergequeue_queue`. */
export const QUEUE_LIST: ListDefinition<ProviderData> = {
  schema: {
    version: 0,
    description:
      "Finds merge queues that exist, for `terraform query`. The service's interface cannot list queues, so the " +
      "configuration names repositories and target branches, and the list contains those that have a queue.",
    attributes: CANDIDATE_ATTRIBUTES,
  },
  validateConfig: async ({ config }) => ({ diagnostics: validateCandidates(config) }),
  list: listQueues,
};

/** Finds the candidates that exist, in their order (promise K-9). Ends with the first error. */
async function* listQueues(
  { config, limit, data }: ListRequest<ProviderData>,
  { stopSignal }: CallContext,
): AsyncGenerator<ListEvent> {
  // What was unknown when Terraform validated is known now.
  const findings = validateCandidates(config);
  if (findings.some(isError)) {
    yield { diagnostics: findings };
    return;
  }
  try {
    const api = findApi(data);
    const candidates = listQueueCandidates(config);
    const live = new Map<QueueIdentity, LiveQueue | undefined>();
    const read = async (queue: QueueIdentity): Promise<void> => {
      const context = withTimeout({ ...api, queue, stopSignal }, DEFAULT_TIMEOUTS_MS.read);
      live.set(queue, await tryReadQueue(context));
    };
    let found = 0;
    let start = 0;
    while (start < candidates.length) {
      // The first is read alone, so that a wrong token or address is tried once; then no more than are still wanted.
      const end = start + (start === 0 ? 1 : Math.min(MAX_IN_FLIGHT, limit - found));
      const part = candidates.slice(start, end);
      start = end;
      await forEachLimited(part, MAX_IN_FLIGHT, read);
      for (const identity of part) {
        const queue = live.get(identity);
        if (queue === undefined) continue;
        yield toEvent(identity, queue);
        found += 1;
        if (found >= limit) return;
      }
      live.clear();
    }
    if (found === 0) yield warnOfNone(candidates.length, api.api);
  } catch (error) {
    yield { diagnostics: [describeError(error, "list")] };
  }
}

function toEvent(identity: QueueIdentity, { settings }: LiveQueue): ListEvent {
  const state = toImportedState(createStub(identity), settings);
  return { found: { displayName: formatQueueId(identity), state }, diagnostics: [] };
}

function warnOfNone(count: number, { host, tokenSource }: ApiFacts): ListEvent {
  return {
    diagnostics: [
      {
        severity: "warning",
        summary: "No queue found",
        detail:
          `${host} reports that no queue exists for the repositories and target branches of this list (${count} ` +
          `looked for). The requests used the token from ${tokenSource}. If some should exist, check repos and ` +
          "target_branches, and whether the token belongs to their organization.",
      },
    ],
  };
}
