import * as z from "zod/mini";
import { boundedList, MAX_WRONG_ELEMENTS } from "../../src/wire/bounded-list";

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
