import { listAllPullRequests } from "../../api/list-all-pull-requests";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import { getString } from "../../plugin/get-attribute";
import type { ObjectValue } from "../../plugin/value";
import { CONCLUDED_STATES, PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import { toQueueReference } from "../../reconcile/read-queue";
import { checkDateTime } from "../../text/check-date-time";
import { quote } from "../../text/quote";
import { computedNested, optional } from "../attributes";
import { createInvalid } from "../diagnostics";
import {
  createQueueDataSource,
  LISTED_PULL_REQUEST_ATTRIBUTES,
  listWords,
  PAGES_TIMEOUT_MS,
  toListedPullRequest,
} from "./create-data-source";

export const PULL_REQUESTS_DATA_SOURCE = createQueueDataSource({
  description:
    "The pull requests of a queue, those that have left it included: all pages of the service's list. Narrow it " +
    "with `state` and `since`, since every plan reads the whole list and the state keeps it.",
  attributes: {
    state: optional(
      "string",
      `Only pull requests in this state: one of ${listWords(PULL_REQUEST_STATES)}. Default: all states.`,
    ),
    since: optional(
      "string",
      `Only pull requests that concluded (${listWords(CONCLUDED_STATES)}) since this time: RFC 3339, such as ` +
        '`2026-01-31T08:00:00Z`. `timeadd(plantimestamp(), "-24h")` is known while planning. Default: no limit.',
    ),
    pull_requests: computedNested(
      "list",
      LISTED_PULL_REQUEST_ATTRIBUTES,
      "The pull requests, in the service's order.",
    ),
  },
  timeoutMs: PAGES_TIMEOUT_MS,
  validate: (config) => [...validateState(config), ...validateSince(config)],
  read: async (config, context) => {
    const state = getString(config, "state");
    const since = getString(config, "since");
    const request = {
      ...toQueueReference(context.queue),
      ...(isState(state) ? { state } : {}),
      ...(typeof since === "string" ? { since } : {}),
    };
    const found = [];
    for await (const pullRequest of listAllPullRequests(context.api, request, context))
      found.push(toListedPullRequest(pullRequest));
    return { pull_requests: found };
  },
});

function isState(value: unknown): value is PullRequestState {
  return PULL_REQUEST_STATES.some((state) => state === value);
}

function validateState(config: ObjectValue): Diagnostic[] {
  const state = getString(config, "state");
  if (typeof state !== "string" || isState(state)) return [];
  const words = PULL_REQUEST_STATES.map((word) => quote(word)).join(", ");
  return [createInvalid(attributePath("state"), `Must be one of ${words}, got ${quote(state)}.`)];
}

function validateSince(config: ObjectValue): Diagnostic[] {
  const since = getString(config, "since");
  const message = typeof since === "string" ? checkDateTime(since) : undefined;
  return message === undefined ? [] : [createInvalid(attributePath("since"), message)];
}
