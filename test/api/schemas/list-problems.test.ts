import * as z from "zod";
import { listProblems } from "../../../src/api/schemas/list-problems";

describe("listProblems", () => {
  test("tells everything that is wrong, with its path, and what concerns the whole without one", () => {
    const schema = z.strictObject({ pr: z.strictObject({ number: z.int() }), tags: z.array(z.string()) });
    const request = { pr: {}, tags: ["a", 7], colour: "red" };
    const { error } = schema.safeParse(request);
    expect(error === undefined ? [] : listProblems(error, request)).toEqual([
      "pr.number: Is missing.",
      "tags.1: Must be a string.",
      'The interface has no "colour" here.',
    ]);
  });
});
