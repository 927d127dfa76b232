import * as z from "zod/mini";
import { OPERATIONS } from "../../../src/api/operations";
import { showsAllSettings, toQueueRecord } from "../../../src/api/resolve/resolve-queue";
import { boundedList, MAX_WRONG_ELEMENTS } from "../../../src/api/schemas/bounded-list";
import { describeIssue, listProblems, toSentence } from "../../../src/api/schemas/describe-issue";
import { SETTING_NAMES, SETTINGS } from "../../../src/queue/settings";
import { INTERFACE_SETTINGS } from "../../support/all-settings";

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

const COMPLETE = { branch: "main", ...INTERFACE_SETTINGS };

const { responseSchema } = OPERATIONS.getQueue;

describe("getQueue's response", () => {
  test("contains the settings, which can be picked", () => {
    const read = responseSchema.parse({ ...COMPLETE, enqueuedPullRequests: [], later: 1 });
    expect(read).toEqual({ ...COMPLETE, enqueuedPullRequests: [], additionalFields: { later: 1 } });
    expect({ branch: "main", ...toQueueRecord(read) }).toEqual(COMPLETE);
  });

  test("a setting that is missing or null is left out", () => {
    expect(responseSchema.parse({ concurrency: 1, mode: null })).toEqual({ concurrency: 1 });
  });

  test("F-18: a word in another case is the same word, in lower case", () => {
    const record = responseSchema.parse({
      mode: "PARALLEL",
      state: "Switching_Modes",
      mergeMethod: "Squash",
    });
    expect(record).toEqual({ mode: "parallel", state: "switching_modes", mergeMethod: "squash" });
  });

  test("F-17, K-4: an unknown word comes in lower case, and a number out of bounds as given", () => {
    const record = responseSchema.parse({ mode: "Quantum", pendingFailureDepth: 0, concurrency: 5e9 });
    expect(record).toEqual({ mode: "quantum", pendingFailureDepth: 0, concurrency: 5e9 });
  });

  test("F-18: a string that is not a word keeps its case", () => {
    expect(responseSchema.parse({ enqueueingLabel: "Ready" })).toEqual({ enqueueingLabel: "Ready" });
  });

  test.each([
    ["concurrency", "3", "Must be a number that can be read exactly."],
    ["concurrency", Number("1e999"), "Must be a number that can be read exactly."],
    ["concurrency", Number("9007199254740993"), "Must be a number that can be read exactly."],
    ["batch", "false", "Must be true or false."],
    ["mode", 1, "Must be a string."],
    ["enqueueingLabel", false, "Must be a string."],
    ["requiredStatuses", "ci", "Must be a list of strings."],
    ["requiredStatuses", ["ci", 1], "Must be a list of strings."],
  ])("S-13: %s as %p is not read, and the problem names it", (name, value, message) => {
    const read = responseSchema.safeParse({ ...COMPLETE, [name]: value });
    expect(read.error?.issues).toMatchObject([{ path: [name], message }]);
  });
});

describe("updateQueue's response", () => {
  test("is whole if it shows every setting of the interface", () => {
    expect(showsAllSettings(COMPLETE)).toBe(true);
  });

  const everywhere = SETTINGS.filter(({ isAlwaysShown }) => isAlwaysShown).map(({ name }) => name);
  test.each(everywhere)("F-18: is not whole without %s", (name) => {
    expect(showsAllSettings({ ...COMPLETE, [name]: undefined })).toBe(false);
  });

  test.each(SETTING_NAMES)("F-18: is nothing if the type of %s is another", (name) => {
    const strange = { ...COMPLETE, [name]: { strange: true } };
    expect(OPERATIONS.updateQueue.responseSchema.parse(strange)).toBeUndefined();
  });
});
