import fc from "fast-check";
import { decodeJsonValue } from "../../../src/plugin/values/decode-json";
import { decodeValue } from "../../../src/plugin/values/decode-value";
import { encodeValue } from "../../../src/plugin/values/encode-value";
import { valuesEqual } from "../../../src/plugin/values/fingerprint-value";
import { formatType, parseType } from "../../../src/plugin/values/type-expression";
import { isWhollyKnown } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";
import { arbitraryType, arbitraryTypedValue } from "../support/arbitrary-value";
import { toJson } from "../support/to-json";

/** Decodes any input; returns the value or the decoder's error, and throws other errors. */
function tryDecode(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

describe("codecs", () => {
  test("decoding an encoded value gives an equal value, for any type", () => {
    fc.assert(
      fc.property(arbitraryTypedValue(), ({ type, value }) => {
        expect(valuesEqual(decodeValue(encodeValue(value, type), type), value, type)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("encoding a decoded value gives the same bytes, so that an echo is lossless", () => {
    fc.assert(
      fc.property(arbitraryTypedValue(), ({ type, value }) => {
        const bytes = encodeValue(value, type);
        expect(encodeValue(decodeValue(bytes, type), type)).toEqual(bytes);
      }),
      { numRuns: 200 },
    );
  });

  test("JSON and MessagePack of one value decode to equal values", () => {
    fc.assert(
      fc.property(arbitraryTypedValue({ isWhollyKnown: true }), ({ type, value }) => {
        const fromJson = decodeJsonValue(toJson(value, type), type);
        expect(isWhollyKnown(fromJson)).toBe(true);
        expect(valuesEqual(fromJson, decodeValue(encodeValue(value, type), type), type)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("C-15: random bytes give a value or a ValueError, under any type", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), arbitraryType, (bytes, type) => {
        tryDecode(() => decodeValue(bytes, type));
        tryDecode(() => decodeJsonValue(bytes, type));
      }),
      { numRuns: 500 },
    );
  });

  test("C-15: a valid encoding with one byte changed or cut off gives a value or a ValueError", () => {
    fc.assert(
      fc.property(arbitraryTypedValue(), fc.nat(), fc.nat(255), ({ type, value }, position, byte) => {
        const bytes = encodeValue(value, type);
        const index = position % bytes.length;
        tryDecode(() => decodeValue(bytes.with(index, byte), type));
        expect(tryDecode(() => decodeValue(bytes.subarray(0, index), type))).toBeInstanceOf(ValueError);
      }),
      { numRuns: 300 },
    );
  });

  test("megabytes are read and written like small values, before and after them", () => {
    for (const text of ["small", "x".repeat(32 * 2 ** 20), "small"]) {
      expect(decodeValue(encodeValue(text, "string"), "string") === text).toBe(true);
    }
  });

  test("types survive their JSON expression", () => {
    fc.assert(
      fc.property(arbitraryType, (type) => {
        expect(formatType(parseType(JSON.parse(formatType(type))))).toBe(formatType(type));
      }),
    );
  });
});
