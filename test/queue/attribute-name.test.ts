import { toAttributeName, toWireName } from "../../src/queue/attribute-name";
import { SETTING_NAMES } from "../../src/queue/settings";

describe("toAttributeName", () => {
  test.each([
    ["state", "state"],
    ["createPrsForTestingBranches", "create_prs_for_testing_branches"],
  ])("writes %s as %s", (wireName, attributeName) => {
    expect(toAttributeName(wireName)).toBe(attributeName);
  });

  test("gives every setting a name that Terraform takes, and no two the same", () => {
    const names = SETTING_NAMES.map(toAttributeName);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(new Set(names).size).toBe(names.length);
    expect(names.map(toWireName)).toEqual(SETTING_NAMES);
  });
});
