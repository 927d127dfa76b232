import type { CallOptions } from "../../api/api-client";
import { listAllQueues } from "../../api/list-all-queues";
import type { ApiContext } from "../../api/poll-until";
import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import { type AttributePath, attributePath, type Diagnostic, isError } from "../../plugin/diagnostic";
import { getAttribute, getList } from "../../plugin/get-attribute";
import type { CallContext, ListDefinition, ListEvent, ListRequest } from "../../plugin/provider-definition";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../../plugin/value";
import { MUST_BE_SET } from "../../queue/check-attributes";
import { hasErrorCode } from "../../queue/merge-queue-error";
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
import { type QueueWithoutContent, toQueueWithoutContent, tryReadQueue } from "../../reconcile/read-queue";
import { withTimeout } from "../../reconcile/reconcile-context";
import type { ApiFacts } from "../../reconcile/reconciler";
import { getIdentity, tryGetRepository } from "../argument-values";
import { createRepositoryAttributes, optionalAttribute } from "../attributes";
import { describeError } from "../describe-error";
import { checkRequired, createInvalid } from "../diagnostics";
import { findApi, type ProviderData } from "../provider-data";
import { createStub } from "./import-resource";
import { toImportedState } from "./values/setting-values";

export const QUEUE_LIST: ListDefinition<ProviderData> = {
  schema: {
    version: 0,
    description:
      "Finds existing merge queues, for `terraform query`. With the second interface (`/v2`), it can list all queues. With " +
      "the first (`/v1`), set `repos` and `target_branches`: it then looks for one queue per repository and branch.",
    attributes: {
      repos: {
        nesting: "list",
        optional: true,
        description:
          "The repositories to search, at least one. Default with the second interface: all repositories of the organization.",
        attributes: createRepositoryAttributes(),
      },
      target_branches: optionalAttribute(
        { list: "string" },
        "The target branches to look for in each repository, at least one; may contain slashes. Default with the second " +
          "interface: all branches.",
      ),
    },
  },
  validateConfig: async ({ config }) => ({ diagnostics: validateCandidates(config) }),
  list: listQueues,
};

/** Yields the queues that the configuration asks for and that exist, in order. Stops after an error. */
async function* listQueues(
  { config, limit, data }: ListRequest<ProviderData>,
  { stopSignal }: CallContext,
): AsyncGenerator<ListEvent> {
  // Values that were unknown in the validation are known now.
  const findings = validateCandidates(config);
  if (findings.some(isError)) {
    yield { diagnostics: findings };
    return;
  }
  try {
    const api = findApi(data);
    const open = ["repos", "target_branches"].filter((name) => getList(config, name) === null);
    if (open.length > 0 && !api.api.abilities.listsQueues) {
      yield { diagnostics: open.map((name) => createInvalid(attributePath(name), CANNOT_LIST)) };
      return;
    }
    const find = open.length > 0 ? findInLists : findCandidates;
    let found = 0;
    for await (const [identity, live] of find(config, { ...api, stopSignal }, limit)) {
      const state = toImportedState(createStub(identity), live.settings);
      state.set("queue_id", live.queueId ?? null);
      yield { found: { displayName: formatQueueId(identity), state }, diagnostics: [] };
      found += 1;
      if (found >= limit) return;
    }
    if (found === 0) yield { diagnostics: [warnOfNone(listCandidates(config).length, api.api)] };
  } catch (error) {
    yield { diagnostics: [describeError(error, "list")] };
  }
}

const CANNOT_LIST = `${MUST_BE_SET} The first interface cannot list queues. With the second interface, this may be left out.`;

type UntimedContext = Omit<ApiContext, "deadline">;

type Found = AsyncGenerator<readonly [QueueIdentity, QueueWithoutContent]>;

async function* findCandidates(config: ObjectValue, base: UntimedContext, limit: number): Found {
  const candidates = listCandidates(config);
  const live = new Map<QueueIdentity, QueueWithoutContent | undefined>();
  const read = async (queue: QueueIdentity): Promise<void> => {
    live.set(queue, await tryReadQueue(withTimeout({ ...base, queue }, DEFAULT_TIMEOUTS_MS.read)));
  };
  let found = 0;
  let start = 0;
  while (start < candidates.length) {
    // The first is read alone, so that a wrong token or address fails once.
    const end = start + (start === 0 ? 1 : Math.min(MAX_IN_FLIGHT, limit - found));
    const part = candidates.slice(start, end);
    start = end;
    await forEachLimited(part, MAX_IN_FLIGHT, read);
    for (const identity of part) {
      const queue = live.get(identity);
      if (queue === undefined) continue;
      found += 1;
      yield [identity, queue];
    }
    live.clear();
  }
}

async function* findInLists(config: ObjectValue, base: UntimedContext): Found {
  const repos = listElements(config, "repos").map((repo) => tryGetRepository(new Map([["repo", repo]])));
  const branches = listElements(config, "target_branches");
  const options = (): CallOptions => withTimeout(base, DEFAULT_TIMEOUTS_MS.read);
  const seen = new Set<string>();
  for (const repo of repos.length === 0 ? [undefined] : repos) {
    try {
      for await (const page of listAllQueues(base.api, repo, options)) {
        for (const queue of page) {
          const { repo: place, queueId = "" } = queue;
          const targetBranch = queue.targetBranch.normalize("NFC");
          const isWanted = branches.length === 0 || branches.includes(targetBranch);
          if (!isWanted || seen.has(queueId)) continue;
          seen.add(queueId);
          yield [{ repo: place, targetBranch }, toQueueWithoutContent(queue)];
        }
      }
    } catch (error) {
      // A repository that the service does not know has no queue.
      if (repo === undefined || !hasErrorCode(error, "not_found")) throw error;
    }
  }
}

function warnOfNone(count: number, { host, tokenSource }: ApiFacts): Diagnostic {
  const looked = count === 0 ? "" : ` (${count} looked for)`;
  return {
    severity: "warning",
    summary: "No queue found",
    detail:
      `${host} reports that no queue exists for the repositories and target branches of this list${looked}. The requests ` +
      `used the token from ${tokenSource}. If queues should exist, check repos and target_branches, and whether the token ` +
      "belongs to their organization.",
  };
}

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
  // Whether it is optional depends on the interface, which is not known yet.
  if (isUnknown(list) || list === null) return [];
  if (list.length === 0) return [createInvalid(path, "It must have at least one element.")];
  return list.flatMap((element, index) => {
    const place = [...path, { index }];
    return element === null ? [createInvalid(place, MUST_BE_SET)] : check(place, element);
  });
}

function listElements(config: ObjectValue, name: string): readonly Value[] {
  const elements = getList(config, name);
  return elements === null || isUnknown(elements) ? [] : elements;
}

/** Returns the queues that a valid configuration asks for, each once, by repository and then branch. */
function listCandidates(config: ObjectValue): readonly QueueIdentity[] {
  const candidates = new Map<string, QueueIdentity>();
  for (const repo of listElements(config, "repos")) {
    for (const branch of listElements(config, "target_branches")) {
      const queue = getIdentity(new Map([["repo", repo] as const, ["target_branch", branch] as const]));
      const key = toIdentityKey(queue);
      if (!candidates.has(key)) candidates.set(key, queue);
    }
  }
  return [...candidates.values()];
}
