import fc from "fast-check";
import type { AttributeType } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { formatType } from "../../../src/plugin/type-expression";
import { DynamicValue, UNKNOWN, type Value } from "../../../src/plugin/value";

export interface TypedValue {
  readonly type: AttributeType;
  readonly value: Value;
}

export interface ArbitraryOptions {
  /** Leave out unknown values, which JSON cannot represent. */
  readonly isWhollyKnown?: boolean;
}

/** Keys and names of all sorts but the one that no codec accepts. */
const arbitraryName = fc
  .oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("constructor", "toString", "length", "0", "1", "e\u0301", ""),
  )
  .filter((name) => name !== "__proto__")
  .map((name) => name.normalize("NFC"));

/** Types of every kind, nested up to three deep. */
export const arbitraryType: fc.Arbitrary<AttributeType> = fc.letrec<{ type: AttributeType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<AttributeType>("string", "number", "bool", "dynamic"),
    fc.record({ list: tie("type") }),
    fc.record({ set: tie("type") }),
    fc.record({ map: tie("type") }),
    fc.record({ tuple: fc.array(tie("type"), { maxLength: 3 }) }),
    fc.record({ object: fc.dictionary(arbitraryName, tie("type"), { maxKeys: 3, noNullPrototype: false }) }),
  ),
})).type;

/** Numbers where codecs tend to lose bits, and any others. */
const arbitraryNumber: fc.Arbitrary<TfNumber> = fc.oneof(
  fc.integer().map((value) => TfNumber.of(value)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value) => TfNumber.of(value)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => TfNumber.of(value)),
  fc
    .constantFrom("0.1", "-0", "1e999", "-15e-60", "9007199254740993", "18446744073709551616")
    .map((text) => TfNumber.parse(text)),
);

/** A value of the given type: null and unknown anywhere, dynamic values of any type. */
function arbitraryValue(type: AttributeType, options: ArbitraryOptions = {}, depth = 0): fc.Arbitrary<Value> {
  const inner = (innerType: AttributeType): fc.Arbitrary<Value> =>
    arbitraryValue(innerType, options, depth + 1);
  const unknown: fc.Arbitrary<Value>[] = options.isWhollyKnown ? [] : [fc.constant(UNKNOWN)];
  return fc.oneof(
    { weight: 6, arbitrary: arbitraryKnown(type, inner, depth) },
    fc.constant(null),
    ...unknown,
  );
}

export function arbitraryTypedValue(options: ArbitraryOptions = {}): fc.Arbitrary<TypedValue> {
  return arbitraryType.chain((type) => arbitraryValue(type, options).map((value) => ({ type, value })));
}

function arbitraryKnown(
  type: AttributeType,
  inner: (type: AttributeType) => fc.Arbitrary<Value>,
  depth: number,
): fc.Arbitrary<Value> {
  if (typeof type === "string") return arbitraryScalar(type, inner, depth);
  if ("list" in type) return fc.array(inner(type.list), { maxLength: 3 });
  if ("set" in type) return fc.array(inner(type.set), { maxLength: 3 });
  if ("tuple" in type) return fc.tuple(...type.tuple.map(inner));
  if ("map" in type) {
    return fc
      .array(fc.tuple(arbitraryName, inner(type.map)), { maxLength: 3 })
      .map((entries) => new Map(entries));
  }
  const names = Object.keys(type.object);
  const values = Object.values(type.object).map(inner);
  return fc
    .tuple(...values)
    .map((items) => new Map(names.map((name, index) => [name, items[index] ?? null])));
}

function arbitraryScalar(
  type: "string" | "number" | "bool" | "dynamic",
  inner: (type: AttributeType) => fc.Arbitrary<Value>,
  depth: number,
): fc.Arbitrary<Value> {
  switch (type) {
    case "string":
      return fc.string({ unit: "grapheme" });
    case "number":
      return arbitraryNumber;
    case "bool":
      return fc.boolean();
    case "dynamic": {
      // A dynamic value may contain another one; the depth is limited.
      const innerType = depth > 2 ? fc.constant<AttributeType>("string") : arbitraryType;
      return innerType.chain((given) =>
        inner(given).map((value) => new DynamicValue(JSON.parse(formatType(given)), value)),
      );
    }
  }
}
