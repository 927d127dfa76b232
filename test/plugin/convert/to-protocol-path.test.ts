import { toProtocolPath } from "../../../src/plugin/convert/to-protocol-diagnostics";

describe("toProtocolPath", () => {
  test("C-21: attributes, indices and keys are separate steps", () => {
    expect(
      toProtocolPath([{ attribute: "rules" }, { index: 2 }, { attribute: "labels" }, { key: "a b" }]),
    ).toEqual({
      steps: [
        { selector: { $case: "attributeName", value: "rules" } },
        { selector: { $case: "elementKeyInt", value: 2n } },
        { selector: { $case: "attributeName", value: "labels" } },
        { selector: { $case: "elementKeyString", value: "a b" } },
      ],
    });
  });
});
