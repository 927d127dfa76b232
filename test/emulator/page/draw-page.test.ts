import { drawPage } from "../../../src/emulator/page/draw-page";
import { readChoice } from "../../../src/emulator/page/page-choice";
import { startEmulator } from "../../../src/emulator/start-emulator";
import { SETTING_NAMES } from "../../../src/queue/settings";
import {
  createPageState,
  createQueue,
  makeSubmissions,
  NOW_MS,
  OPTIONS,
  type QueueInput,
  type SubmissionInput,
} from "./page-fixtures";
import { draw, read, readRows } from "./read-page";

const WHY_UNKNOWN = "the code host does not know yet whether it can be merged.";

describe("what waits", () => {
  test("is one line: number, title, author and branch, place and age, with a reason only if it is not the place", () => {
    const urgent = { value: 0, name: "urgent" };
    const submissions: SubmissionInput[] = [
      { number: 7, priority: urgent, noBatch: true },
      { number: 8 },
      { number: 9, state: "not_ready", pullRequest: { mergeability: "unspecified" } },
    ];
    expect(readRows(draw([{ submissions }]), "waiting")).toEqual([
      ["#7 Change 7 ada · topic-7", "1st urgent skips the line no batch", "5 min"],
      ["#8 Change 8 ada · topic-8", "2nd", "5 min"],
      ["#9 Change 9 ada · topic-9", `not ready · ${WHY_UNKNOWN}`, "5 min"],
    ]);
  });

  test("rows say when they will merge, where runs that passed tell it", () => {
    const at = (minutes: number): number => NOW_MS + minutes * 60_000;
    const past = { sequences: [1], createdAtMs: at(-40), concludedAtMs: at(-20) };
    const ids = ["a", "b", "c", "d", "e"];
    const merged = ids.map((testRunId, index) => ({ number: index, state: "merged" as const, testRunId }));
    const queue = {
      submissions: [...merged, { number: 6, state: "testing" as const }, { number: 7 }],
      line: [{ sequences: [6], phase: "testing" as const, testRunId: "f" }],
      runs: [
        ...ids.map((id) => ({ ...past, id, status: "succeeded" as const })),
        { id: "f", sequences: [6], createdAtMs: at(-5) },
      ],
    };
    const page = draw([queue]);
    expect(readRows(page, "line")[0]?.[1]).toContain("testing merges in about 15 min");
    expect(readRows(page, "waiting")[0]?.[1]).toBe(
      "1st · merges in about 35 min · Is next. Waits until one of these tests ends: #6.",
    );
  });

  test("a reason that holds for all is said once above", () => {
    const paused = draw([{ settings: { state: "paused" }, submissions: makeSubmissions(3) }]);
    expect(read(paused)).toMatch(
      /paused 3 waiting, oldest 5 min · 0 merged in 24 h Until the queue runs again, nothing merges and no new tests start. .* The queue has been paused since 2026-01-15 10:00:00 UTC \(2 h\). mergequeue queue resume "github.com\/acme\/web\/main" Copy/,
    );
    expect(readRows(paused, "waiting").map(([, why]) => why)).toEqual(["1st", "2nd", "3rd"]);
    const submissions = makeSubmissions(2, { state: "not_ready" });
    const page = draw([{ settings: { mode: "parallel" }, submissions }]);
    expect(read(page)).toContain(
      "Why all of them wait: its impacted targets have not been reported. " +
        'Report them: mergequeue pr impacted-targets "github.com/acme/web/main" 1 --all Copy',
    );
    expect(readRows(page, "waiting").map(([, why]) => why)).toEqual(["not ready", "not ready"]);
  });

  test("of ten thousand, twenty are shown, or a thousand on request", () => {
    const state = createPageState(createQueue({ submissions: makeSubmissions(10_000) }));
    expect(readRows(draw(state), "waiting")).toHaveLength(20);
    expect(read(draw(state))).toContain("And 9,980 more. Show all");
    const all = draw(state, "waiting=all");
    expect(readRows(all, "waiting")).toHaveLength(1000);
    expect(read(all)).toContain("And 9,000 more. Show fewer");
  });

  test("an empty queue says how to submit, until something has been in it", () => {
    const advice = 'Submit a pull request: mergequeue pr submit "github.com/acme/web/main" 7';
    expect(read(draw([{}]))).toContain(advice);
    expect(read(draw([{ totals: { cancelled: 1 } }]))).toContain("Nothing is waiting.");
  });
});

test("a queue that is behind says how long it takes, and how long usually", () => {
  const at = (hours: number): number => NOW_MS - hours * 3_600_000;
  const merged = { state: "merged" as const, submittedAtMs: at(25), stateChangedAtMs: at(24.5) };
  const last = { ...merged, number: 6, stateChangedAtMs: at(23.9) };
  const submissions = [...makeSubmissions(5, merged), last, { number: 7, submittedAtMs: at(8) }];
  expect(read(draw([{ submissions }]))).toContain(
    "behind 1 waiting, oldest 8 h · 1 merged in 24 h · usually 30 min to merge " +
      "The oldest pull request has waited for 8 h. Usually, a pull request merges 30 min after it becomes ready.",
  );
});

describe("what has left", () => {
  test("shows the last ten merges and the last five others, latest first, with reason and run", () => {
    const failed = { state: "failed", reason: "The required status ci failed.", testRunId: "run-1" } as const;
    const dropped = makeSubmissions(7, failed).map((one) => ({ ...one, number: one.number + 100 }));
    const checks = [{ name: "ci", conclusion: "failure", reportedAtMs: 0 }] as const;
    const page = draw([
      {
        submissions: [...makeSubmissions(12, { state: "merged" }), ...dropped],
        runs: [{ id: "run-1", sequences: [19], checks }],
        totals: { merged: 1200, failed: 7 },
      },
    ]);
    const listNumbers = (key: string) => readRows(page, key).map(([one]) => Number(/\d+/.exec(one ?? "")));
    expect(listNumbers("merged")).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(readRows(page, "merged")[0]?.slice(1)).toEqual(["4 min in the queue", "1 min"]);
    expect(listNumbers("dropped")).toEqual([107, 106, 105, 104, 103]);
    expect(readRows(page, "dropped")[0]?.slice(1)).toEqual([
      "failed The required status ci failed. ✕ ci failure run Run run-1 on test/run-1 , times out in 58 min",
      "1 min",
    ]);
    expect(read(page)).toContain("Merged 1,200 in all");
    expect(read(page)).toContain("Left because");
  });

  test("searches the last 500 for merges, and no more", () => {
    const search = (others: number) => {
      const failed = makeSubmissions(others, { state: "failed" });
      return readRows(draw([{ submissions: [{ number: 900, state: "merged" }, ...failed] }]), "merged");
    };
    expect([search(499), search(500)].map(({ length }) => length)).toEqual([1, 0]);
  });
});

describe("settings", () => {
  const find = (queue: QueueInput, name: string, inheritedStatuses = ["ci/all"]): string | undefined => {
    const state = createPageState(createQueue(queue));
    const { main } = drawPage(state, { ...OPTIONS, inheritedStatuses }, readChoice(""));
    const [, list = ""] = main.toString().split("<dl>");
    const text = ` ${list.split("<div>").map(read).join(" # ")} #`;
    return new RegExp(` ${name} (.*?)(?= \\w+ ?$| #)`).exec(text)?.[1];
  };

  test("are all shown but the state, which stands at the queue's name", () => {
    const names = [...draw([{}]).matchAll(/<dt><code>(\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(SETTING_NAMES.filter((name) => name !== "state"));
  });

  test.each<[QueueInput, string, string]>([
    [{ settings: { testingTimeoutMinutes: 1 } }, "testingTimeoutMinutes", "1 minute"],
    [{ settings: { testingTimeoutMinutes: 90 } }, "testingTimeoutMinutes", "90 minutes"],
    [{ settings: { concurrency: 3 } }, "concurrency", "3"],
    [{ settings: { enqueueingLabel: "" } }, "enqueueingLabel", "none"],
    [{}, "requiredStatuses", "ci/all (inherited)"],
    [{ changes: { requiredStatuses: ["a", "b"] } }, "requiredStatuses", "a, b"],
    [{ changes: { requiredStatuses: [] } }, "requiredStatuses", "none"],
  ])("%j: %s is %s", (queue, name, value) => {
    expect(find(queue, name)).toBe(value);
  });

  test("of many required statuses fifty are shown", () => {
    const requiredStatuses = Array.from({ length: 52 }, () => "x");
    expect(find({ changes: { requiredStatuses } }, "requiredStatuses")).toMatch(/x and 2 more$/);
  });
});

describe("texts from outside", () => {
  test("never become markup, and are cut to 200 characters, but not within a character", () => {
    const title = `<img src=x onerror="alert(1)">${"x".repeat(168)}😀${"y".repeat(1_000_000)}`;
    const show = (pullRequest: SubmissionInput["pullRequest"] = {}) =>
      draw([{ submissions: [{ number: 1, pullRequest }] }]);
    const page = show({ title, author: "<b>", headBranch: "'\"><i>" });
    expect(page).not.toMatch(/<img|<b>|<i>/);
    expect(page).toContain(`${"x".repeat(168)}…</bdi>`);
    const short = "x".repeat(200);
    expect(show({ title: short })).toContain(`${short}</bdi>`);
  });

  test.each([
    ["github.com", "web", "https://github.com/acme/web/pull/1"],
    ["gitlab.example.com", "web", "https://gitlab.example.com/acme/web/-/merge_requests/1"],
    ["git.example.com:8443", "web", "https://git.example.com:8443/acme/web/pull/1"],
    ["user@evil.example", "web", undefined],
    ["github.com", "w#b?", "https://github.com/acme/w%23b%3F/pull/1"],
  ])("pull requests of %s and acme/%s are at %s", (host, name, url) => {
    const identity = { repo: { host, owner: "acme", name }, targetBranch: "main" };
    const page = draw([{ changes: { identity }, submissions: [{ number: 1 }] }]);
    expect(/class="number" href="([^"]*)"/.exec(page)?.[1]).toBe(url);
  });
});

test.each([
  [{ auto: {} }, ["init", "pr submit github.com/acme/web/main 7"]],
  [{}, ["init", "pr submit github.com/acme/web/main 7", "serve --auto"]],
])("an empty service that was started with %j shows the commands that fill it", async (start, commands) => {
  const emulator = await startEmulator(start);
  const page = await (await fetch(new URL("/", emulator.url))).text();
  await emulator.close();
  expect(page).toContain("<title>Merge queues</title>");
  const shown = [...page.matchAll(/<span class="command"><code>npx --no mergequeue (.*?)</g)];
  expect(shown.map(([, command]) => command)).toEqual(commands);
});
