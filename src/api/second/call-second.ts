import * as z from "zod/mini";
import { findSecondProblem, SECOND_SETTINGS } from "../../queue/second-settings";
import { SETTING_NAMES } from "../../queue/settings";
import { describeIssue } from "../../wire/describe-issue";
import { OPERATIONS, type OperationName } from "../../wire/first/operations";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import { RUN_STATUSES } from "../../wire/second/words";
import type { ClientOperation } from "../client-operations";
import { toInvalidError } from "../encode-request";
import { isCursorInvalid } from "../list-pages";
import { findPullRequest, PULL_REQUEST_METHODS } from "./pull-request-calls";
import { QUEUE_METHODS } from "./queue-calls";
import { findQueueId, findRepositoryId, type SecondMethod, type SecondMethods } from "./second-call";
import { toTestingResult, toTestRun } from "./to-first-words";

const RUN_METHODS = {
  async getMergeQueueTestingDetails({ send, options }, { testRunId }) {
    return toTestRun(await send("GET /merge-queue-verification-runs/{id}", { id: testRunId }, options));
  },
  async listTestRuns(call, { repo, targetBranch, pr, status, cursor, take = 100 }) {
    const page = { status: status && RUN_STATUSES[status], cursor, limit: take };
    const queue = { repo, targetBranch };
    const id = pr ? (await findPullRequest(call, { ...queue, pr })).id : await findQueueId(call, queue);
    const name = pr
      ? "GET /pull-requests/{id}/verification-runs"
      : "GET /merge-queues/{id}/verification-runs";
    const { data, nextCursor } = await call.send(name, { id, ...page });
    return { testRuns: data.map(toTestRun), nextCursor };
  },
  /** Lists one page of testing results. Pages have only cursors, so it may read the pages before `offset`. */
  async listMergeQueueTestingResults(call, { repo, targetBranch, since, until, offset = 0, take = 50 }) {
    const { send, options, memory } = call;
    const id = await findQueueId(call, { repo, targetBranch });
    const list = JSON.stringify([id, since, until]);
    const last =
      memory.lastPage?.list === list && memory.lastPage.offset <= offset ? memory.lastPage : undefined;
    let at = last?.offset ?? 0;
    let cursor = last?.cursor;
    for (;;) {
      const limit = at < offset ? Math.min(100, offset - at) : take;
      const request = { id, since, until, limit, includeTotal: true, cursor };
      let page;
      try {
        page = await send("GET /merge-queues/{id}/testing-results", request, options);
      } catch (error) {
        if (cursor === undefined || !isCursorInvalid(error)) throw error;
        at = 0;
        cursor = undefined;
        continue;
      }
      const { data, nextCursor, total } = page;
      const isAsked = at === offset;
      at += data.length;
      cursor = nextCursor;
      memory.lastPage = cursor === undefined ? undefined : { list, offset: at, cursor };
      if (isAsked) return { testingResults: data.map(toTestingResult), totalItems: total };
      if (cursor === undefined) return { testingResults: [], totalItems: total };
    }
  },
  async getMergeQueueMetrics(call, { repo, repoHost: host = "" }) {
    const [owner = "", name = ""] = repo?.split("/") ?? [];
    const repositoryId = repo === undefined ? undefined : await findRepositoryId(call, { host, owner, name });
    return call.send("GET /merge-queues/metrics", { repositoryId }, call.options);
  },
} satisfies Partial<SecondMethods>;

const METHODS: SecondMethods = { ...QUEUE_METHODS, ...PULL_REQUEST_METHODS, ...RUN_METHODS };

export function tryFindSecondCall<Name extends ClientOperation>(name: Name): SecondMethod<Name> | undefined {
  // The table has each method under its own name.
  return (METHODS as Readonly<Record<string, unknown>>)[name] as SecondMethod<Name> | undefined;
}

const IDENTITY = z.object(IDENTITY_FIELDS);

/** Tells whether the second interface accepts a value that the first refuses: a number or a cursor. */
function isTakenThere({ path: [field] }: z.core.$ZodIssue, request: object): boolean {
  const value: unknown = request[field as keyof object];
  if (field === "cursor") return typeof value === "string" && value !== "";
  return (
    typeof value === "number" && Number.isInteger(value) && Object.hasOwn(SECOND_SETTINGS, String(field))
  );
}

/** Checks a method's request for the second interface. @throws MergeQueueError `invalid_request` */
export function checkSecondRequest(name: ClientOperation, request: object): void {
  const schema = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName].requestSchema : IDENTITY;
  const { error } = "targetBranch" in request ? schema.safeParse(request, { error: describeIssue }) : {};
  const issues = error?.issues.filter((issue) => !isTakenThere(issue, request)) ?? [];
  const problems = SETTING_NAMES.flatMap((setting): z.core.$ZodIssueCustom[] => {
    const message = findSecondProblem(setting, request[setting as keyof object]);
    return message === undefined ? [] : [{ code: "custom", path: [setting], message, input: undefined }];
  });
  if (issues.length + problems.length > 0) throw toInvalidError(name, { issues: [...issues, ...problems] });
}
