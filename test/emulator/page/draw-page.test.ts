import { drawPage } from "../../../src/emulator/page/draw-page";
import { readChoice } from "../../../src/emulator/page/page-choice";
import { summarizeQueue } from "../../../src/emulator/page/summarize-queue";
import { SETTING_NAMES } from "../../../src/queue/settings";
import { createBusyState } from "./busy-state";
import { createManyQueues } from "./many-queues";
import {
  createPageState,
  createQueue,
  NOW_MS,
  OPTIONS,
  type QueueInput,
  type SubmissionInput,
} from "./page-fixtures";

/** Draws a state, by default of queues; with a query, what it chooses. */
function draw(queues: readonly QueueInput[] | ReturnType<typeof createPageState>, query = ""): string {
  const state = "queues" in queues ? queues : createPageState(...queues.map(createQueue));
  return drawPage(state, OPTIONS, readChoice(query)).main.toString();
}

/** Reads texts as a person does: without markup and tooltips. */
function read(markup: string): string {
  const text = markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").trim();
}

function readSection(markup: string, key: string): string {
  const [, section = ""] = markup.split(`<section data-key="${key}"`);
  return section.split("</section>")[0] ?? "";
}

/** The cells of a table's rows. */
function readRows(markup: string, key: string): string[][] {
  const [, ...rows] = readSection(markup, key).split('<tr role="row" data-key');
  return rows.map((row) =>
    [...row.matchAll(/<t([hd]) role[^>]*>([^]*?)<\/t\1>/g)].map(([, , cell = ""]) => read(cell)),
  );
}

function readList(markup: string): string[] {
  const [, nav = ""] = /<nav([^]*)<\/nav>/.exec(markup) ?? [];
  return nav
    .split("<li")
    .slice(1)
    .map((item) => read(`<li${item.split("</li>")[0] ?? ""}`));
}

function many(count: number, input: Omit<SubmissionInput, "number"> = {}): SubmissionInput[] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, ...input }));
}

const left = (failed: number, merged: number): SubmissionInput[] => [
  ...many(merged, { state: "merged" }),
  ...many(failed, { state: "failed", testRunId: "run-1" }),
];

describe("summarizeQueue", () => {
  test.each<[QueueInput, string]>([
    [{}, "running"],
    [{ settings: { state: "paused" } }, "paused"],
    [{ settings: { state: "draining" } }, "draining"],
    [{ settings: { state: "paused" }, changes: { isSwitchingModes: true } }, "switching_modes"],
    [{ changes: { switchingReadsLeft: 1 } }, "switching_modes"],
    [{ submissions: [{ number: 1, state: "not_ready" }] }, "not_ready"],
    [{ submissions: [{ number: 1, state: "not_ready" }, { number: 2 }] }, "running"],
    [{ submissions: left(2, 8) }, "running"],
    [{ submissions: left(3, 7) }, "failing"],
    [{ submissions: [...many(3, { state: "failed" }), ...many(10, { state: "merged" })] }, "running"],
  ])("%j is %s", (input, status) => {
    expect(summarizeQueue(createQueue(input)).status).toBe(status);
  });

  test("trouble is a rate of the last ten that merged or failed, among at most a hundred that left", () => {
    const submissions = [...left(4, 5), ...many(3, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions })).recent).toEqual({ of: 9, failed: 4 });
    const cancelled = [...left(4, 5), ...many(99, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions: cancelled })).recent).toEqual({ of: 1, failed: 1 });
  });

  test("counts the oldest that waits, whatever its turn", () => {
    const submissions = [
      { number: 1, submittedAtMs: 5, turn: "z" },
      { number: 2, submittedAtMs: 9, turn: "a" },
    ];
    expect(summarizeQueue(createQueue({ submissions })).oldestMs).toBe(5);
  });
});

describe("the list of queues", () => {
  test("is sorted by name, so that it does not move when something happens", () => {
    const names = readList(draw(createManyQueues())).map((item) => item.split(" ")[0]);
    expect(names).toEqual(
      Array.from({ length: 60 }, (_, index) => `acme/service-${String(index + 1).padStart(2, "0")}`),
    );
  });

  test("names what is in trouble above, and shows the worst first", () => {
    const page = draw(createManyQueues());
    const trouble = read(/<p class="trouble"[^]*?<\/p>/.exec(page)?.[0] ?? "");
    expect(trouble).toBe(
      "1 paused acme/service-41 main 1 draining acme/service-50 main 1 failing acme/service-60 main",
    );
    expect(drawPage(createManyQueues(), OPTIONS, readChoice("")).shown).toBe(
      "github.com/acme/service-41/main",
    );
    const paused = many(5).map(({ number }) => ({
      id: `h/o/n${number}/main`,
      settings: { state: "paused" as const },
    }));
    expect(read(draw(paused))).toMatch(/^5 paused o\/n1 main , o\/n2 main , o\/n3 main and 2 more /);
    expect(read(draw([{}, { id: "h/o/n/main" }]))).toMatch(/^No queue is in trouble. /);
  });

  test("says only what deviates: no host if it is the same everywhere, no state of a queue that runs", () => {
    const submissions = [{ number: 1, submittedAtMs: NOW_MS - 3_600_000 }, ...left(1, 1)];
    const web = { id: "github.com/acme/web/main", submissions };
    const docs = { id: "github.com/acme/docs/main", settings: { state: "paused" as const } };
    expect(readList(draw([web, docs]))).toEqual([
      "acme/docs main paused empty",
      "acme/web main failing 1 waiting, oldest 1 h · 1 of the last 2 failed",
    ]);
    expect(read(draw([web, docs]))).toContain("2 of 2 queues on github.com");
    expect(readList(draw([web, { id: "git.example.com/a/b/c" }]))[0]).toBe("git.example.com / a/b c empty");
  });

  test.each([
    ["search=SERVICE-1+acme", 10],
    ["search=nowhere", 0],
    ["filter=in+trouble", 3],
    ["filter=paused", 1],
    ["filter=not+empty", 15],
    ["filter=unknown", 60],
    ["filter=failing&search=60", 1],
  ])("%s finds %i of sixty", (query, count) => {
    const page = draw(createManyQueues(), query);
    expect(readList(page)).toHaveLength(count);
    expect(read(page)).toContain(count === 0 ? "No queue matches." : `${count} of 60 queues`);
  });

  test("lists a thousand, and counts the others", () => {
    const ids = Array.from({ length: 1003 }, (_, index) => ({ id: `github.com/acme/web/b${1000 + index}` }));
    const page = draw(ids.toReversed());
    expect(readList(page)).toHaveLength(1000);
    expect(read(page)).toContain("And 3 more. Search to find them.");
  });

  test("keeps search and filter in its links, and shows the chosen queue", () => {
    const page = draw(
      createManyQueues(),
      "search=service&waiting=all&queue=github.com%2Facme%2Fservice-07%2Fmain",
    );
    expect(page).toContain(
      'href="?queue=github.com%2Facme%2Fservice-07%2Fmain&amp;search=service" aria-current="true"',
    );
    expect(page).toContain('data-key="github.com/acme/service-07/main" aria-labelledby="queue"');
  });
});

describe("what is tested", () => {
  const web = draw(createBusyState(), "queue=github.com/acme/web/main");

  test("shows entries from the head, batches, what each is tested on top of, and checks, required ones first", () => {
    expect(readRows(web, "line").map(([, tests]) => tests)).toEqual([
      "tests passed Has passed and merges. ✓ ci/build success ✓ ci/test success ✓ ci/lint success run Run run-106 on test/run-106",
      "pending failure on top of #106 The required status ci/test failed; 1 more pull request on top of it must finish first. ✓ ci/build success ✕ ci/test timed out ○ ci/lint not reported yet run Run run-107 on test/run-107",
      "testing batch of 3 on top of #106, #107 ○ ci/build not reported yet ○ ci/test not reported yet ✓ ci/lint skipped ✕ coverage failure , not required run Run run-108 on test/run-108 , times out in 58 min",
      "bisecting batch of 2 Smaller parts are tested to find out which of #111, #112 failed. #111 ○ ci/build not reported yet ○ ci/test not reported yet ○ ci/lint not reported yet run Run run-111 on test/run-111 , times out in 58 min",
    ]);
    expect(read(readSection(web, "line"))).toContain("In testing 1 of 4 slots in use · bisection: 1 of 1");
    expect(web.match(/class="check bad"/g)).toHaveLength(1);
  });

  test("a bisection names what has passed, and merged pull requests are not beneath", () => {
    const page = draw([
      {
        submissions: [{ number: 9, state: "merged" }, ...many(3, { state: "testing" })],
        line: [
          {
            sequences: [2, 3, 4],
            phase: "bisecting",
            beneath: [1],
            failure: "The status ci failed.",
            parts: [
              { id: 4, sequences: [2], phase: "passed", testRunId: undefined, timesOutAtMs: undefined },
              { id: 5, sequences: [3], phase: "testing", testRunId: undefined, timesOutAtMs: undefined },
              { id: 3, sequences: [4], phase: "waiting", testRunId: undefined, timesOutAtMs: undefined },
            ],
          },
        ],
      },
    ]);
    expect(readRows(page, "line")[0]?.[1]).toBe(
      "bisecting batch of 3 The status ci failed. Smaller parts are tested to find out which of #2, #3 failed. Passed without the rest: #1.",
    );
  });

  test("long lines, large batches and long lists of checks are shortened, and the rest is counted", () => {
    const requiredStatuses = Array.from({ length: 23 }, (_, index) => `ci/${index}`);
    const sequences = Array.from({ length: 35 }, (_, index) => index + 1);
    const page = draw([
      {
        submissions: many(35, { state: "testing" }),
        line: [
          { sequences, phase: "testing", testRunId: "run" },
          ...sequences.map((sequence) => ({ sequences: [sequence], phase: "testing" as const })),
        ],
        runs: [{ id: "run", sequences, requiredStatuses }],
      },
    ]);
    const rows = readRows(page, "line");
    expect(rows).toHaveLength(30);
    expect(read(readSection(page, "line"))).toContain("And 6 more behind them.");
    expect(rows[0]?.[0]).toMatch(/#20 .*and 15 more$/);
    expect(rows[0]?.[1]).toMatch(/ci\/19 not reported yet and 3 more/);
  });

  test("a queue in single mode has one slot, regardless of concurrency", () => {
    expect(read(draw([{ settings: { mode: "single", concurrency: 9 } }]))).toContain("0 of 1 slot in use");
    expect(read(draw([{ settings: { mode: "parallel", concurrency: 9 } }]))).toContain("0 of 9 slots in use");
  });
});

describe("what waits", () => {
  test("is one line: number, title, reason and age, and nothing that is usual", () => {
    const urgent = { value: 0, name: "urgent" };
    const submissions: SubmissionInput[] = [
      { number: 7, priority: urgent, skipTheLine: true, noBatch: true },
      { number: 8 },
      { number: 9, state: "not_ready", reason: "Is not ready: its impacted targets have not been reported." },
    ];
    expect(readRows(draw([{ submissions }]), "waiting")).toEqual([
      ["#7 Change 7 ada · topic-7", "urgent skips the line no batch Waits for its turn.", "5 min"],
      ["#8 Change 8 ada · topic-8", "Waits for its turn behind #7.", "5 min"],
      ["#9 Change 9 ada · topic-9", "not ready its impacted targets have not been reported.", "5 min"],
    ]);
  });

  test("a reason that holds for all is said once above", () => {
    const paused = draw([{ settings: { state: "paused" }, submissions: many(3) }]);
    expect(read(paused)).toMatch(
      /paused 3 waiting, oldest 5 min Nothing merges and nothing new starts until .* mergequeue queue resume "github.com\/acme\/web\/main"/,
    );
    expect(readRows(paused, "waiting").map(([, why]) => why)).toEqual(["", "", ""]);
    const reason = (number: number) =>
      `Is not ready: report them: mergequeue pr impacted-targets "x" ${number} --all`;
    const submissions = [7, 8].map((number) => ({
      number,
      state: "not_ready" as const,
      reason: reason(number),
    }));
    const page = draw([{ submissions }]);
    expect(read(page)).toContain(
      'Why all of them wait: Is not ready: report them: mergequeue pr impacted-targets "x" NUMBER --all',
    );
    expect(readRows(page, "waiting").map(([, why]) => why)).toEqual(["not ready", "not ready"]);
  });

  test("of ten thousand, twenty are shown, or a thousand on request", () => {
    const state = createPageState(createQueue({ submissions: many(10_000) }));
    expect(readRows(draw(state), "waiting")).toHaveLength(20);
    expect(read(draw(state))).toContain("And 9,980 more behind them. Show all");
    const all = draw(state, "waiting=all");
    expect(readRows(all, "waiting")).toHaveLength(1000);
    expect(read(all)).toContain("And 9,000 more behind them. Show fewer");
  });

  test("an empty queue says how to submit, until something has been in it", () => {
    expect(read(draw([{}]))).toContain(
      'Submit a pull request: mergequeue pr submit "github.com/acme/web/main" 7',
    );
    expect(read(draw([{ totals: { cancelled: 1 } }]))).toContain("Nothing is waiting.");
  });
});

describe("what has left", () => {
  test("shows the last ten merges and the last five others, latest first, with reason and run", () => {
    const dropped = many(7, {
      state: "failed",
      reason: "The required status ci failed.",
      testRunId: "run-1",
    });
    const page = draw([
      {
        submissions: [
          ...many(12, { state: "merged" }),
          ...dropped.map((one) => ({ ...one, number: one.number + 100 })),
        ],
        totals: { merged: 1200, failed: 7 },
      },
    ]);
    expect(readRows(page, "merged").map(([one]) => one?.split(" ")[0])).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `#${number}`),
    );
    expect(readRows(page, "merged")[0]?.slice(1)).toEqual(["4 min in the queue", "1 min"]);
    expect(readRows(page, "dropped").map(([one]) => one?.split(" ")[0])).toEqual([
      "#107",
      "#106",
      "#105",
      "#104",
      "#103",
    ]);
    expect(readRows(page, "dropped")[0]?.slice(1)).toEqual([
      "failed The required status ci failed. run-1",
      "1 min",
    ]);
    expect(read(page)).toContain("Merged 1,200 in all");
  });

  test("searches the last 500 for merges, and no more", () => {
    const search = (others: number) =>
      readRows(
        draw([{ submissions: [{ number: 900, state: "merged" }, ...many(others, { state: "failed" })] }]),
        "merged",
      );
    expect(search(499)).toHaveLength(1);
    expect(search(500)).toHaveLength(0);
  });
});

describe("settings", () => {
  const find = (queue: QueueInput, name: string, inheritedStatuses = ["ci/all"]): string | undefined => {
    const state = createPageState(createQueue(queue));
    const { main } = drawPage(state, { ...OPTIONS, inheritedStatuses }, readChoice(""));
    const [, list = ""] = main.toString().split("<dl>");
    return new RegExp(` ${name} (.*?)(?= \\w+ ?$| #)`).exec(
      ` ${list.split("<div>").map(read).join(" # ")} #`,
    )?.[1];
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
    const page = draw([
      { submissions: [{ number: 1, pullRequest: { title, author: "<b>", headBranch: "'\"><i>" } }] },
    ]);
    expect(page).not.toMatch(/<img|<b>|<i>/);
    expect(page).toContain(`${"x".repeat(168)}…</bdi>`);
    const short = "x".repeat(200);
    expect(draw([{ submissions: [{ number: 1, pullRequest: { title: short } }] }])).toContain(
      `${short}</bdi>`,
    );
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

test("an empty service shows the commands that fill it", () => {
  const { title, shown, main } = drawPage(createPageState(), OPTIONS, readChoice(""));
  expect([title, shown]).toEqual(["Merge queues", ""]);
  expect([...main.toString().matchAll(/<pre[^>]*><code>(.*?)</g)].map(([, command]) => command)).toEqual([
    "mergequeue init",
    "mergequeue serve --auto",
  ]);
});
