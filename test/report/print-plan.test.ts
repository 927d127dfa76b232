import type { PlannedChange } from "../../src/plan/plan";
import { printPlan } from "../../src/report/print-plan";
import { makeView } from "../cli/support/make-view";
import { makePlan } from "../plan/support/make-plan";
import { makeQueueForecast } from "./forecast/make-queue-forecast";
import { change, planQueue } from "./plan-fixtures";

const VIEW = makeView();

/** A plan of the kind that can be applied. */
const OURS = { digest: `sha256:${"0".repeat(64)}` };

test("shows each queue with its place, and each change with the old and the new value", () => {
  const created = [
    change("mode", undefined, "parallel"),
    change("requiredStatuses", undefined, ["ci/build", "ci/test"]),
    change("mergeWindows", undefined, { from: "08:00" }, "additional"),
  ];
  const optimization = change("optimizationMode", "off", "bisection_skip_redundant_tests");
  const queues = [
    planQueue("create", { id: "github.com/acme/api/main", changes: created }),
    planQueue("update", { changes: [change("concurrency", 1, 4), optimization] }),
    planQueue("delete", { id: "github.com/acme/old/release/1.x" }),
    planQueue("none", { id: "github.com/acme/same/main" }),
  ];
  expect(printPlan(makePlan(queues, OURS), VIEW)).toBe(`Queues at https://merge.example.com:

  + create: github.com/acme/api/main
      # mergequeue_queue.web in queues
      + mode                             = "parallel"
      + required_statuses                = ["ci/build", "ci/test"]
      + additional_settings.mergeWindows = {"from":"08:00"}

  ~ update in-place: github.com/acme/web/main
      # mergequeue_queue.web in queues
      ~ concurrency       = 1 -> 4
      ~ optimization_mode = "off" -> "bisection_skip_redundant_tests"

  - destroy: github.com/acme/old/release/1.x
      # mergequeue_queue.web in queues

Plan: 1 to create, 1 to change, 1 to destroy. 1 queue without changes.

Queues that are not declared here are not touched.
`);
});

test("shows removed and added required statuses one by one, and only counts the others", () => {
  const queue = planQueue("update", {
    changes: [change("requiredStatuses", ["ci/a", "ci/old", "ci/b"], ["ci/b", "ci/new", "ci/a", "ci/a"])],
  });
  expect(printPlan(makePlan([queue]), VIEW)).toContain(`      ~ required_statuses = [
          - "ci/old"
          + "ci/new"
            # (2 unchanged elements)
        ]
`);
});

test("shows up to a hundred added and removed elements of a long list, and counts the rest", () => {
  const names = (prefix: string): string[] => Array.from({ length: 130 }, (_, index) => `${prefix}/${index}`);
  const queue = planQueue("update", { changes: [change("requiredStatuses", names("old"), names("new"))] });
  const text = printPlan(makePlan([queue]), VIEW);
  expect(text.match(/- "old\//g)).toHaveLength(100);
  expect(text.match(/\+ "new\//g)).toHaveLength(100);
  expect(text).toContain("# (30 more removed)");
  expect(text).toContain("# (30 more added)");
  // Without the former names, it does not fit into a line either.
  const created = planQueue("create", {
    changes: [change("requiredStatuses", undefined, names("ci").slice(0, 10))],
  });
  const lines = '= [\n          + "ci/0"\n          + "ci/1"\n';
  expect(printPlan(makePlan([created]), makeView({ columns: 80 }))).toContain(lines);
});

test("shows unknown, sensitive and absent values in words", () => {
  const changes: PlannedChange[] = [
    { ...change("concurrency", 1, undefined), then: { kind: "unknown" } },
    { name: "key", kind: "additional", now: { kind: "sensitive" }, then: { kind: "sensitive" } },
    { ...change("requiredStatuses", ["a"], undefined), then: { kind: "unknown" } },
    change("deletionPolicy", "drain", undefined, "argument"),
  ];
  const text = printPlan(makePlan([planQueue("update", { changes })]), VIEW);
  expect(text).toContain("~ concurrency             = 1 -> (known after apply)\n");
  expect(text).toContain("~ additional_settings.key = (sensitive value) -> (sensitive value)\n");
  expect(text).toContain('~ required_statuses       = ["a"] -> (known after apply)\n');
  expect(text).toContain('- deletion_policy         = "drain"\n');
});

test("S-26: highlights changes of merge protection, at the queue and next to the totals", () => {
  const queue = planQueue("update", {
    changes: [change("requiredStatuses", ["ci"], [])],
    protection: [
      { name: "requiredStatuses", kind: "loss", message: "No status will be required any more." },
      { name: "state", kind: "pause", message: "The queue will be paused." },
    ],
  });
  const text = printPlan(makePlan([queue]), VIEW, new Map([[queue, makeQueueForecast()]]));
  expect(text).toContain("      ! Merge protection: No status will be required any more.\n");
  expect(text).toContain("      ! Merge protection: The queue will be paused.\n");
  expect(text).toContain(
    'Merge protection weakened: 1 queue; paused or drained: 1 queue. See the lines that begin with "!".\n' +
      "Not met: p90<45m (1 queue).\n",
  );
});

test("writes warnings below the queues: a queue's with their details, the plan's as sentences", () => {
  const warning = { summary: "Queue has pull requests: x", detail: "In it are:\n  #7\nMerge them." };
  const queue = planQueue("delete", { warnings: [warning] });
  const text = printPlan(makePlan([queue], { warnings: ["module.x is not followed."] }), VIEW);
  expect(text).toContain(
    "Warning: Queue has pull requests: x\n\n  In it are:\n    #7\n  Merge them.\n\nWarning: module.x is not followed.\n\nPlan:",
  );
});

test("names each service once, and colours additions, removals and changes", () => {
  const origins = ["https://a.example.com", "https://b.example.com"];
  const changes = [change("concurrency", 1, 4)];
  const ids = ["github.com/acme/web/main", "github.com/acme/api/main"];
  const queues = origins.flatMap((origin) => ids.map((id) => planQueue("update", { id, origin, changes })));
  const view = makeView({ paint: (tone, text) => `<${tone}:${text}>` });
  const text = printPlan(makePlan(queues), view);
  expect(text.match(/^Queues at .*$/gm)).toEqual(origins.map((origin) => `Queues at ${origin}:`));
  expect(text).toContain("<held:~ update in-place>");
});

test.each([
  ["apply", ["none", "none"], "No changes. All 2 queues are as declared.\n"],
  ["apply", ["none"], "No changes. The queue is as declared.\n"],
  ["apply", [], "No changes. No queue is declared.\n"],
  ["destroy", ["none"], "No changes. The queue is already gone.\n"],
  ["destroy", ["none", "none"], "No changes. All 2 queues are already gone.\n"],
] as const)("%s of %j has nothing to do and says so", (mode, actions, text) => {
  const queues = actions.map((action) => planQueue(action));
  expect(printPlan(makePlan(queues, { mode, ...OURS }), VIEW)).toBe(text);
});

test("shows the actions that only Terraform's plans have: replacements, imports, forgotten queues", () => {
  const plan = makePlan([
    planQueue("replace", { changes: [change("repo.name", "renamed", "name", "identity")] }),
    planQueue("forget", { address: undefined }),
    planQueue("none", { isImported: true }),
    planQueue("update", { isImported: true, stack: undefined }),
  ]);
  const text = printPlan(plan, VIEW);
  expect(text).toContain("  -/+ destroy and then create replacement: github.com/acme/web/main\n");
  expect(text).toContain('~ repo.name = "renamed" -> "name"\n');
  expect(text).toContain("  . forget, and leave as it is: github.com/acme/web/main\n\n");
  expect(text).toContain("  = import: github.com/acme/web/main\n");
  expect(text).toContain(
    "  ~ update in-place (import): github.com/acme/web/main\n      # mergequeue_queue.web\n",
  );
  expect(text).not.toContain("not declared here");
  expect(text).toContain("0 to create, 1 to change, 1 to replace, 0 to destroy, 1 to forget, 2 to import");
});

test("S-26: a replacement's losses of merge protection come before settings that are not carried over", () => {
  const changes = [{ ...change("state", "paused", ""), then: { kind: "default" } as const }];
  const protection = [{ name: "requiredStatuses", kind: "loss", message: "Statuses go." }] as const;
  expect(printPlan(makePlan([planQueue("replace", { changes, protection })]), VIEW)).toContain(
    "      ! Merge protection: Statuses go.\n" +
      '      ~ state = "paused" -> (not carried over; the service\'s default)\n',
  );
});

test("S-14: nothing in a plan can steer the terminal or begin a line of its own", () => {
  const evil = "\u001b[2J\u202e\n  + create: fake\r";
  const queue = planQueue("update", {
    id: "github.com/acme/web/main",
    address: evil,
    stack: evil,
    origin: evil,
    changes: [change(evil, evil, evil, "additional"), change("requiredStatuses", [evil], ["a"])],
    protection: [{ name: "state", kind: "pause", message: "\u001b[2J" }],
    warnings: [{ summary: evil, detail: "\u001b[2J" }],
  });
  const text = printPlan(makePlan([queue], { warnings: ["\u009b2J"] }), VIEW);
  expect(text).not.toMatch(/[\u001b\u202e\u009b\r]/);
  expect(text.match(/^ {2}\+ create/gm)).toBeNull();
});
