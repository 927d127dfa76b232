import { locateError, ValueError } from "../../../src/plugin/values/value-error";

describe("locateError", () => {
  test("puts a step before those that lead to the fault, in the path and in the message", () => {
    const inner = locateError(new ValueError([], "a string is required."), { index: 2 });
    const located = locateError(inner, { attribute: "rules" }) as ValueError;
    expect(located.path).toEqual([{ attribute: "rules" }, { index: 2 }]);
    expect(located.message).toBe("rules[2]: a string is required.");
  });

  test("returns other errors unchanged", () => {
    const error = new RangeError("another");
    expect(locateError(error, { attribute: "rules" })).toBe(error);
  });
});
