import { describeLeft, describePullRequests } from "../../src/reconcile/describe-pull-requests";
import { describeStatusRelease } from "../../src/reconcile/describe-status-release";

describe("describePullRequests", () => {
  test("names number, title, author and state, one pull request a line", () => {
    const list = [{ prNumber: 7, prTitle: 'Say "hi"', prAuthor: "ada", state: "testing" }, { prNumber: 8 }];
    expect(describePullRequests(list)).toBe('  #7 "Say \\"hi\\"" by ada (testing)\n  #8');
  });

  test("lists ten and counts the rest", () => {
    const many = Array.from({ length: 12 }, (_, prNumber) => ({ prNumber }));
    const lines = describePullRequests(many).split("\n");
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

describe("describeLeft", () => {
  test("lists pull requests in progress and those that keep the queue from becoming empty, and counts waiting ones", () => {
    const queue = [
      { prNumber: 7, state: "testing" },
      { prNumber: 8, state: "testing" },
      { prNumber: 9, state: "pending" },
      { prNumber: 10, state: "tests_passed" },
      { prNumber: 11 },
      { prNumber: 13, state: "not_ready" },
    ];
    expect(describeLeft(queue)).toBe(
      "6 left: testing #7, #8; tests_passed #10; not_ready #13 (cancel); 2 waiting",
    );
  });

  test("more than a dozen numbers are counted", () => {
    const many = Array.from({ length: 20 }, (_, prNumber) => ({ prNumber, state: "testing" }));
    expect(describeLeft(many)).toMatch(/^20 left: testing #0, .*, #11 and 8 more$/);
  });
});

describe("describeStatusRelease", () => {
  test.each([
    [["ci/build", "ci/test"], '(\"ci/build\", \"ci/test\")'],
    [[], "(empty)"],
    [undefined, "(empty)"],
  ])("S-26: names the list that is removed: %j", (names, list) => {
    expect(describeStatusRelease(names)).toContain(`the list that was set ${list} will be deleted`);
  });
});
