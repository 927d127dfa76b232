import type { Plan, PlanAction, PlannedChange, PlannedQueue } from "../../src/plan/plan";
import { formatQueueId } from "../../src/queue/queue-identity";
import type { PullRequest } from "../../src/wire/first/pull-request";
import { makePlan, makePlannedQueue } from "../plan/support/make-plan";

/** A change of a setting from one value to another; undefined: there is none. */
export function change(
  name: string,
  now: unknown,
  then: unknown,
  kind: PlannedChange["kind"] = "setting",
): PlannedChange {
  return { name, kind, now: toValue(now), then: toValue(then) };
}

function toValue(value: unknown): PlannedChange["now"] {
  return value === undefined ? { kind: "absent" } : { kind: "value", value };
}

/** A queue of a plan, without changes by default. */
export function planQueue(
  action: PlanAction,
  { id = "github.com/acme/web/main", ...more }: Partial<PlannedQueue> = {},
): PlannedQueue {
  return makePlannedQueue(more.identity === undefined ? id : formatQueueId(more.identity), {
    address: "mergequeue_queue.web",
    stack: "queues",
    origin: "https://merge.example.com",
    ...more,
    action,
  });
}

/** A plan in which everything happens that a report can show. */
export function createBusyPlan(): Plan {
  const pullRequests: PullRequest[] = [
    { prNumber: 7, prTitle: "Fix the login", prAuthor: "ada", state: "testing" },
    { prNumber: 8 },
  ];
  return makePlan(
    [
      planQueue("update", {
        id: "github.com/acme/api/main",
        changes: [
          change("concurrency", 3, 4),
          change("testingTimeoutMinutes", 60, 90),
          change("requiredStatuses", ["ci/build", "ci/test"], ["ci/build"]),
          { ...change("mergeMethod", "squash", undefined), then: { kind: "unknown" } },
          { name: "newToken", kind: "additional", now: { kind: "sensitive" }, then: { kind: "sensitive" } },
        ],
        settings: {
          state: "running",
          mode: "parallel",
          concurrency: 3,
          requiredStatuses: ["ci/build", "ci/test"],
        },
        protection: [
          {
            name: "requiredStatuses",
            kind: "loss",
            message: 'Required statuses will be removed: "ci/test". Pull requests then merge without them.',
          },
        ],
      }),
      planQueue("create", {
        id: "github.com/acme/docs/main",
        changes: [change("mode", undefined, "parallel"), change("requiredStatuses", undefined, [])],
        warnings: [
          { summary: "Queue exists already: github.com/acme/docs/main", detail: "Import it.\nOr adopt it." },
        ],
      }),
      planQueue("delete", {
        id: "github.com/acme/old/release/1.x",
        settings: { state: "running", concurrency: 2, requiredStatuses: [] },
        pullRequests,
      }),
      planQueue("replace", {
        id: "github.com/acme/renamed/main",
        changes: [
          change("repo.name", "renamed", "name", "identity"),
          { ...change("state", "paused", undefined), then: { kind: "default" } },
        ],
        settings: { state: "paused", mode: "single" },
        pullRequests: [],
      }),
      planQueue("update", {
        id: "github.com/acme/slow/main",
        changes: [change("state", "running", "paused")],
        protection: [{ name: "state", kind: "pause", message: "Nothing merges while the queue is paused." }],
      }),
      planQueue("forget", { id: "github.com/acme/left/main", stack: undefined, address: undefined }),
      planQueue("none", { id: "github.com/acme/imported/main", isImported: true }),
      ...Array.from({ length: 5 }, (_, index) =>
        planQueue("none", { id: `github.com/acme/still-${index}/main`, settings: { concurrency: index } }),
      ),
    ],
    { digest: `sha256:${"0".repeat(64)}`, warnings: ["The plan is incomplete: it was made with -target."] },
  );
}
