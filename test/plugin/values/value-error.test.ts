import { isValueError, ValueError } from "../../../src/plugin/values/value-error";

describe("isValueError", () => {
  test("knows an error of another file of the bundle by its brand", () => {
    const error = new ValueError([{ attribute: "mode" }], "a string is required.");
    const copy = Object.create(null, Object.getOwnPropertyDescriptors(error)) as unknown;
    expect(isValueError(error)).toBe(true);
    expect(isValueError(copy)).toBe(true);
  });

  test.each([new Error("another"), "text", null, undefined, {}])("%p is none", (value) => {
    expect(isValueError(value)).toBe(false);
  });
});
