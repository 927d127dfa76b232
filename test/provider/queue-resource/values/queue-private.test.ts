import fc from "fast-check";
import { decodePrivate, encodePrivate } from "../../../../src/provider/queue-resource/values/queue-private";

const NOTHING = { managesRequiredStatuses: false, isImported: false, object: "" };

describe("private state", () => {
  test("written values are read back", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.string(), (managesRequiredStatuses, isImported, object) => {
        const remembered = { managesRequiredStatuses, isImported, object };
        expect(decodePrivate(encodePrivate(remembered))).toEqual(remembered);
      }),
    );
    expect(decodePrivate(encodePrivate({}))).toEqual(NOTHING);
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "7",
    '{"managesRequiredStatuses":1,"isImported":"true","object":7}',
    "\u0000",
  ])("C-57: %j, absent or damaged, is nothing remembered", (text) => {
    expect(decodePrivate(Buffer.from(text))).toEqual(NOTHING);
  });

  test("C-57: random bytes never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Object.keys(decodePrivate(bytes))).toEqual(Object.keys(NOTHING));
      }),
    );
  });

  test("S-01: contains only two flags and the name of the object", () => {
    expect(Buffer.from(encodePrivate({ isImported: true, object: "x" })).toString()).toBe(
      '{"managesRequiredStatuses":false,"isImported":true,"object":"x"}',
    );
  });
});
