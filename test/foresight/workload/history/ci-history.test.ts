import { readCiRuns } from "../../../../src/foresight/workload/history/read-ci-runs";
import { readMergeTimes } from "../../../../src/foresight/workload/history/read-merge-times";
import { catchError } from "../../../support/catch-error";

const RUN = {
  queuedMs: Date.UTC(2026, 0, 31, 8),
  startedMs: Date.UTC(2026, 0, 31, 8, 1),
  finishedMs: Date.UTC(2026, 0, 31, 8, 11),
  conclusion: "passed",
  sha: undefined,
  changes: undefined,
};

describe("readCiRuns", () => {
  test("reads the columns queued, started, finished and conclusion, in any order and case", () => {
    const text =
      "Conclusion,FINISHED,started,Queued\nsuccess,2026-01-31T08:11:00Z,2026-01-31T08:01:00Z,2026-01-31T08:00:00Z\n";
    expect(readCiRuns(text)).toEqual([RUN]);
  });

  test.each([
    ["created_at,run_started_at,updated_at,conclusion,status,head_sha", "success,completed"],
    ["Created At;Started At;Finished At;State;Branch;Commit", "Passed;main"],
    ["createdAt\tstartedAt\tstoppedAt\tresult\tname\tsha", "SUCCEEDED\tbuild"],
  ])("reads what exports call them: %s", (heads, rest) => {
    const delimiter = /[,;\t]/.exec(heads)?.[0] ?? "";
    const times = ["2026-01-31T08:00:00Z", "2026-01-31 08:01:00 UTC", "2026-01-31T09:11:00.000+01:00"];
    const text = `\uFEFF${heads}\r\n${[...times, rest, "abc"].join(delimiter)}\r\n\r\n`;
    expect(readCiRuns(text)).toEqual([{ ...RUN, sha: "abc" }]);
  });

  test("reads quoted fields, seconds and milliseconds since 1970, and how many changes a run tested", () => {
    const text = `name,queued,started,finished,conclusion,batch_size\n"build, ""all""\n",${RUN.queuedMs / 1000},${RUN.startedMs},${RUN.finishedMs},failure,4\n`;
    expect(readCiRuns(text)).toEqual([{ ...RUN, conclusion: "failed", changes: 4 }]);
  });

  test.each([
    ["cancelled", "cut"],
    ["timed_out", "cut"],
    ["failure", "failed"],
  ])("takes %s for %s", (word, conclusion) => {
    const text = `queued,started,finished,conclusion\n1769846400,1769846460,1769847060,${word}\n`;
    expect(readCiRuns(text)).toEqual([{ ...RUN, conclusion }]);
  });

  test.each(["skipped", "in_progress", ""])(
    'leaves out runs with the conclusion "%s", whose times may be empty',
    (word) => {
      expect(readCiRuns(`queued,started,finished,conclusion\n1769846400,,,${word}\n`)).toEqual([]);
    },
  );

  test("a run that never waited was queued when it started", () => {
    const [run] = readCiRuns("queued,started,finished,conclusion\n,1769846460,1769847060,success\n");
    expect(run?.queuedMs).toBe(RUN.startedMs);
  });

  test("names all missing columns in one error", () => {
    const error = catchError(() => readCiRuns("queue,started,conclusio\n1,2,3\n"));
    expect(error).toMatchObject({
      code: "invalid_workload",
      details: { findings: [{ path: ["queued"] }, { path: ["finished"] }, { path: ["conclusion"] }] },
    });
    expect(String(error)).toMatch(
      /The column queued is missing\. Other names for it: queued_at, created_at.*Did you mean queue\?/,
    );
    expect(String(error)).toMatch(/The column conclusion is missing.*Did you mean conclusio\?/);
  });

  test("lists everything that cannot be read, with its row and column", () => {
    const text =
      "queued,started,finished,conclusion,changes\n" +
      "1769846400,1769846460,1769847060,success,1\n" +
      "yesterday,1769846460,1769847060,success,0\n" +
      "1769846400,1769846460,1769846400,exploded,1\n" +
      "1769846400,1769846460,1769846400,failure,1\n";
    const { details } = catchError(() => readCiRuns(text)) as {
      details: { findings: readonly { path: readonly string[] }[] };
    };
    expect(details.findings.map(({ path }) => path.join(", "))).toEqual([
      "row 3, queued",
      "row 3, changes",
      "row 4, conclusion",
      "row 5, finished",
    ]);
  });

  test("refuses an empty file and a quote that never ends", () => {
    expect(() => readCiRuns("")).toThrow("The column queued is missing");
    expect(() =>
      readCiRuns('queued,started,finished,conclusion\n1769846400,1769846460,1769847060,"success\n'),
    ).toThrow(/row 2: Quoted field unterminated/);
  });
});

describe("readMergeTimes", () => {
  test("reads times of git, in both formats", () => {
    expect(readMergeTimes("2026-01-31T09:00:00+01:00\n\n1769846400\r\n")).toEqual([
      1_769_846_400_000, 1_769_846_400_000,
    ]);
  });

  test("lists all lines that are not times, and says how to print them", () => {
    expect(() => readMergeTimes("1769846400\ncommit abc\n2026-13-31T08:00:00Z\n")).toThrow(
      'git log --first-parent --format=%cI BRANCH\n  line 2: "commit abc" is not a time.\n  line 3: "2026-13-31T08:00:00Z" is not a time.',
    );
  });
});
