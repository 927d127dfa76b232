import * as z from "zod/mini";
import { SECOND_MODES, SECOND_SETTINGS } from "../../queue/second-settings";
import { MAX_PULL_REQUESTS } from "../first/get-submitted-pull-requests";
import { LABEL_SCHEMA, TIME_SCHEMA, toWholeNumberSchema } from "../first/request-schema";
import type { Operation } from "../operation";
import { readable, toResponseSchema } from "../response-schema";
import { listConfigFields } from "./config-fields";
import { act, change, nameOperations, read } from "./define-operations";
import {
  checkPriority,
  checkSelector,
  DEFAULT_ORDER,
  ID,
  limitedList,
  MAX_TARGETS,
  NUMBER_FIELD,
  PAGE_FIELDS,
  PRIORITY_FIELDS,
  QUERY_NUMBER,
  toQueryList,
  toRequestSchema,
  UUID,
} from "./request-fields";
import * as shown from "./response-fields";
import { ENTRY_STATES, RUN_STATUSES } from "./words";

const LABEL = z.optional(LABEL_SCHEMA);
const TIME = z.optional(TIME_SCHEMA);
const MODE = z.enum(Object.values(SECOND_MODES));
const STATES = toQueryList(z.enum(Object.values(ENTRY_STATES)), Object.keys(ENTRY_STATES).length);
const STATUS = { status: z.optional(z.enum(Object.values(RUN_STATUSES))) };
const DIRECTION = { direction: z.optional(z.enum(["oldest", "newest"])) };
const ENTRY_FLAGS = { allowBatching: z.optional(z.boolean()), direct: z.optional(z.boolean()) };
const { concurrency, bisectionConcurrency } = SECOND_SETTINGS;

const BY_ID = toRequestSchema(() => ({ id: ID }));
const BY_UUID = toRequestSchema(() => ({ id: UUID }));

function list<Item>(item: z.ZodMiniType<Item>): z.ZodMiniType<shown.Page<Item>> {
  return z.lazy(() => shown.toPageSchema(item));
}

type ConfigRequest = { readonly id: string; readonly config: Readonly<Record<string, unknown>> };

const STATE_ANSWER = { responseFormat: "json", responseSchema: shown.STATE_CHANGE } as const;
const changeState = (activity: string) => change(activity, BY_ID, { ignoresBody: true, ...STATE_ANSWER });

const QUEUES = {
  // Lists the queues of the organization or a repository, or the queue of a branch, each with its `config`.
  "GET /merge-queues": read(
    "Listing queues",
    toRequestSchema(
      () => ({ ...PAGE_FIELDS, repositoryId: z.optional(UUID), targetBranch: LABEL }),
      ({ repositoryId, targetBranch }) =>
        targetBranch !== undefined && repositoryId === undefined
          ? "targetBranch needs repositoryId."
          : undefined,
    ),
    list(shown.MERGE_QUEUE),
  ),
  // Not atomic: the service writes the last two fields separately, so clients leave them out.
  "POST /merge-queues": act(
    "Creating the queue",
    toRequestSchema(() => ({
      repositoryId: UUID,
      targetBranch: LABEL_SCHEMA,
      mode: z.optional(MODE),
      concurrency: z.optional(toWholeNumberSchema(...concurrency.range)),
      bisectionConcurrency: z.optional(toWholeNumberSchema(...bisectionConcurrency.range)),
      enqueueingLabel: LABEL,
    })),
  ),
  "GET /merge-queues/metrics": read(
    "Reading the metrics",
    toRequestSchema(() => ({ repositoryId: z.optional(UUID) })),
    z.string(),
    "text",
  ),
  "GET /merge-queues/{id}": read("Reading the queue", BY_ID, shown.MERGE_QUEUE),
  "DELETE /merge-queues/{id}": act("Deleting the queue", BY_ID),
  // Absent settings keep their values. Unknown settings are sent as they are.
  "PATCH /merge-queues/{id}/config": change<ConfigRequest, z.output<typeof shown.MERGE_QUEUE>>(
    "Configuring the queue",
    toRequestSchema(() => ({ id: ID, config: z.looseObject(listConfigFields()) })),
    {
      bodySchema: toRequestSchema(() => ({ id: ID, ...listConfigFields() })) as never,
      toBody: ({ config }) => config,
      responseFormat: "json",
      responseSchema: shown.MERGE_QUEUE,
    },
  ),
  "POST /merge-queues/{id}/pause": changeState("Pausing the queue"),
  "POST /merge-queues/{id}/resume": changeState("Resuming the queue"),
  "POST /merge-queues/{id}/drain": changeState("Draining the queue"),
  "POST /merge-queues/{id}/switch-modes": change(
    "Changing the mode of the queue",
    toRequestSchema(() => ({ id: ID, mode: MODE })),
    STATE_ANSWER,
  ),
  "GET /merge-queues/{id}/order": read("Reading the order of the queue", BY_ID, shown.ORDER),
  "GET /merge-queues/{id}/metrics": read("Reading the metrics", BY_ID, z.string(), "text"),
} as const;

const PULL_REQUESTS = {
  // Most recently enqueued first.
  "GET /merge-queues/{id}/pull-requests": read(
    "Listing the pull requests of the queue",
    toRequestSchema(() => ({
      id: ID,
      ...PAGE_FIELDS,
      ...DEFAULT_ORDER,
      state: z.optional(STATES),
      author: LABEL,
      concludedAfter: TIME,
      concludedBefore: TIME,
    })),
    list(shown.PULL_REQUEST),
  ),
  // The service refuses a pull request that is in the queue already, and leaves it unchanged.
  "POST /merge-queues/{id}/pull-requests": act(
    "Submitting a pull request to the queue",
    toRequestSchema(
      () => ({ id: ID, number: NUMBER_FIELD, ...PRIORITY_FIELDS, ...ENTRY_FLAGS }),
      checkPriority,
    ),
  ),
  "GET /pull-requests": read(
    "Looking up pull requests",
    toRequestSchema(
      () => ({
        ...PAGE_FIELDS,
        repositoryId: UUID,
        number: z.optional(toQueryList(QUERY_NUMBER, MAX_PULL_REQUESTS)),
        branch: LABEL,
        baseBranch: LABEL,
      }),
      ({ number, branch, baseBranch }) =>
        checkSelector({ number, branch }) ??
        (baseBranch === undefined || branch !== undefined ? undefined : "baseBranch needs branch."),
    ),
    list(shown.PULL_REQUEST),
  ),
  "GET /pull-requests/{id}": read("Reading a pull request", BY_UUID, shown.PULL_REQUEST),
  "POST /pull-requests/{id}/dequeue": act("Cancelling a pull request", BY_UUID, { ignoresBody: true }),
  "POST /pull-requests/{id}/restart-tests": act("Restarting tests", BY_UUID, { ignoresBody: true }),
  // This operation and the next one restart no tests.
  "POST /pull-requests/{id}/reprioritize": change(
    "Changing the priority of a pull request",
    toRequestSchema(
      () => ({ id: UUID, ...PRIORITY_FIELDS }),
      (request) => checkPriority(request, true),
    ),
  ),
  "PATCH /pull-requests/{id}/queue-entry": change(
    "Changing a pull request in the queue",
    toRequestSchema(
      () => ({ id: UUID, ...PRIORITY_FIELDS, ...ENTRY_FLAGS }),
      (request) =>
        Object.entries(request).every(([name, value]) => name === "id" || value === undefined)
          ? "Must have at least one field."
          : checkPriority(request),
    ),
  ),
  // The oldest change first, by default.
  "GET /pull-requests/{id}/queue-entry-history": read(
    "Reading the history of a pull request",
    toRequestSchema(() => ({ id: UUID, ...PAGE_FIELDS, ...DIRECTION })),
    list(shown.TRANSITION),
  ),
  "GET /queue-entry-history": read(
    "Reading the histories of pull requests",
    toRequestSchema(() => ({
      ...PAGE_FIELDS,
      pullRequestIds: toQueryList(UUID, MAX_PULL_REQUESTS),
      ...DIRECTION,
    })),
    list(toResponseSchema({ pullRequestId: z.string(), transitions: readable(shown.TRANSITION) })),
  ),
  "GET /pull-requests/{id}/queue-entry-estimate": read("Reading an estimate", BY_UUID, shown.ESTIMATE),
  // The targets that were reported for the head commit.
  "GET /pull-requests/{id}/impacted-targets": read("Reading impacted targets", BY_UUID, shown.TARGETS),
  "PUT /impacted-targets": change(
    "Setting impacted targets",
    toRequestSchema(
      () => ({
        repositoryId: UUID,
        targetBranch: LABEL_SCHEMA,
        sha: z.string().check(z.regex(/^[A-Za-z0-9]+$/, "Must consist of letters and digits.")),
        number: z.optional(NUMBER_FIELD),
        branch: LABEL,
        impactedTargets: z.optional(limitedList(LABEL_SCHEMA, MAX_TARGETS)),
        impactsAllTargets: z.optional(z.literal(true)),
      }),
      ({ number, branch, impactedTargets, impactsAllTargets }) => {
        const isReport = (impactedTargets === undefined) !== (impactsAllTargets === undefined);
        const wrong = isReport
          ? undefined
          : "Must have exactly one of impactedTargets and impactsAllTargets.";
        return checkSelector({ number, branch }) ?? wrong;
      },
    ),
    { sizeAdvice: "Send impactsAllTargets instead of a list." },
  ),
} as const;

const RUNS = {
  "GET /merge-queues/{id}/verification-runs": read(
    "Listing the test runs of the queue",
    toRequestSchema(() => ({ id: ID, ...PAGE_FIELDS, ...DEFAULT_ORDER, ...STATUS, createdAfter: TIME })),
    list(shown.VERIFICATION_RUN),
  ),
  "GET /pull-requests/{id}/verification-runs": read(
    "Listing the test runs of a pull request",
    toRequestSchema(() => ({ id: UUID, ...PAGE_FIELDS, ...DEFAULT_ORDER, ...STATUS })),
    list(shown.VERIFICATION_RUN),
  ),
  "GET /merge-queue-verification-runs/{id}": read("Reading a test run", BY_ID, shown.VERIFICATION_RUN),
  // Lists tests that ended in a period of at most 45 days.
  "GET /merge-queues/{id}/testing-results": read(
    "Listing the tests of the queue",
    toRequestSchema(() => ({ id: ID, ...PAGE_FIELDS, since: TIME_SCHEMA, until: TIME })),
    list(shown.TESTING_RESULT),
  ),
} as const;

const REPOSITORIES = {
  // Finds a repository by its address at the code host. The status is 404 if there is none.
  "GET /repositories": read(
    "Looking up a repository",
    toRequestSchema(() => ({ ...PAGE_FIELDS, providerUrl: LABEL_SCHEMA })),
    list(shown.REPOSITORY),
  ),
  "GET /repositories/{id}": read("Reading a repository", BY_UUID, shown.REPOSITORY),
} as const;

const TABLE = nameOperations({ ...QUEUES, ...PULL_REQUESTS, ...RUNS, ...REPOSITORIES });

type SecondTable = typeof TABLE;

/** Name of an operation of the second interface: its method and path. */
export type SecondName = keyof SecondTable;

/** Request of the operation: path, query and body values in one object. */
export type SecondRequest<Name extends SecondName> = z.output<SecondTable[Name]["requestSchema"]>;

/** Successful response of the operation; `unknown` if the product does not read the response. */
export type SecondResponse<Name extends SecondName> = z.output<SecondTable[Name]["responseSchema"]>;

/** All operations by name. Their source is the public OpenAPI document of November 2026. */
export const SECOND_OPERATIONS: {
  readonly [Name in SecondName]: Operation<SecondRequest<Name>, SecondResponse<Name>>;
} = TABLE;
