import { listAllPullRequests } from "../../api/list-all-pull-requests";
import type { ListPullRequestsRequest } from "../../api/operations/list-pull-requests";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type { Schema } from "../../plugin/schema/schema";
import { getString } from "../../plugin/values/get-attribute";
import type { ObjectValue } from "../../plugin/values/value";
import { CONCLUDED_STATES, PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import { formatQueueId } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { checkDateTime } from "../../text/check-date-time";
import { quote } from "../../text/quote";
import { computedNested, createIdentityAttributes } from "../attributes";
import { createInvalid } from "../diagnostics";
import { getIdentity } from "../identity-values";
import { validateIdentityAttributes } from "../validate-identity-attributes";
import { createDataSource, PAGES_TIMEOUT_MS } from "./create-data-source";
import { LISTED_PULL_REQUEST_ATTRIBUTES, toListedPullRequest } from "./pull-request-values";

const STATES = PULL_REQUEST_STATES.map((state) => `\`${state}\``).join(", ");
const CONCLUDED = CONCLUDED_STATES.map((state) => `\`${state}\``).join(", ");

const SCHEMA: Schema = {
  version: 0,
  description:
    "The pull requests of a queue, those that have left it included: all pages of the service's list. Narrow it " +
    "with `state` and `since`, since every plan reads the whole list and the state keeps it.",
  attributes: {
    ...createIdentityAttributes(),
    state: {
      type: "string",
      optional: true,
      description: `Only pull requests in this state: one of ${STATES}. Default: all states.`,
    },
    since: {
      type: "string",
      optional: true,
      description:
        `Only pull requests that concluded (${CONCLUDED}) since this time: RFC 3339, such as ` +
        '`2026-01-31T08:00:00Z`. `timeadd(plantimestamp(), "-24h")` is known while planning. Default: no limit.',
    },
    pull_requests: computedNested(
      "list",
      LISTED_PULL_REQUEST_ATTRIBUTES,
      "The pull requests, in the service's order.",
    ),
  },
};

/** The data source `mergequeue_pull_requests`. */
export const PULL_REQUESTS_DATA_SOURCE = createDataSource({
  schema: SCHEMA,
  timeoutMs: PAGES_TIMEOUT_MS,
  validate: (config) => [
    ...validateIdentityAttributes(config),
    ...validateState(config),
    ...validateSince(config),
  ],
  describeTarget: (config) => ({
    name: `Queue ${quote(formatQueueId(getIdentity(config)))} was`,
    path: attributePath("target_branch"),
  }),
  read: async (config, context) => {
    const found = [];
    for await (const pullRequest of listAllPullRequests(context.api, toRequest(config), context)) {
      found.push(toListedPullRequest(pullRequest));
    }
    return { pull_requests: found };
  },
});

function toRequest(config: ObjectValue): ListPullRequestsRequest {
  const state = getString(config, "state");
  const since = getString(config, "since");
  return {
    ...toQueueReference(getIdentity(config)),
    ...(isState(state) ? { state } : {}),
    ...(typeof since === "string" ? { since } : {}),
  };
}

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
