import { readMergeTimes } from "../../../../src/foresight/workload/history/read-merge-times";

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
