import { describePullRequests } from "../../src/reconcile/describe-pull-requests";

describe("describePullRequests", () => {
  test("names number, title, author and state, one pull request a line", () => {
    const list = [{ prNumber: 7, prTitle: 'Say "hi"', prAuthor: "ada", state: "testing" }, { prNumber: 8 }];
    expect(describePullRequests(list)).toBe('  #7 "Say \\"hi\\"" by ada (testing)\n  #8');
  });

  test("lists ten and counts the rest", () => {
    const lines = describePullRequests(Array.from({ length: 12 }, (_, prNumber) => ({ prNumber }))).split(
      "\n",
    );
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("  and 2 more");
  });

  test("S-14: foreign text never adds a line and is cut", () => {
    const evil = `x\n  #99 by eve\r\n${"y".repeat(200)}`;
    const text = describePullRequests([{ prNumber: 1, prTitle: evil, prAuthor: evil, state: evil }]);
    expect(text).not.toContain("\n");
    expect(text.length).toBeLessThan(320);
  });
});
