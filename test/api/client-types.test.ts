import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  GetQueueResponse,
  ListPullRequestsResponse,
  PullRequest,
  PullRequestState,
  QueueRecord,
  Readiness,
  RequiredStatusesSource,
  SubmittedPullRequest,
  TestRun,
  TestRunStatus,
  UpdateQueueResponse,
} from "../../src/api";
import { MergeQueueClient } from "../../src/api/index";
import { READER_LAG_MS } from "../../src/api/poll-until";
import type { FailureCode } from "../../src/api/responses/interpret-exchange";
import type { SettingName } from "../../src/queue/settings";
import { OPERATIONS } from "../../src/wire/first/operations";
import { catchError } from "../support/catch-error";

/** `true` if the types are identical: `string` differs from a union with `string`. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- compares how T would be used
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Word<Known extends string> = Known | (string & {}) | undefined;

/** What only the second interface shows of a queue. */
type Fact = "queueId" | "managedState" | "createdAt";

// A wrong line here does not compile: responses have exactly the fields of the interface, with their types.
const PINNED: readonly true[] = [
  true satisfies Equal<keyof QueueRecord, SettingName>,
  true satisfies Equal<
    keyof GetQueueResponse,
    SettingName | "branch" | "enqueuedPullRequests" | "additionalFields" | Fact
  >,
  true satisfies Equal<
    keyof NonNullable<UpdateQueueResponse>,
    SettingName | "branch" | "additionalFields" | Fact
  >,
  true satisfies Equal<GetQueueResponse["concurrency"], number | undefined>,
  true satisfies Equal<GetQueueResponse["batch"], boolean | undefined>,
  true satisfies Equal<GetQueueResponse["mode"], Word<"single" | "parallel">>,
  true satisfies Equal<
    GetQueueResponse["state"],
    Word<"running" | "paused" | "draining" | "switching_modes">
  >,
  true satisfies Equal<GetQueueResponse["requiredStatuses"], readonly string[] | undefined>,
  true satisfies Equal<GetQueueResponse["enqueuedPullRequests"], readonly PullRequest[] | undefined>,
  true satisfies Equal<ListPullRequestsResponse["pullRequests"], readonly PullRequest[]>,
  true satisfies Equal<PullRequest["state"], Word<PullRequestState>>,
  true satisfies Equal<SubmittedPullRequest["readiness"], Readiness | undefined>,
  true satisfies Equal<
    Readiness["hostMergeability"],
    Word<"unspecified" | "in_progress" | "mergeable" | "not_mergeable">
  >,
  true satisfies Equal<TestRun["status"], Word<TestRunStatus>>,
  true satisfies Equal<TestRun["requiredStatusesSource"], Word<RequiredStatusesSource>>,
];

test("a field that a response does not have does not compile", () => {
  expect(PINNED).not.toContain(false);
  const queue: GetQueueResponse = OPERATIONS.getQueue.responseSchema.parse({ concurrency: 4, concurency: 5 });
  expect(queue.concurrency).toBe(4);
  expect(queue.additionalFields?.["concurency"]).toBe(5);
  // @ts-expect-error: a typing mistake
  expect(queue.concurency).toBeUndefined();

  const run: TestRun = OPERATIONS.getMergeQueueTestingDetails.responseSchema.parse({ status: "FAILED" });
  expect(run.status).toBe("failed");
  // @ts-expect-error: a typing mistake
  expect(run.statuss).toBeUndefined();
});

const GUIDE = readFileSync(join(__dirname, "../../docs/client.md"), "utf8");

/** The words in code marks in the first column of the table under a heading. */
function listTerms(heading: string): string[] {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, term]) => String(term)),
  );
}

describe("docs/client.md", () => {
  test("has every method", () => {
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    const others = ["constructor", "close"];
    expect(listTerms("Methods").sort()).toEqual(methods.filter((name) => !others.includes(name)).sort());
    expect(GUIDE).toContain("`close()`");
  });

  test("has every option", () => {
    const message = String(catchError(() => new MergeQueueClient({ unknown: 1 } as never)));
    const options = /The options are ([^.]+)\./.exec(message)?.[1]?.split(", ");
    expect(listTerms("Options").sort()).toEqual(options?.sort());
  });

  test("has every code that a call can end with", () => {
    const codes: Readonly<Record<FailureCode | "invalid_configuration" | "invalid_request", true>> = {
      invalid_configuration: true,
      invalid_request: true,
      refused: true,
      unauthorized: true,
      forbidden: true,
      not_found: true,
      wrong_address: true,
      proxy_refused: true,
      rate_limited: true,
      server_error: true,
      unreachable: true,
      no_answer: true,
      outcome_unknown: true,
      unexpected_response: true,
      deadline_exceeded: true,
      interrupted: true,
    };
    expect(listTerms("Errors").sort()).toEqual(Object.keys(codes).sort());
  });

  test("says how long a reader may lag", () => {
    expect(GUIDE).toContain(`for ${READER_LAG_MS / 1000} seconds`);
  });
});
