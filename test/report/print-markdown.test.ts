import fc from "fast-check";
import type { PlannedQueue } from "../../src/plan/plan";
import { toLine } from "../../src/report/describe-value";
import { toHtmlCode, toMarkdownCode, toMarkdownProse } from "../../src/report/markdown/escape-markdown";
import { printMarkdown } from "../../src/report/print-markdown";
import type { QueueForecast } from "../../src/report/queue-forecast";
import { makePlan } from "../plan/support/make-plan";
import { listLogCommands } from "../support/list-log-commands";
import { makeQueueForecast } from "./forecast/make-queue-forecast";
import { hostilePlan } from "./hostile-plan";
import { HOSTILE_TEXTS, hostileText } from "./hostile-text";
import { change, createBusyPlan, planQueue } from "./plan-fixtures";
import { listCode, listFaults } from "./read-markdown";

const LIMIT = 65_536;

describe("printMarkdown", () => {
  const report = printMarkdown(createBusyPlan());
  const lines = report.split("\n");

  test("the first line has the counts in words", () => {
    expect(lines[0]).toBe(
      "**Merge queues: 1 to create, 2 to change, 1 to replace, 1 to delete, 1 to forget, 1 to import**, 6 unchanged",
    );
    expect(printMarkdown(makePlan([planQueue("none")])).split("\n")[0]).toBe(
      "**Merge queues: 0 to create, 0 to change, 0 to delete**, 1 unchanged",
    );
  });

  test("S-26: what happens to merge protection comes before everything else, losses before pauses", () => {
    expect(lines.slice(2, 6)).toEqual([
      "### ⚠ Merge protection weakened: 1 queue; paused or drained: 1 queue",
      "",
      '- `github.com/acme/api/main` `required_statuses`: Required statuses will be removed: "ci/test". Pull requests then merge without them.',
      "- `github.com/acme/slow/main` `state`: Nothing merges while the queue is paused.",
    ]);
  });

  test("removed queues are named with the number of their pull requests, and so are all warnings", () => {
    expect(report).toContain(
      "### ⚠ 1 queue will be deleted\n\n- `github.com/acme/old/release/1.x`: 2 pull requests in it now\n",
    );
    expect(report).toContain(
      "### 2 warnings\n\n- The plan is incomplete: it was made with -target.\n" +
        "- Queue exists already: github.com/acme/docs/main\n",
    );
  });

  test("each queue that changes has a table, collapsed, what matters most first; the others are only counted", () => {
    const summaries = lines.filter((line) => line.startsWith("<summary>"));
    expect(summaries).toEqual([
      "<summary><b>delete</b> <code>github.com/acme/old/release/1.x</code>, 2 pull requests in it now</summary>",
      "<summary><b>replace</b> <code>github.com/acme/renamed/main</code>, <code>repo.name renamed → name</code>, <code>state paused → (not carried over; the service&#39;s default)</code></summary>",
      "<summary><b>change</b> <code>github.com/acme/api/main</code>, <code>concurrency 3 → 4</code>, <code>testing_timeout_minutes 60 min → 90 min</code>, <code>required_statuses −ci/test</code>, and 2 more, ⚠ merge protection weakened</summary>",
      "<summary><b>change</b> <code>github.com/acme/slow/main</code>, <code>state running → paused</code>, ⚠ paused or drained</summary>",
      "<summary><b>create</b> <code>github.com/acme/docs/main</code>, <code>mode parallel</code>, <code>required_statuses (none)</code>, ⚠ 1 warning</summary>",
      "<summary><b>forget</b> <code>github.com/acme/left/main</code></summary>",
      "<summary><b>import</b> <code>github.com/acme/imported/main</code></summary>",
    ]);
    expect(report).toContain(
      [
        "| setting | now | then |",
        "| --- | --- | --- |",
        "| `concurrency` | `3` | `4` |",
        "| `testing_timeout_minutes` | `60 min` | `90 min` |",
        "| `required_statuses` | `ci/build`, `ci/test` | `ci/build` |",
        "| `merge_method` | `squash` | *known after apply* |",
        "| `additional_settings.newToken` | *sensitive value* | *sensitive value* |",
      ].join("\n"),
    );
    expect(report).not.toContain("still-");
  });

  test("pull requests of a removed queue are listed without becoming references in the repository that shows the report", () => {
    const list = "- `#7` `Fix the login` by `ada` (`testing`)\n- `#8`\n";
    expect(report).toContain(`In it now: 2 pull requests\n\n${list}`);
    const warning = { summary: "Queue to be deleted has pull requests in it: x", detail: "In it are:\n  #7" };
    const warned = planQueue("delete", { pullRequests: [{ prNumber: 7 }], warnings: [warning] });
    const text = printMarkdown(makePlan([warned]));
    expect(text).toContain("In it are:<br>`#7`");
    expect(text).not.toContain("In it now");
  });

  test("the first line and each summary have the requirements that are not met, and the verdict", () => {
    const queue = planQueue("update", { changes: [change("concurrency", 4, 8)] });
    const text = printMarkdown(makePlan([queue]), { forecasts: new Map([[queue, makeQueueForecast()]]) });
    expect(text.split("\n").slice(0, 6)).toEqual([
      "**Merge queues: 0 to create, 1 to change, 0 to delete**, 0 unchanged, **⚠ not met: `p90<45m` (1 queue)**",
      "",
      "### ⚠ Requirements that are not met",
      "",
      "- `github.com/acme/web/main`: Required: `p90<45m`. Not met: 48.1 min (45.0 … 51.0).",
      "",
    ]);
    expect(text).toContain(
      "<summary><b>change</b> <code>github.com/acme/web/main</code>, <code>concurrency 4 → 8</code>, " +
        "p90 −19 %, CI +39 %, ⚠ not met: <code>p90&lt;45m</code></summary>\n",
    );
  });

  test("S-26: what is the same for several queues is said once, with all of them and what differs", () => {
    const message = "ci/test goes.";
    const queues = Array.from({ length: 20 }, (_, index) =>
      planQueue("update", {
        id: `github.com/acme/web-${index}/main`,
        changes: [change("concurrency", 3, 5)],
        protection: [{ name: "requiredStatuses", kind: "loss", message }],
      }),
    );
    const [first, second] = queues as [PlannedQueue, PlannedQueue];
    const none: QueueForecast = { kind: "none", reason: "No workload.", unmet: [] };
    const plan = makePlan(queues);
    const forecasts = new Map([[first, makeQueueForecast()]]).set(second, none);
    const text = printMarkdown(plan, { forecasts });
    expect(text).toContain(
      `### ⚠ Merge protection weakened: 20 queues\n\n- 20 queues \`required_statuses\`: ${message}<br>\`${first.id}\`, `,
    );
    expect(text.match(/<summary>.*/g)).toEqual([
      "<summary><b>change</b> 20 queues, <code>concurrency 3 → 5</code>, forecasts differ, " +
        "⚠ merge protection weakened, ⚠ not met: <code>p90&lt;45m</code> (1 queue)</summary>",
    ]);
    expect(text).toContain(
      `- \`${first.id}\` \`mergequeue_queue.web\` in stack \`queues\`: p90 −19 %, CI +39 %, ⚠ not met: \`p90<45m\`\n`,
    );
    expect(text).toContain(
      `**\`${first.id}\`**\n\n⚠ Required: \`p90<45m\`. Not met: 48.1 min (45.0 … 51.0).\n\n**p90 −11 min`,
    );
    expect(text).toContain(`**\`${second.id}\`**\n\nNo forecast: No workload.\n`);
    const all = new Map(queues.map((queue) => [queue, makeQueueForecast()]));
    const long = printMarkdown(plan, { forecasts: all });
    expect(long.match(/^- `github.com.*: p90 −19 %/gm)).toHaveLength(20);
    expect(long).toContain(
      "Tables and notes of each queue are too long to be shown here. The HTML report has them.\n",
    );
    expect(listFaults(long)).toEqual([]);
  });

  test("a new queue loses no merge protection, and queues without changes are told together", () => {
    const protection = [{ name: "directMergeMode", kind: "loss", message: "It merges untested." }] as const;
    const ids = ["github.com/acme/web/main", "github.com/acme/api/main"];
    const text = printMarkdown(makePlan(ids.map((id) => planQueue("create", { id, protection }))));
    expect(text).toContain("### ⚠ Weak merge protection: 2 queues\n");
    expect(text).toContain(
      "<b>create</b> 2 queues, ⚠ weak merge protection</summary>\n\nEach queue is created with the settings",
    );
    expect(text).not.toMatch(/weakened|loses/);
  });

  test("the marker is the last line, and differs for each title", () => {
    expect(lines.slice(-2)).toEqual(["<!-- mergequeue:Merge queues -->", ""]);
    const own = printMarkdown(createBusyPlan(), { title: "Queues (prod)" });
    expect(own).toContain("**Queues (prod): 1 to create");
    expect(own.endsWith("<!-- mergequeue:Queues %28prod%29 -->\n")).toBe(true);
  });

  test.each([
    ["a--b", "a%2D%2Db"],
    ["a-b", "a-b"],
    ["ä>", "%C3%A4%3E"],
    ["50%", "50%25"],
  ])("the marker of %j contains %s", (title, marker) => {
    expect(printMarkdown(makePlan([]), { title })).toContain(`\n<!-- mergequeue:${marker} -->\n`);
  });

  test("a link leads to the full report, whatever its characters; other addresses than of pages are left out", () => {
    const link = "https://ci.example.com/a(b)?x=[1]&y='2'";
    const text = printMarkdown(createBusyPlan(), { link });
    expect(text).toContain("[The full report](https://ci.example.com/a%28b%29?x=%5B1%5D&amp;y=%272%27)");
    expect(printMarkdown(createBusyPlan(), { link: "javascript:alert(1)" })).not.toContain("full report");
  });

  test("S-14, S-16: no name changes the structure, is outside of code, invisible, or a command to a code host or CI", () => {
    fc.assert(
      fc.property(hostilePlan, hostileText, (plan, title) => {
        const text = printMarkdown(plan, { title });
        expect(listFaults(text)).toEqual([]);
        expect(text).not.toMatch(/^[ \t]*\//m);
        expect(listLogCommands(text)).toEqual([]);
        // Our own zero-width space parts mentions.
        expect(text.replaceAll(/[\n\u200b]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 100 },
    );
  });

  test("S-16: cut anywhere, the structure is ours and the length is kept", () => {
    fc.assert(
      fc.property(hostilePlan, fc.integer({ min: 4_096, max: 12_000 }), (plan, maxBytes) => {
        const text = printMarkdown(plan, { link: "https://ci.example.com/7" }, maxBytes);
        expect(listFaults(text, "https://ci.example.com/7")).toEqual([]);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a plan that is too long for one comment", () => {
  const queues = Array.from({ length: 2_000 }, (_, index) =>
    planQueue(index % 4 === 0 ? "update" : "create", {
      id: `github.com/acme/日本語-${index}/main`,
      changes: [change("concurrency", 1, index), change("requiredStatuses", ["a", "b"], ["a"])],
      protection:
        index % 8 === 4 ? [{ name: "requiredStatuses", kind: "loss", message: `${index} goes.` }] : [],
    }),
  );
  const report = printMarkdown(makePlan(queues));

  test("is cut between queues below 65,536 bytes, which are never fewer than characters, and uses the space", () => {
    expect(Buffer.byteLength(report)).toBeLessThan(LIMIT);
    expect(Buffer.byteLength(report)).toBeGreaterThan(LIMIT - 2_000);
    expect(listFaults(report)).toEqual([]);
  });

  test("says how many queues of which kind are left out, and where to find them", () => {
    const shown = report.split("<details>").length - 1;
    const [, all = "", changed = "", created = ""] =
      /\*\*(\d+) more queues not shown: (\d+) to change, (\d+) to create\.\*\* To see them, run `mergequeue/.exec(
        report,
      ) ?? [];
    expect(Number(all)).toBe(2_000 - shown);
    expect(Number(changed) + Number(created)).toBe(Number(all));
    const linked = printMarkdown(makePlan(queues), { link: "https://ci.example.com/7" });
    expect(linked).toMatch(
      /more queues not shown: .*\.\*\* \[The full report\]\(https:\/\/ci\.example\.com\/7\)\n/,
    );
  });

  test("S-26: a report that is cut keeps the counts of merge protection, and those queues first", () => {
    expect(report).toContain("### ⚠ Merge protection weakened: 250 queues\n");
    expect(report.match(/^- `github.com.* goes/gm)).toHaveLength(50);
    expect(report).toContain("\n- … and 200 more\n");
    expect(/<summary>.*/.exec(report)?.[0]).toContain("⚠ merge protection");
    expect(report).not.toContain("<b>create</b>");
  });

  test("one queue does not fill the report: long parts are shortened, and say so", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `status-${index}`);
    const changeAll = (value: unknown) =>
      Array.from({ length: 300 }, (_, index) => change(`new${index}`, value, 2, "additional"));
    const changes = {
      long: [change("requiredStatuses", names, [])],
      wide: changeAll("`".repeat(500)),
      plain: [change("concurrency", 1, 2)],
      many: changeAll(1),
    };
    const all = Object.entries(changes);
    const text = printMarkdown(
      makePlan(all.map(([name, each]) => planQueue("update", { id: `a/b/c/${name}`, changes: each }))),
    );
    expect(text).toContain("`status-19` and 49980 more | *none* |");
    expect(text).toContain("Too long to be shown here: 300 changes, 0 warnings.");
    expect(text).toContain("And 240 more.");
    expect(text).toContain("| `concurrency` | `1` | `2` |");
    expect(listFaults(text)).toEqual([]);
  });
});

describe("escaping for Markdown", () => {
  test("S-16: code shows every string unchanged", () => {
    for (const text of HOSTILE_TEXTS.filter((each) => each !== "")) {
      expect(listCode(toMarkdownCode(text, 10_000))).toEqual([toLine(text, 10_000)]);
      expect(listCode(toHtmlCode(text, 10_000))).toEqual([toLine(text, 10_000)]);
    }
  });

  test("plain names are readable in the source", () => {
    expect(toMarkdownCode("ci / build (pull_request) <x>", 100)).toBe("`ci / build (pull_request) <x>`");
    expect(toMarkdownCode("", 100)).toBe("—");
    expect(toMarkdownCode("abcdef", 3)).toBe("`abc…`");
  });

  test("a mention is broken up even if a mail program converts it to plain text", () => {
    expect(toMarkdownCode("cc @octocat", 100)).toBe("`cc @\u200boctocat`");
    expect(toMarkdownProse("ask @octocat, please", 100)).toBe("ask `@\u200boctocat`, please");
  });

  test.each([
    ['Will be removed: "ci/build", "ci/test".', 'Will be removed: "ci/build", "ci/test".'],
    ["set required_statuses.", "set `required_statuses`."],
    ["see #1 (or GH-2)", "see `#1` (or `GH-2`)"],
    ["at https://a.example.", "at `https://a.example`."],
    ["one\n  two", "one<br>two"],
    ["<b>", "`<b>`"],
    ["Stop! <!: 1", "Stop! `<!`: 1"],
    ["- not a list", "- not a list"],
    ["abcdef", "abcdef"],
    ["p90 −9 min (−31 %), 2 → 4", "p90 −9 min (−31 %), 2 → 4"],
    ["see %)x or %.5, not 5 %).", "see `%)x` or `%.5`, not 5 %)."],
    ['see %1 or %"v1"', 'see `%1` or `%"v1`"'],
  ])("the sentence %j is %j", (text, shown) => {
    expect(toMarkdownProse(text, 1_000)).toBe(shown);
    expect(toMarkdownProse("abc def", 5)).toBe("abc d…");
  });
});
