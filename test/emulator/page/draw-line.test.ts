import { createBusyState } from "./busy-state";
import { makePart, makeSubmissions } from "./page-fixtures";
import { draw, read, readRows, readSection } from "./read-page";

describe("what is tested", () => {
  const web = draw(createBusyState(), "queue=github.com/acme/web/main");

  test("shows entries from the head, batches, what each is tested on top of, and checks, required ones first", () => {
    expect(readRows(web, "line").map(([, tests]) => tests)).toEqual([
      "tests passed Has passed and merges. ✓ ci/build success ✓ ci/test success ✓ ci/lint success run Run run-106 on test/run-106",
      "pending failure on top of #106 The required status ci/test failed; 1 more pull request on top of it must finish first. ✓ ci/build success ✕ ci/test timed out ○ ci/lint not reported yet run Run run-107 on test/run-107",
      "testing batch of 3 on top of #106, #107 ○ ci/build not reported yet ○ ci/test not reported yet ✓ ci/lint skipped ✕ coverage failure , not required run Run run-108 on test/run-108 , times out in 58 min",
      "bisecting batch of 2 Smaller parts of the batch are tested to find out which of #111, #112 failed. #111 ○ ci/build not reported yet ○ ci/test not reported yet ○ ci/lint not reported yet run Run run-111 on test/run-111 , times out in 58 min",
    ]);
    expect(read(readSection(web, "line"))).toContain(
      "In testing 7 · 1 of 4 slots in use · bisection: 1 of 5",
    );
    expect(web.match(/class="check bad"/g)).toHaveLength(1);
  });

  test("a check links to its page if that has an address of the web", () => {
    const [good, bad] = ['https://ci.example.com/?a="b"', "javascript:alert(1)"].map((url) => {
      const checks = [{ name: "ci", conclusion: "failure", url, reportedAtMs: 0 } as const];
      const submissions = makeSubmissions(1, { state: "testing" });
      const line = [{ sequences: [1], phase: "testing", testRunId: "run" }] as const;
      return draw([{ submissions, line, runs: [{ id: "run", sequences: [1], checks }] }]);
    });
    expect(good).toContain('<a href="https://ci.example.com/?a=&quot;b&quot;"><bdi>ci</bdi></a>');
    expect(bad).toContain("</span> <bdi>ci</bdi> <span");
    expect(bad).not.toContain("javascript:");
  });

  test("a bisection names what has passed, and merged pull requests are not beneath", () => {
    const page = draw([
      {
        submissions: [{ number: 9, state: "merged" }, ...makeSubmissions(3, { state: "testing" })],
        line: [
          {
            sequences: [2, 3, 4],
            phase: "bisecting",
            beneath: [1],
            failure: "The status ci failed.",
            parts: [makePart(4, 2, "passed"), makePart(5, 3, "testing"), makePart(3, 4, "waiting")],
          },
        ],
      },
    ]);
    expect(readRows(page, "line")[0]?.[1]).toBe(
      "bisecting batch of 3 The status ci failed. Smaller parts of the batch are tested to find out which of #2, #3 failed. Passed in a smaller part: #1.",
    );
  });

  test("long lines, large batches and long lists of checks are shortened, and the rest is counted", () => {
    const requiredStatuses = Array.from({ length: 23 }, (_, index) => `ci/${index}`);
    const sequences = Array.from({ length: 35 }, (_, index) => index + 1);
    const page = draw([
      {
        submissions: makeSubmissions(35, { state: "testing" }),
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

  test("a queue in single mode has one slot, regardless of concurrency, and says why", () => {
    const why = "0 of 1 slot in use · mode single runs one test at a time";
    expect(read(draw([{ settings: { mode: "single", concurrency: 9 } }]))).toContain(why);
    expect(read(draw([{ settings: { mode: "single", concurrency: 1 } }]))).not.toContain("mode single tests");
    expect(read(draw([{ settings: { mode: "parallel", concurrency: 9 } }]))).toContain("0 of 9 slots in use");
  });
});
