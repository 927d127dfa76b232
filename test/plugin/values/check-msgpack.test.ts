import { checkMsgpack } from "../../../src/plugin/values/check-msgpack";
import { decodeValue } from "../../../src/plugin/values/decode-value";
import { MAX_DEPTH } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";
import { bytes } from "../support/bytes";

describe("checkMsgpack", () => {
  test.each([
    ["every small format", "9b 00 ff c0 c2 c3 cc 01 d0 01 a1 'x' 80 90 c4 01 00"],
    [
      "numbers of two, four and eight bytes",
      "96 cd 00 01 ce 00 00 00 01 cf 00 00 00 00 00 00 00 01 d1 00 01 d2 00 00 00 01 d3 00 00 00 00 00 00 00 01",
    ],
    ["strings with a length field", "93 d9 01 'x' da 00 01 'x' db 00 00 00 01 'x'"],
    ["bytes with a length field", "92 c5 00 01 00 c6 00 00 00 01 00"],
    [
      "containers with a length field",
      "94 dc 00 01 c0 dd 00 00 00 01 c0 de 00 01 a1 'x' c0 df 00 00 00 01 a1 'x' c0",
    ],
    ["floats", "92 ca 00 00 00 00 cb 00 00 00 00 00 00 00 00"],
  ])("accepts %s", (_what, notation) => {
    expect(() => {
      checkMsgpack(bytes(notation));
    }).not.toThrow();
  });

  test.each([
    ["", "at byte 0: the value is cut off."],
    ["92 c0", "at byte 0: 2 items are announced but cut off."],
    ["92 91 c0", "at byte 3: the value is cut off."],
    ["da 00", "at byte 0: the value is cut off."],
    ["a2 'x'", "at byte 0: 2 bytes are announced but cut off."],
    ["c7 01 00", "at byte 0: 2 bytes are announced but cut off."],
    ["cf 00", "at byte 0: 8 bytes are announced but cut off."],
    ["91 91", "at byte 1: 1 items are announced but cut off."],
    ["81 a1 'x'", "at byte 3: the value is cut off."],
    ["c0 c0", "at byte 1: more bytes follow the value."],
    ["91 c1", "at byte 1: 0xc1 begins no value."],
    ["81 01 c0", "at byte 1: a key must be a string."],
    ["81 c4 01 'x' c0", "at byte 1: a key must be a string."],
    ["91 a1 ff", "at byte 1: a string is not valid UTF-8."],
    ["a3 ed a0 80", "at byte 0: a string is not valid UTF-8."],
    ["81 a9 '__proto__' c0", "at byte 1: the key __proto__ is not allowed."],
    ["82 a1 'x' c0 d9 09 '__proto__' c0", "at byte 4: the key __proto__ is not allowed."],
  ])("C-15: %j is refused with its position", (notation, problem) => {
    const attempt = (): void => {
      checkMsgpack(bytes(notation));
    };
    expect(attempt).toThrow(ValueError);
    expect(attempt).toThrow(`The MessagePack value is malformed ${problem}`);
  });

  test("__proto__ is refused as a key only", () => {
    expect(decodeValue(bytes("a9 '__proto__'"), "string")).toBe("__proto__");
  });

  test("C-15: nesting is bounded", () => {
    const nest = (depth: number): Uint8Array => Buffer.from([...Array<number>(depth).fill(0x91), 0xc0]);
    expect(() => {
      checkMsgpack(nest(MAX_DEPTH));
    }).not.toThrow();
    expect(() => {
      checkMsgpack(nest(MAX_DEPTH + 1));
    }).toThrow("nested more than 500 deep");
    expect(() => decodeValue(nest(100_000), "dynamic")).toThrow("nested more than 500 deep");
  });

  test.each([
    ["an array", "dd ff ff ff ff"],
    ["a map", "df ff ff ff ff"],
    ["a string", "db ff ff ff ff"],
    ["bytes", "c6 ff ff ff ff"],
    ["an extension", "c9 ff ff ff ff 00"],
  ])("C-15: %s that announces 0xffffffff is refused", (_what, notation) => {
    expect(() => decodeValue(bytes(notation), "dynamic")).toThrow(ValueError);
  });

  test("C-15: many nested long lengths in a small input cost no memory", () => {
    // 500 arrays that each announce the whole rest of the input would be 500 × 1 MiB × 8 bytes.
    const size = 2 ** 20;
    const heads = Array.from({ length: MAX_DEPTH }, () => [0xdd, 0x00, 0x0f, 0x00, 0x00]).flat();
    const input = Buffer.concat([Buffer.from(heads), Buffer.alloc(size, 0xc0)]);
    const before = process.memoryUsage().heapUsed;
    expect(() => decodeValue(input, { list: "string" })).toThrow("cut off");
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 2 ** 20);
  });
});
