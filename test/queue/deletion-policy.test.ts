import { checkDeletionPolicy, DELETION_POLICIES } from "../../src/queue/deletion-policy";

describe("checkDeletionPolicy", () => {
  test.each(DELETION_POLICIES)("%s is allowed", (policy) => {
    expect(checkDeletionPolicy(policy)).toBeUndefined();
  });

  test("anything else is refused with what is allowed", () => {
    expect(checkDeletionPolicy("Refuse")).toBe('Must be "refuse", "drain" or "abandon", got "Refuse".');
    expect(checkDeletionPolicy(7)).toBe('Must be "refuse", "drain" or "abandon", got number.');
  });
});
