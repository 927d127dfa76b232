import fc from "fast-check";
import stringWidth from "string-width";
import { parseMetrics } from "../../../src/api/metrics/parse-metrics";
import type { QueueMetrics } from "../../../src/api/metrics/read-queue-metrics";
import { readQueueMetrics } from "../../../src/api/metrics/read-queue-metrics";
import { toTimeCell } from "../../../src/cli/print/cells";
import { createView } from "../../../src/cli/print/create-view";
import type { PullRequestSurroundings } from "../../../src/cli/print/explain-pull-request";
import { printMetrics, printQueueMetrics, toJsonMetrics } from "../../../src/cli/print/print-metrics";
import { printPullRequest, printPullRequests } from "../../../src/cli/print/print-pull-request";
import { printQueue } from "../../../src/cli/print/print-queue";
import { printTestRun } from "../../../src/cli/print/print-test-run";
import { printJson } from "../../../src/report/print-json";
import { printFields, printTable } from "../../../src/report/terminal/print-table";
import { toCell, toValueCell } from "../../../src/text/to-cell";
import { makeView } from "../support/make-view";

const NOW_MS = Date.UTC(2026, 0, 31, 8);
const HOSTILE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** What a table or a list holds beside its line breaks. */
function withoutLineBreaks(text: string): string {
  return text.replaceAll("\n", "");
}

describe("toTimeCell", () => {
  test.each([
    ["2026-01-31T07:57:00.000Z", "2026-01-31T07:57:00Z (3 min ago)"],
    ["2026-01-31T08:59:00+01:00", "2026-01-31T07:59:00Z (1 min ago)"],
    ["2026-01-31T07:59:59.500Z", "2026-01-31T07:59:59Z (now)"],
    ["2026-01-31T05:55:00Z", "2026-01-31T05:55:00Z (2 h 5 min ago)"],
    ["2026-01-01T08:00:00Z", "2026-01-01T08:00:00Z (30 d ago)"],
    ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z (in 2 h)"],
    ["1769846400000", "1769846400000"],
    ["2026-99-99T08:00:00Z", "2026-99-99T08:00:00Z"],
  ])("%s is shown as %s", (text, shown) => {
    expect(toTimeCell(text, { nowMs: NOW_MS }).text).toBe(shown);
  });
});

describe("printJson", () => {
  test("S-14, L-2: whatever the value, it is one document that says the same and steers nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
        const { document: text } = printJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(withoutLineBreaks(text)).not.toMatch(HOSTILE);
        expect(text.endsWith("\n")).toBe(true);
      }),
    );
  });

  test("C1 controls and bidirectional controls are escaped", () => {
    expect(printJson("\u009b\u202e\u2028").document).toBe('"\\u009b\\u202e\\u2028"\n');
  });
});

describe("toValueCell", () => {
  test.each([
    ["text", "text"],
    [7, "7"],
    [{ a: ["\u001b"] }, '{"a":["\\u001b"]}'],
    [undefined, "-"],
    [null, "null"],
  ])("the value %j is shown as %s", (value, shown) => {
    expect(toValueCell(value)).toBe(shown);
  });
});

describe("printTable", () => {
  const columns = [{ head: "NUMBER" }, { head: "TITLE", importance: 2 }, { head: "AUTHOR", importance: 1 }];

  test("columns are as wide as their widest cell, and no line ends with blanks", () => {
    expect(
      printTable(
        columns,
        [
          ["#1", "Fix", "bob"],
          ["#10000000", "Repair", ""],
        ],
        makeView(),
      ),
    ).toBe("NUMBER     TITLE   AUTHOR\n#1         Fix     bob\n#10000000  Repair\n");
  });

  test("wide characters count twice", () => {
    const rows = ["日本語", "abcdef"].map((title) => ["#1", title, "bob"]);
    const text = "NUMBER  TITLE   AUTHOR\n#1      日本語  bob\n#1      abcdef  bob\n";
    expect(printTable(columns, rows, makeView())).toBe(text);
  });

  test("in a narrow view, the least important column is truncated first", () => {
    const print = (width: number): string =>
      printTable(
        columns,
        [["#1", "A title that is too long", "somebody-else-42"]],
        makeView({ columns: width }),
      );
    expect(print(47)).toBe(
      "NUMBER  TITLE                     AUTHOR\n#1      A title that is too long  somebody-els…\n",
    );
    expect(print(30)).toBe("NUMBER  TITLE         AUTHOR\n#1      A title tha…  somebod…\n");
  });

  test("what never gives way makes lines longer than the view is wide", () => {
    const [, line] = printTable(columns, [["#1000000000", "title", "bob"]], makeView({ columns: 5 })).split(
      "\n",
    );
    expect(line).toBe("#1000000000  …  …");
  });

  test("lines fit the view if the fixed columns leave room", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => toCell(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (titles) => {
        const rows = titles.map((title) => ["#1", title, "bob"]);
        for (const line of printTable(columns, rows, makeView({ columns: 50 })).split("\n")) {
          expect(stringWidth(line)).toBeLessThanOrEqual(50);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("createView", () => {
  const context = {
    environment: {},
    nowMs: () => NOW_MS,
    terminal: { isInput: true, isOut: true, isError: true, columns: 80 },
  };

  test.each([
    ["NO_COLOR is set", { ...context, environment: { NO_COLOR: "1" } }],
    ["the terminal is dumb", { ...context, environment: { TERM: "dumb" } }],
    ["output goes elsewhere", { ...context, terminal: { ...context.terminal, isOut: false } }],
  ])("there are none where %s", (_why, changed) => {
    expect(createView(changed).paint("bad", "failed")).toBe("failed");
  });

  test.each([
    ["the terminal is", true, 120, "60", 120],
    ["COLUMNS says, where output goes elsewhere", false, 120, "60", 60],
    ["COLUMNS says, where the terminal does not tell", true, undefined, "60", 60],
    ["most terminals are, where nothing tells", true, undefined, undefined, 80],
    ["most terminals are, where COLUMNS is not a width", true, undefined, "wide", 80],
    ["it needs to be, where output goes elsewhere and nothing tells", false, undefined, undefined, Infinity],
  ])("it is as wide as %s", (_what, isOut, width, COLUMNS, expected) => {
    const terminal = { isInput: true, isOut, isError: true, columns: width };
    expect(createView({ ...context, environment: { COLUMNS }, terminal }).columns).toBe(expected);
  });
});

describe("printFields", () => {
  test("values stand below each other, and names cannot steer the terminal", () => {
    expect(
      printFields(
        [
          ["a", "1"],
          ["日本", "2"],
          ["\u001b", "3"],
        ],
        makeView(),
      ),
    ).toBe("  a     1\n  日本  2\n  \\x1b  3\n");
  });

  test("a long value continues below itself, and no word is broken", () => {
    expect(
      printFields(
        [
          ["why", "its impacted targets have not been reported"],
          ["statuses", "a-status-that-is-longer-than-the-view-is"],
        ],
        { columns: 32 },
      ),
    ).toBe(
      [
        "  why       its impacted targets",
        "            have not been",
        "            reported",
        "  statuses  a-status-that-is-longer-than-the-view-is",
        "",
      ].join("\n"),
    );
  });
});

describe("printPullRequests", () => {
  const onTerminal = createView({
    environment: {},
    nowMs: () => NOW_MS,
    terminal: { isInput: true, isOut: true, isError: true, columns: 80 },
  });

  test("states have colours, and missing values are dashes", () => {
    const text = printPullRequests([{ prNumber: 7, state: "failed" }], onTerminal);
    expect(text.split("\n")[1]).toMatch(/^#7 +\u001b\[31mfailed\u001b\[39m +- +- +- +-$/);
  });

  test("where a date would not fit, only how long ago it was is shown", () => {
    const pullRequest = {
      prNumber: 123_456,
      state: "not_ready",
      prTitle: "Say goodbye to the old world",
      prAuthor: "dependabot[bot]",
      priorityName: "medium",
      stateChangedAt: "2026-01-31T07:57:00Z",
    };
    const print = (columns: number): string =>
      printPullRequests([pullRequest], makeView({ columns, nowMs: NOW_MS }));
    expect(print(120)).toContain("2026-01-31T07:57:00Z (3 min ago)\n");
    const [, line = ""] = print(80).split("\n");
    expect(line).toMatch(
      /^#123456 {2}not_ready {2}Say goodbye to the old w… {2}dependabot\[… {2}medium {4}3 min ago$/,
    );
  });

  test("F-17: a state that this version does not know is shown as it is", () => {
    const pullRequests = [{ prNumber: 7, state: "constructor", priorityValue: 5, skipTheLine: true }];
    const text = printPullRequests(pullRequests, onTerminal);
    expect(text.split("\n")[1]).toMatch(/^#7 +constructor +- +- +5, skips the line +-$/);
  });
});

describe("printPullRequest", () => {
  test("shows unknown fields, and dashes for missing ones", () => {
    const text = printPullRequest(
      "h/o/n/b",
      { prNumber: 7, prTitle: "Fix", additionalFields: { novelty: "\u001b" } },
      makeView(),
    );
    expect(text).toContain("Pull request #7 Fix\nin queue h/o/n/b\n");
    expect(text).toMatch(/^ {2}novelty +\\x1b$/m);
    expect(text).toMatch(/^ {2}can start testing +-$/m);
  });

  test("does not say whether one can start while its queue is paused or it is tested; one that is tested shows its checks", () => {
    const run = { checkSuites: [{ checkRuns: [{ name: "ci/build" }] }] };
    const print = (state: string, around: PullRequestSurroundings): string =>
      printPullRequest("h/o/n/b", { prNumber: 7, state }, makeView(), around);
    expect(print("pending", { queue: { state: "paused" }, run })).not.toMatch(/can start testing|^CHECK/m);
    expect(print("testing", { run })).toMatch(/^CHECK\nci\/build$/m);
    expect(print("testing", { run })).not.toContain("can start testing");
  });

  test.each([
    [{ doesBaseBranchMatch: true, hostMergeability: "mergeable", requiresImpactedTargets: false }, "yes"],
    [
      { doesBaseBranchMatch: false, hostMergeability: "in_progress", requiresImpactedTargets: true },
      "no: its base branch is not the queue's; whether it can be merged is still being computed; its impacted targets have not been reported",
    ],
    [
      { doesBaseBranchMatch: true, hostMergeability: "unspecified", requiresImpactedTargets: false },
      "no: whether it can be merged is not known yet",
    ],
    [
      { doesBaseBranchMatch: true, hostMergeability: "quantum", requiresImpactedTargets: false },
      "-: its mergeability is quantum",
    ],
  ])("the readiness %j reads %s", (readiness, shown) => {
    const text = printPullRequest("h/o/n/b", { prNumber: 7, readiness }, makeView());
    expect(/^ {2}can start testing +(.*)$/m.exec(text)?.[1]).toBe(shown);
  });
});

describe("printQueue", () => {
  test("what a service leaves out is a dash, and lists are one line", () => {
    const live = {
      settings: { state: "paused", requiredStatuses: ["ci/a", "ci\nb"], enqueueingLabel: "" },
      pullRequests: [],
      additionalFields: {},
    };
    const text = printQueue("h/o/n/b", live, makeView());
    const unlisted = printQueue("h/o/n/b", { ...live, pullRequests: undefined }, makeView());
    expect(unlisted).toContain("\nThe service does not show the pull requests in it.\n");
    expect(text).toMatch(/^ {2}mode +-$/m);
    expect(text).toMatch(/^ {2}requiredStatuses +ci\/a, ci b$/m);
    expect(text).toMatch(/^ {2}enqueueingLabel +none$/m);
    expect(text).toMatch(
      /^Queue h\/o\/n\/b\n\n {2}state {2}paused\n\nNo pull requests are in it\.\n\nSettings\n\n {2}\w+ /,
    );
  });
});

describe("printTestRun", () => {
  test("what it tests is a table, and what it waits for are numbers", () => {
    const run = {
      pullRequests: [
        { id: "a", prNumber: 7, prTitle: "Fix\u001b", state: "testing" },
        { id: "b", prNumber: 8 },
      ],
      waitingOn: [{ prNumber: 5 }, { prNumber: 6 }],
    };
    const text = printTestRun("run-1", { additionalFields: run }, makeView());
    expect(text).toContain(
      "\n\nNUMBER  STATE    TITLE\n#7      testing  Fix\\x1b\n#8      -        -\n\nNo checks",
    );
    expect(text).toMatch(/^ {2}waitingOn +#5, #6$/m);
  });

  test.each([[[7]], ["#7"], [{}]])(
    "F-17: pull requests in an unknown shape (%j) are shown unchanged",
    (pullRequests) => {
      const text = printTestRun("run-1", { additionalFields: { pullRequests } }, makeView());
      expect(text).toMatch(/^ {2}pullRequests +/m);
      expect(text).not.toContain("NUMBER");
    },
  );

  test("shows status, source, checks with all their fields, and unknown fields", () => {
    const run = {
      status: "failed",
      createdAt: "2026-01-31T07:00:00Z",
      requiredStatuses: ["ci/test"],
      requiredStatusesSource: "merge_instance",
      checkSuites: [
        { checkRuns: [{ name: "ci/test", additionalFields: { conclusion: "failure" } }] },
        { checkRuns: [{ name: "ci/lint", additionalFields: { status: "completed" } }] },
      ],
      additionalFields: { failedStatus: "ci/test" },
    };
    const text = printTestRun("run-1", run, makeView({ nowMs: NOW_MS }));
    expect(text).toMatch(
      /^Test run run-1\n\n {2}status +failed\n {2}created +2026-01-31T07:00:00Z \(1 h ago\)\n/,
    );
    expect(text).toMatch(/^ {2}taken from +the queue's own configuration$/m);
    expect(text).toMatch(/^ {2}failedStatus +ci\/test$/m);
    expect(text).toMatch(/^CHECK +CONCLUSION +STATUS\nci\/test +failure +-\nci\/lint +- +completed\n$/m);
  });

  test("F-17: a run without known fields is still shown", () => {
    const text = printTestRun("run-1", {}, makeView());
    expect(text).toMatch(/^ {2}required statuses +-$/m);
    expect(text).toContain("No checks were reported.\n");
    const other = printTestRun("r", { requiredStatuses: [], requiredStatusesSource: "oracle" }, makeView());
    expect(other).toMatch(/^ {2}required statuses +none$/m);
    expect(other).toMatch(/^ {2}taken from +oracle$/m);
  });
});

describe("printQueueMetrics", () => {
  const main: QueueMetrics = {
    ...{ repo: "acme/web", branch: "main", queueType: "main" },
    ...{ depth: 4, activeTestingSlots: 3, awaitingMergeability: 1, restarts1h: 2 },
    concluded1h: { merged: 12, failed: 1, cancelled: 0 },
    waitSeconds1h: { buckets: [], sumSeconds: 1800, count: 10 },
    testSeconds1h: { buckets: [], sumSeconds: 90, count: 2 },
    timeInQueueSeconds1h: { buckets: [], sumSeconds: 0, count: 0 },
  };
  const bisection: QueueMetrics = { ...main, queueType: "bisection" };

  test("two tables: now, and the last hour with averages", () => {
    expect(printQueueMetrics([main], makeView())).toBe(
      [
        "Now",
        "QUEUE          DEPTH  TESTING  NOT READY",
        "acme/web/main  4      3        1",
        "",
        "Last hour (times are averages)",
        "QUEUE          MERGED  FAILED  CANCELLED  RESTARTS  WAIT   TEST  IN QUEUE",
        "acme/web/main  12      1       0          2         3 min  45 s  -",
        "",
      ].join("\n"),
    );
  });

  test("what the service does not say is a dash", () => {
    const text = printQueueMetrics([{ repo: "a\u001b/b", branch: "c", queueType: "main" }], makeView());
    expect(text).toMatch(/^a\\x1b\/b\/c +- +- +-$/m);
    expect(text).toMatch(/^a\\x1b\/b\/c( +-){7}$/m);
  });

  test("bisections are shown if anything about them is not 0", () => {
    const idle = {
      ...{ ...bisection, depth: 0, activeTestingSlots: 0, awaitingMergeability: 0, restarts1h: 0 },
      ...{ concluded1h: { merged: 0 }, waitSeconds1h: { buckets: [], count: 0 } },
      testSeconds1h: { buckets: [] },
    };
    const show = (queue: QueueMetrics) =>
      printQueueMetrics([main, queue], makeView()).includes("(bisection)");
    expect(show(idle)).toBe(false);
    expect(show({ ...idle, concluded1h: { failed: 1 } })).toBe(true);
    expect(show({ ...idle, testSeconds1h: { buckets: [], count: 1 } })).toBe(true);
    expect(show({ ...idle, depth: 1 })).toBe(true);
  });
});

describe("printMetrics", () => {
  const text = [
    "# HELP depth How many wait.",
    "# TYPE depth gauge",
    'depth{branch="main",state="pending"} 3',
    'depth{branch="rel\\nease"} NaN',
    "# TYPE wait histogram",
    'wait_bucket{le="60"} 2',
    'wait_bucket{le="+Inf"} +Inf',
    "wait_sum -Inf",
    "# HELP empty Nothing.",
    "",
  ].join("\n");

  test("one table a family, a column a label", () => {
    expect(printMetrics(parseMetrics(text), makeView())).toBe(
      [
        "depth (gauge): How many wait.",
        "branch    state    VALUE",
        "main      pending  3",
        "rel ease  -        NaN",
        "",
        "wait (histogram)",
        "PART    le    VALUE",
        "bucket  60    2",
        "bucket  +Inf  +Inf",
        "sum     -     -Inf",
        "",
      ].join("\n"),
    );
  });

  test("values that are not finite are words of the text format in JSON", () => {
    const json = JSON.stringify(toJsonMetrics([], parseMetrics(text)));
    expect(json).toContain('"value":"NaN"');
    expect(json).toContain('"value":"+Inf"');
    expect(json).toContain('"value":"-Inf"');
    expect(json).not.toContain("null");
  });

  test("JSON has its keys in one order, however the service orders its lines", () => {
    const late =
      'mq_pr_wait_duration_1h_seconds_sum{repo="a",branch="b"} 5\nmq_depth_current{repo="a",branch="b"} 1\n';
    const families = parseMetrics(`${late}# HELP x y\n# TYPE x gauge\n`);
    const json = JSON.stringify(toJsonMetrics(readQueueMetrics(families), families));
    expect(json).toMatch(
      /"queueType":"main","depth":1,"waitSeconds1h":.*"name":"x","type":"gauge","help":"y","samples"/,
    );
  });

  test("no metrics are a sentence", () => {
    expect(printMetrics([], makeView())).toBe("There are no metrics.\n");
    expect(printMetrics([], makeView(), "github.com/acme/wbe")).toBe(
      "There are no metrics of github.com/acme/wbe.\n",
    );
  });
});
