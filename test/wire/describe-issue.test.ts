import * as z from "zod/mini";
import { describeIssue, listProblems, toSentence } from "../../src/wire/describe-issue";

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
    ["unknown fields", z.strictObject({}), { a: 1, 'b"': 2 }, 'The interface has no field "a", "b\\"" here.'],
    [
      "a rule of zod's",
      z.string().check(z.minLength(3)),
      "a",
      "Too small: expected string to have >=3 characters.",
    ],
    ["a rule of ours", z.string().check(z.refine(() => false, "Is that so?")), "a", "Is that so?"],
  ])("of %s is a sentence with the valid values", (_case, schema, value, message) => {
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
      'The interface has no field "colour" here.',
    ]);
  });
});
