import { validateFunction } from "../../../src/plugin/schema/validate-schema";

describe("validateFunction", () => {
  test("C-03: every valid function is accepted", () => {
    const parameters = [
      { name: "text", type: "string" },
      { name: "any_2", type: { list: "dynamic" } },
    ] as const;

    expect(validateFunction("queue_id", { parameters, returns: { object: { a: "dynamic" } } })).toEqual([]);
    expect(validateFunction("now", { parameters: [], returns: "string" })).toEqual([]);
  });

  test("C-03: every fault is named at once", () => {
    const parameters = [
      { name: "first", type: "string" },
      { name: "Second", type: { set: "dynamic" } },
      { name: "first", type: "bool" },
    ] as const;

    expect(validateFunction("queue-id", { parameters, returns: { set: { list: "dynamic" } } })).toEqual([
      "queue-id: the name may hold only lower-case letters, digits and underscores.",
      "Second: the parameter's name may hold only lower-case letters, digits and underscores.",
      "Second: a set cannot hold values of type dynamic.",
      "first: another parameter has this name.",
      "the result: a set cannot hold values of type dynamic.",
    ]);
  });
});
