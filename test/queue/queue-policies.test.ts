import {
  checkDeletionPolicy,
  checkOnExisting,
  DELETION_POLICIES,
  ON_EXISTING,
} from "../../src/queue/queue-policies";

test("every deletion policy and every on_existing is valid", () => {
  expect(DELETION_POLICIES.map(checkDeletionPolicy)).toEqual([undefined, undefined, undefined]);
  expect(ON_EXISTING.map(checkOnExisting)).toEqual([undefined, undefined]);
});

test("an invalid value is refused with the list of valid ones", () => {
  expect(checkDeletionPolicy("Refuse")).toBe('Must be "refuse", "drain" or "abandon", got "Refuse".');
  expect(checkDeletionPolicy(7)).toBe('Must be "refuse", "drain" or "abandon", got number.');
  expect(checkOnExisting("Adopt")).toBe('Must be "fail" or "adopt", got "Adopt".');
});
