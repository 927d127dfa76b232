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
import { OPERATIONS } from "../../src/api/operations";
import type { SettingName } from "../../src/queue/settings";

/** `true` if the types are identical: `string` differs from a union with `string`. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the assertion compares how T would be used
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Word<Known extends string> = Known | (string & {}) | undefined;

// A wrong line here does not compile: responses have exactly the fields of the interface, with their types.
const PINNED: readonly true[] = [
  true satisfies Equal<keyof QueueRecord, SettingName>,
  true satisfies Equal<
    keyof GetQueueResponse,
    SettingName | "branch" | "enqueuedPullRequests" | "additionalFields"
  >,
  true satisfies Equal<keyof NonNullable<UpdateQueueResponse>, SettingName | "branch" | "additionalFields">,
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
