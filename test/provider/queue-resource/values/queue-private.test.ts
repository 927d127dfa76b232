import fc from "fast-check";
import { decodePrivate, encodePrivate } from "../../../../src/provider/queue-resource/values/queue-private";

const NOTHING = { managesRequiredStatuses: false, isImported: false };

describe("private state", () => {
  test("written values are read back", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (managesRequiredStatuses, isImported) => {
        const remembered = { managesRequiredStatuses, isImported };
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
    '{"managesRequiredStatuses":1,"isImported":"true"}',
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

  test("S-01: contains only two flags", () => {
    expect(Buffer.from(encodePrivate({ isImported: true })).toString()).toBe(
      '{"managesRequiredStatuses":false,"isImported":true}',
    );
  });
});
