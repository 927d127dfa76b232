import { describeRaw, isRawObject } from "../../../src/plugin/values/describe-raw";
import { TfNumber } from "../../../src/plugin/values/tf-number";

test.each([
  [null, "null"],
  [[], "a list"],
  [new Uint8Array(), "bytes"],
  [{}, "an object"],
  [Object.create(null), "an object"],
  [true, "a bool"],
  ["x", "a string"],
  [1, "a number"],
  [1n, "a number"],
  [TfNumber.of(1), "a number"],
])("describeRaw: %p is %s", (raw: unknown, description) => {
  expect(describeRaw(raw)).toBe(description);
  expect(isRawObject(raw)).toBe(description === "an object");
});
