import * as z from "zod/mini";
import { describeIssue } from "../../../src/api/schemas/describe-issue";
import { listProblems } from "../../../src/api/schemas/list-problems";

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
