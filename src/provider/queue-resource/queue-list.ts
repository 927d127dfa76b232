import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import { type AttributePath, attributePath, type Diagnostic, isError } from "../../plugin/diagnostic";
import { getAttribute, getList } from "../../plugin/get-attribute";
import type { CallContext, ListDefinition, ListEvent, ListRequest } from "../../plugin/provider-definition";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../../plugin/value";
import { MUST_BE_SET } from "../../queue/check-attributes";
import {
  checkRepositoryPart,
  checkTargetBranch,
  formatQueueId,
  type QueueIdentity,
  REPOSITORY_PARTS,
  toIdentityKey,
} from "../../queue/queue-identity";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { forEachLimited } from "../../reconcile/for-each-limited";
import { type LiveQueue, tryReadQueue } from "../../reconcile/read-queue";
import { withTimeout } from "../../reconcile/reconcile-context";
import type { ApiFacts } from "../../reconcile/reconciler";
import { getIdentity } from "../argument-values";
import { createRepositoryAttributes } from "../attributes";
import { describeError } from "../describe-error";
import { checkRequired, createInvalid } from "../diagnostics";
import { findApi, type ProviderData } from "../provider-data";
import { createStub } from "./import-resource";
import { toImportedState } from "./values/setting-values";

/** The list resource `mergequeue_queue`. */
export const QUEUE_LIST: ListDefinition<ProviderData> = {
  schema: {
    version: 0,
    description:
      "Finds merge queues that exist, for `terraform query`. The service's interface cannot list queues, so the " +
      "configuration names repositories and target branches, and the list contains those that have a queue.",
    attributes: {
      repos: {
        nesting: "list",
        required: true,
        description: "The repositories to look at, at least one.",
        attributes: createRepositoryAttributes(),
      },
      target_branches: {
        type: { list: "string" },
        required: true,
        description: "The target branches to look for in each repository, at least one; may contain slashes.",
      },
    },
  },
  validateConfig: async ({ config }) => ({ diagnostics: validateCandidates(config) }),
  list: listQueues,
};

/** Finds the candidates that exist, in their order. Ends with the first error. */
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
    const candidates = listCandidates(config);
    const live = new Map<QueueIdentity, LiveQueue | undefined>();
    const read = async (queue: QueueIdentity): Promise<void> => {
      const context = withTimeout({ ...api, queue, stopSignal }, DEFAULT_TIMEOUTS_MS.read);
      live.set(queue, await tryReadQueue(context));
    };
    let found = 0;
    let start = 0;
    while (start < candidates.length) {
      // The first is read alone, so that a wrong token or address is tried once; then as many as are wanted.
      const end = start + (start === 0 ? 1 : Math.min(MAX_IN_FLIGHT, limit - found));
      const part = candidates.slice(start, end);
      start = end;
      await forEachLimited(part, MAX_IN_FLIGHT, read);
      for (const identity of part) {
        const queue = live.get(identity);
        if (queue === undefined) continue;
        const state = toImportedState(createStub(identity), queue.settings);
        yield { found: { displayName: formatQueueId(identity), state }, diagnostics: [] };
        found += 1;
        if (found >= limit) return;
      }
      live.clear();
    }
    if (found === 0) yield { diagnostics: [warnOfNone(candidates.length, api.api)] };
  } catch (error) {
    yield { diagnostics: [describeError(error, "list")] };
  }
}

function warnOfNone(count: number, { host, tokenSource }: ApiFacts): Diagnostic {
  return {
    severity: "warning",
    summary: "No queue found",
    detail:
      `${host} reports that no queue exists for the repositories and target branches of this list (${count} ` +
      `looked for). The requests used the token from ${tokenSource}. If some should exist, check repos and ` +
      "target_branches, and whether the token belongs to their organization.",
  };
}

/** Checks both attributes, and collects everything that is wrong with them. Unknown values are no errors. */
function validateCandidates(config: ObjectValue): Diagnostic[] {
  return [
    ...checkElements(config, "repos", checkRepository),
    ...checkElements(config, "target_branches", (place, it) => checkRequired(place, it, checkTargetBranch)),
  ];
}

function checkRepository(place: AttributePath, repo: Value): Diagnostic[] {
  return REPOSITORY_PARTS.flatMap((part) => {
    const value = isObjectValue(repo) ? getAttribute(repo, part) : repo;
    return checkRequired([...place, { attribute: part }], value, (text) => checkRepositoryPart(part, text));
  });
}

function checkElements(
  config: ObjectValue,
  name: string,
  check: (place: AttributePath, element: Value) => readonly Diagnostic[],
): Diagnostic[] {
  const path = attributePath(name);
  const list = getList(config, name);
  if (isUnknown(list)) return [];
  if (list === null) return [createInvalid(path, MUST_BE_SET)];
  if (list.length === 0) return [createInvalid(path, "It must have at least one element.")];
  return list.flatMap((element, index) => {
    const place = [...path, { index }];
    return element === null ? [createInvalid(place, MUST_BE_SET)] : check(place, element);
  });
}

/** Lists the queues of a valid configuration, once each in first spelling: by repository, then by branch. */
function listCandidates(config: ObjectValue): readonly QueueIdentity[] {
  const list = (name: string): readonly Value[] => {
    const elements = getList(config, name);
    return elements === null || isUnknown(elements) ? [] : elements;
  };
  const candidates = new Map<string, QueueIdentity>();
  for (const repo of list("repos")) {
    for (const branch of list("target_branches")) {
      const queue = getIdentity(new Map([["repo", repo] as const, ["target_branch", branch] as const]));
      const key = toIdentityKey(queue);
      if (!candidates.has(key)) candidates.set(key, queue);
    }
  }
  return [...candidates.values()];
}
