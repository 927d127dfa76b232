import { mergeStatusChecks } from "../../../src/wire/first/merge-status-checks";

describe("mergeStatusChecks", () => {
  test("of each status, the worst report counts, with the number of such reports", () => {
    const report = (context: string, state?: string, url?: string) => ({ context, state, url });
    const rows = mergeStatusChecks([
      report("a", "success", "1"),
      report("b", "error"),
      report("a", "pending", "2"),
      report("a", "pending", "3"),
      report("b", "failure", "4"),
      report("a", "success"),
      report("c"),
      report("c", "expected"),
    ]);
    expect(rows).toEqual([
      { context: "a", state: "pending", url: "2", count: 2, total: 4 },
      { context: "b", state: "failure", url: "4", count: 1, total: 2 },
      { context: "c", state: "pending", url: undefined, count: 2, total: 2 },
    ]);
    expect(mergeStatusChecks()).toEqual([]);
  });
});
