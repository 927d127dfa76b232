import { addNotReady, listNotReady } from "../../src/api/add-not-ready";
import { QUEUE, response } from "./support/exchanges";
import { makeScriptedClient } from "./support/make-client";

describe("addNotReady", () => {
  test.each([
    ["by id", [{ prNumber: 7, id: "a" }], { prNumber: 8, id: "a" }, [7]],
    ["by number where one has no id", [{ prNumber: 7, id: "a" }], { prNumber: 7 }, [7]],
    ["by number where none has an id", [{ prNumber: 7 }], { prNumber: 7, id: "a" }, [7]],
    ["and adds others at the end", [{ prNumber: 7, id: "a" }], { prNumber: 6, id: "b" }, [7, 6]],
    ["and adds others without an id", [{ prNumber: 7 }], { prNumber: 6 }, [7, 6]],
  ])("F-47: merges pull requests %s", (_, shown, notReady, numbers) => {
    expect(addNotReady(shown, [notReady]).map(({ prNumber }) => prNumber)).toEqual(numbers);
  });
});

test("F-47: all pages are listed, and of a service that ignores the filter only what is not ready", async () => {
  const cursor = "00000000-0000-4000-8000-00000000000a";
  const page = (pullRequests: readonly object[], nextCursor?: string) =>
    response(200, JSON.stringify({ pullRequests, nextCursor }));
  const scripted = makeScriptedClient([
    page(
      [
        { prNumber: 7, state: "NOT_READY" },
        { prNumber: 8, state: "merged" },
      ],
      cursor,
    ),
    page([{ prNumber: 9 }]),
  ]);
  const found = await listNotReady(scripted.client, QUEUE, scripted.options());
  expect(found.map(({ prNumber }) => prNumber)).toEqual([7, 9]);
});
