import { checkOnExisting, ON_EXISTING } from "../../src/queue/on-existing";

describe("checkOnExisting", () => {
  test.each(ON_EXISTING)("%s is allowed", (word) => {
    expect(checkOnExisting(word)).toBeUndefined();
  });

  test("anything else is refused with what is allowed", () => {
    expect(checkOnExisting("Adopt")).toBe('Must be "fail" or "adopt", got "Adopt".');
    expect(checkOnExisting(true)).toBe('Must be "fail" or "adopt", got boolean.');
  });
});
