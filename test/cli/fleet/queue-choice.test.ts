import { QueueChoice } from "../../../src/cli/fleet/queue-choice";
import { createQueuePattern } from "../../../src/cli/fleet/queue-pattern";
import { parseQueueId } from "../../../src/queue/queue-identity";

const IDS = [
  "github.com/acme/web/main",
  "github.com/acme/api/main",
  "github.com/acme/api/release/1.x",
  "github.com/other/tools/main",
  "github.com/other/docs/main",
  "github.com/other/site/main",
];

function choose(patterns: readonly string[], ids: readonly string[] = IDS): string[] {
  const choice = new QueueChoice(patterns.map((pattern) => createQueuePattern(pattern)));
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

  test("a pattern without matches gives an error that lists similar ids, even if another pattern matches", () => {
    let caught: unknown;
    try {
      choose(["**", "github.com/acme/wep/main"]);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: "invalid_request" });
    expect(String(caught)).toMatch(
      /--only "github\.com\/acme\/wep\/main" matches no queue\. .* Of 6 queues the most similar are:\n {2}github\.com\/acme\/web\/main\n/,
    );
    expect(String(caught).match(/\n {2}/g)).toHaveLength(5);
  });

  test("lists all ids if there are few, and none if there are none", () => {
    expect(() => choose(["nothing"], IDS.slice(0, 1))).toThrow("Declared are:\n  github.com/acme/web/main");
    expect(() => choose(["nothing"], [])).toThrow(
      '--only "nothing" matches no queue: the stack declares none.',
    );
  });
});
