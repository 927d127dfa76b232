import * as z from "zod/mini";
import { SECOND_MODES, SECOND_SETTINGS } from "../../queue/second-settings";
import { LABEL_SCHEMA, toWholeNumberSchema } from "../first/request-schema";
import type { Operation } from "../operation";
import { listConfigFields } from "./config-fields";
import { ID, PAGE_FIELDS, toRequestSchema, UUID } from "./request-fields";
import { MERGE_QUEUE, ORDER, STATE_CHANGE, toPageSchema } from "./response-fields";
import { readAt, writeAt } from "./second-operation";

const MODE = z.enum(Object.values(SECOND_MODES));
const BY_ID = toRequestSchema(() => ({ id: ID }));

/** Lists queues, the settings included: of the organization, of a repository, or the one of a branch. */
export const LIST_MERGE_QUEUES = readAt("/merge-queues", {
  activity: "Listing queues",
  requestSchema: toRequestSchema(
    () => ({ ...PAGE_FIELDS, repositoryId: z.optional(UUID), targetBranch: z.optional(LABEL_SCHEMA) }),
    ({ repositoryId, targetBranch }) =>
      targetBranch !== undefined && repositoryId === undefined
        ? "targetBranch needs repositoryId."
        : undefined,
  ),
  responseSchema: z.lazy(() => toPageSchema(MERGE_QUEUE)),
});

/** Reads a queue. */
export const GET_MERGE_QUEUE = readAt("/merge-queues/{id}", {
  activity: "Reading the queue",
  requestSchema: BY_ID,
  responseSchema: MERGE_QUEUE,
});

/** Creates a queue. Not atomic: the last two fields are a write of their own, so clients leave them out. */
export const CREATE_MERGE_QUEUE = writeAt("POST /merge-queues", false, {
  activity: "Creating the queue",
  requestSchema: toRequestSchema(() => ({
    repositoryId: UUID,
    targetBranch: LABEL_SCHEMA,
    mode: z.optional(MODE),
    concurrency: z.optional(toWholeNumberSchema(...SECOND_SETTINGS.concurrency.range)),
    bisectionConcurrency: z.optional(toWholeNumberSchema(...SECOND_SETTINGS.bisectionConcurrency.range)),
    enqueueingLabel: z.optional(LABEL_SCHEMA),
  })),
});

type ConfigRequest = { readonly id: string; readonly config: Readonly<Record<string, unknown>> };

/** Changes settings; absent ones stay unchanged. What this version does not know is sent as it is. */
export const UPDATE_MERGE_QUEUE_CONFIG: Operation<ConfigRequest, z.output<typeof MERGE_QUEUE>> = writeAt(
  "PATCH /merge-queues/{id}/config",
  true,
  {
    activity: "Configuring the queue",
    requestSchema: toRequestSchema(() => ({ id: ID, config: z.looseObject(listConfigFields()) })),
    bodySchema: toRequestSchema(() => ({ id: ID, ...listConfigFields() })) as never,
    toBody: ({ config }) => config,
    responseFormat: "json",
    responseSchema: MERGE_QUEUE,
  },
);

function changeState(word: "pause" | "resume" | "drain", activity: string) {
  return writeAt(`POST /merge-queues/{id}/${word}`, true, {
    activity,
    requestSchema: BY_ID,
    ignoresBody: true,
    responseFormat: "json",
    responseSchema: STATE_CHANGE,
  });
}

/** Pauses a queue. */
export const PAUSE_MERGE_QUEUE = changeState("pause", "Pausing the queue");

/** Lets a queue run. */
export const RESUME_MERGE_QUEUE = changeState("resume", "Resuming the queue");

/** Lets a queue drain. */
export const DRAIN_MERGE_QUEUE = changeState("drain", "Draining the queue");

/** Changes the mode of a queue; its own mode is no change. */
export const SWITCH_MODES = writeAt("POST /merge-queues/{id}/switch-modes", true, {
  activity: "Changing the mode of the queue",
  requestSchema: toRequestSchema(() => ({ id: ID, mode: MODE })),
  responseFormat: "json",
  responseSchema: STATE_CHANGE,
});

/** Deletes an empty queue. */
export const DELETE_MERGE_QUEUE = writeAt("DELETE /merge-queues/{id}", false, {
  activity: "Deleting the queue",
  requestSchema: BY_ID,
});

/** Reads the order in which the pull requests of a queue are considered. */
export const GET_ORDER = readAt("/merge-queues/{id}/order", {
  activity: "Reading the order of the queue",
  requestSchema: BY_ID,
  responseSchema: ORDER,
});

const METRICS = { activity: "Reading the metrics", responseSchema: z.string() };

/** Reads metrics of one queue in the Prometheus text format. */
export const GET_QUEUE_METRICS: Operation<{ readonly id: string }, string> = {
  ...readAt("/merge-queues/{id}/metrics", { ...METRICS, requestSchema: BY_ID }),
  responseFormat: "text",
};

/** The same of a repository's queues, or of all queues. */
export const GET_ORGANIZATION_METRICS: Operation<{ readonly repositoryId?: string | undefined }, string> = {
  ...readAt("/merge-queues/metrics", {
    ...METRICS,
    requestSchema: toRequestSchema(() => ({ repositoryId: z.optional(UUID) })),
  }),
  responseFormat: "text",
};
