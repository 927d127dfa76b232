import * as z from "zod/mini";
import { boundedList, MAX_WRONG_ELEMENTS } from "../../../src/api/schemas/bounded-list";
import { describeIssue, listProblems, toSentence } from "../../../src/api/schemas/describe-issue";

const NUMBERS = z.strictObject({ list: boundedList(z.strictObject({ n: z.int("Must be whole.") })) });

describe("boundedList", () => {
  test("returns the elements as their schema reads them, in order", () => {
    const list = boundedList(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.length),
      ),
    );
    expect(list.parse(["a", "", "ccc"])).toEqual([1, 0, 3]);
    expect(list.parse([])).toEqual([]);
    expect(list.safeParse({ 0: "a" }).success).toBe(false);
  });

  test("reports each invalid element with its index and its schema's message", () => {
    const { error } = NUMBERS.safeParse({ list: [{ n: 1 }, { n: "x" }, null, { n: 2, m: 3 }] });
    expect(error?.issues).toMatchObject([
      { path: ["list", 1, "n"], message: "Must be whole." },
      { path: ["list", 2], code: "invalid_type", expected: "object" },
      { path: ["list", 3], code: "unrecognized_keys", keys: ["m"] },
    ]);
  });

  test("stops at its limit, however many elements are wrong", () => {
    const wrong = Array.from({ length: 1_000_000 }, () => 0);
    expect(boundedList(z.string(), 1).safeParse(wrong).error?.issues).toHaveLength(1);
    expect(boundedList(z.string()).safeParse(wrong).error?.issues).toHaveLength(MAX_WRONG_ELEMENTS);
  });
});

function describeFirst(schema: z.ZodMiniType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value, { error: describeIssue }).error?.issues ?? [];
  return issue && toSentence(issue.message);
}

describe("describeIssue", () => {
  test.each([
    ["a missing field", z.object({ a: z.object({ b: z.string() }) }), { a: {} }, "Is missing."],
    ["null", z.object({ a: z.string() }), { a: null }, "Must be a string."],
    ["a whole number", z.int(), 1.5, "Must be a whole number."],
    ["a type without a word of ours", z.date(), 1, "Must be date."],
    ["a type with a custom message", z.string("Name it!"), 1, "Name it!"],
    ["one of several words", z.enum(["a", "b"]), "c", 'Must be one of "a", "b".'],
    ["a word with a custom message", z.literal("a", "Say a."), "b", "Say a."],
    ["unknown fields", z.strictObject({}), { a: 1, 'b"': 2 }, 'The interface has no "a", "b\\"" here.'],
    [
      "a rule of zod's",
      z.string().check(z.minLength(3)),
      "a",
      "Too small: expected string to have >=3 characters.",
    ],
    ["a rule of ours", z.string().check(z.refine(() => false, "Is that so?")), "a", "Is that so?"],
  ])("of %s is a sentence that says what must be there", (_case, schema, value, message) => {
    expect(describeFirst(schema, value)).toBe(message);
  });
});

describe("listProblems", () => {
  test("lists every problem with its path, and problems of the whole value without one", () => {
    const schema = z.strictObject({ pr: z.strictObject({ number: z.int() }), tags: z.array(z.string()) });
    const request = { pr: {}, tags: ["a", 7], colour: "red" };
    const { error } = schema.safeParse(request, { error: describeIssue });
    expect(error === undefined ? [] : listProblems(error)).toEqual([
      "pr.number: Is missing.",
      "tags.1: Must be a string.",
      'The interface has no "colour" here.',
    ]);
  });
});
