import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point but surrogates, as the unit of a string. fast-check's own unit "binary" lists all of them
 * first, which costs most of a second in each file that uses it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10_ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), toIndex);

function toIndex(value: unknown): number {
  const text = String(value);
  const codePoint = text.codePointAt(0) ?? 0;
  const isSurrogate = codePoint >= FIRST_SURROGATE && codePoint < FIRST_SURROGATE + SURROGATES;
  // fast-check takes the error for "not made by this arbitrary".
  if (isSurrogate || text !== String.fromCodePoint(codePoint)) throw new RangeError("not one code point");
  return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
}
