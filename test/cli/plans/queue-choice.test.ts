import fc from "fast-check";
import { matchesPattern, QueueChoice } from "../../../src/cli/plans/queue-choice";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { formatQueueId } from "../../../src/queue/queue-identity";
import { catchError } from "../../support/catch-error";

const IDS = [
  "github.com/acme/web/main",
  "github.com/acme/api/main",
  "github.com/acme/api/release/1.x",
  "github.com/other/tools/main",
  "github.com/other/docs/main",
  "github.com/other/site/main",
];

function choose(patterns: readonly string[], ids: readonly string[] = IDS): string[] {
  const choice = new QueueChoice(patterns);
  const chosen = ids.filter((id) => choice.includes(parseQueueId(id)));
  choice.requireMatches();
  return chosen;
}

describe("QueueChoice", () => {
  test("without patterns every queue matches, and no queue is not an error", () => {
    expect(choose([])).toEqual(IDS);
    expect(choose([], [])).toEqual([]);
  });

  test("a queue matches if one pattern matches it", () => {
    expect(choose(["**/web/main", "github.com/acme/*/main"])).toEqual(IDS.slice(0, 2));
    expect(choose(["**/release/*"])).toEqual(["github.com/acme/api/release/1.x"]);
  });

  test("a pattern without matches gives an error that suggests a similar id and lists some, even if another pattern matches", () => {
    const caught = catchError(() => choose(["**", "github.com/acme/wep/main"]));
    expect(caught).toMatchObject({ code: "invalid_request" });
    expect(String(caught)).toMatch(
      /--only "github\.com\/acme\/wep\/main" matches no queue\. .* Did you mean github\.com\/acme\/web\/main\? The first of 6 queues are:\n {2}github\.com\/acme\/api\/main\n/,
    );
    expect(String(caught).match(/\n {2}/g)).toHaveLength(5);
  });

  test("lists all ids if there are few, and none if there are none", () => {
    expect(() => choose(["nothing"], IDS.slice(0, 1))).toThrow(
      "The declared queues are:\n  github.com/acme/web/main",
    );
    expect(() => choose(["nothing"], [])).toThrow('"nothing" matches no queue: the stack declares none.');
  });
});

const IDENTITY = fc.record({
  repo: fc.record({
    host: fc.stringMatching(/^[a-zA-Z.é-]{1,8}$/),
    owner: fc.stringMatching(/^[a-zA-Z*-]{1,8}$/),
    name: fc.stringMatching(/^[a-zA-Z.-]{1,8}$/),
  }),
  targetBranch: fc.stringMatching(/^[a-zA-Z]{1,4}(\/[a-zA-Z]{1,4}){0,2}$/),
});

describe("matchesPattern", () => {
  test.each([
    ["github.com/acme/web/main", "github.com/acme/web/main", true],
    ["github.com/acme/web", "github.com/acme/web/main", false],
    ["github.com/acme/*/main", "github.com/acme/web/main", true],
    ["github.com/acme/*/main", "github.com/acme/web/release/main", false],
    ["github.com/*/main", "github.com/acme/web/main", false],
    ["**/main", "github.com/acme/web/main", true],
    ["**/main", "github.com/acme/web/domain", false],
    ["github.com/acme/web/release/*", "github.com/acme/web/release/1.x", true],
    ["github.com/acme/web/release/*", "github.com/acme/web/release/1.x/hot", false],
    ["github.com/acme/web/**", "github.com/acme/web/release/1.x/hot", true],
    ["*/*/we*/m*n", "github.com/acme/web/main", true],
    ["**web**", "github.com/acme/web/main", true],
    ["", "github.com/acme/web/main", false],
    ["github.com/acme/we./main", "github.com/acme/web/main", false],
    ["github.com/acme/web/mai?", "github.com/acme/web/main", false],
  ])("%j of %j: %j", (pattern, id, expected) => {
    expect(matchesPattern(pattern, id)).toBe(expected);
  });

  test("host, owner and name match without regard to case, the branch exactly", () => {
    expect(matchesPattern("GitHub.com/ACME/*/main", "github.com/acme/Web/main")).toBe(true);
    expect(matchesPattern("github.com/acme/web/MAIN", "github.com/acme/web/main")).toBe(false);
    expect(matchesPattern("**/WEB/main", "github.com/acme/web/main")).toBe(true);
  });

  test("texts match after Unicode normalisation", () => {
    expect(matchesPattern("github.com/acme/caf\u00e9/main", "github.com/acme/cafe\u0301/main")).toBe(true);
  });

  test("every id without stars matches itself, in any case of its repository", () => {
    fc.assert(
      fc.property(IDENTITY, ({ repo, targetBranch }) => {
        const upper = { ...repo, owner: repo.owner.toUpperCase(), name: repo.name.toLowerCase() };
        const pattern = formatQueueId({ repo: upper, targetBranch });
        expect(matchesPattern(pattern, formatQueueId({ repo, targetBranch }))).toBe(true);
      }),
    );
  });

  test("S-18: a pattern that can match in very many ways is fast", () => {
    const id = `github.com/acme/web/${"a".repeat(2_000)}`;
    expect(matchesPattern(`${"**a".repeat(160)}b`, id)).toBe(false);
  });
});
