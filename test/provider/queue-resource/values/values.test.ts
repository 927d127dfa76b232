import fc from "fast-check";
import { decodeValue, encodeValue } from "../../../../src/plugin/msgpack-codec";
import { TfNumber } from "../../../../src/plugin/tf-number";
import { DynamicValue, UNKNOWN, type Value } from "../../../../src/plugin/value";
import {
  collectAdditionalSettings,
  getAdditionalEntries,
  toJsonValue,
  toTypedValue,
  withLiveAdditionalSettings,
} from "../../../../src/provider/queue-resource/values/additional-values";
import { decodePrivate, encodePrivate } from "../../../../src/provider/queue-resource/values/queue-private";
import {
  toImportedState,
  withLiveQueue,
} from "../../../../src/provider/queue-resource/values/setting-values";
import { additional, config, type Plain, state, toPlainObject } from "../../support/queue-values";

const MAP = new DynamicValue(
  ["map", "number"],
  new Map(Object.entries({ a: TfNumber.of(1), b: TfNumber.of(2) })),
);

/** Fields of a service that Terraform can hold: no number that JSON rounded, no key that decoders refuse. */
const arbitraryFields = fc
  .dictionary(fc.stringMatching(/^[a-zA-Z]{1,6}$/), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 5 })
  .map((fields) => JSON.parse(JSON.stringify(fields), toHoldable) as { readonly [name: string]: unknown });

function toHoldable(key: string, value: unknown): unknown {
  if (key === "__proto__") return undefined;
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? 7 : value;
}

/** What a state holds of fields, as a configuration with the same values would have it. */
function toStored(fields: { readonly [name: string]: unknown }): DynamicValue {
  const { type, value } = toTypedValue(fields);
  return new DynamicValue(type, value);
}

function passWire(value: Value): Value {
  return decodeValue(encodeValue(value, "dynamic"), "dynamic");
}

describe("collectAdditionalSettings", () => {
  test("returns the managed and wholly known settings, as JSON", () => {
    const nested: Value = new Map<string, Value>([
      ["list", ["a", null, TfNumber.parse("0.5")]],
      ["off", null],
      ["late", [UNKNOWN]],
      ["deep", new Map([["on", true]])],
    ]);
    const given = config({ additional_settings: new DynamicValue("dynamic", nested) });
    expect([...collectAdditionalSettings(given)]).toEqual([
      ["list", ["a", null, 0.5]],
      ["deep", { on: true }],
    ]);
    expect([...getAdditionalEntries(given).keys()]).toEqual(["list", "late", "deep"]);
  });

  test.each<[string, Plain]>([
    ["null", null],
    ["unknown", UNKNOWN],
    ["a null with a type", new DynamicValue(["map", "number"], null)],
    ["an unknown with a type", new DynamicValue(["map", "number"], UNKNOWN)],
    ["no object", new DynamicValue("string", "x")],
  ])("%s manages nothing", (_, value) => {
    expect(collectAdditionalSettings(config({ additional_settings: value })).size).toBe(0);
  });

  test("S-12: no key reaches a prototype", () => {
    const value = toJsonValue(new Map([["__proto__", new Map([["polluted", true]])]]));
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("S-13: numbers that JavaScript would round are not numbers", () => {
    for (const text of ["9007199254740993", "1e999", "0.30000000000000000001"])
      expect(toJsonValue(TfNumber.parse(text))).toBeNaN();
    for (const text of ["9007199254740991", "-0.1", "1e-7", "1e21"])
      expect(toJsonValue(TfNumber.parse(text))).toBe(Number(text));
  });
});

describe("withLiveAdditionalSettings", () => {
  test("C-61: values that the service returns as stored are kept unchanged, whatever their form", () => {
    fc.assert(
      fc.property(arbitraryFields, (fields) => {
        const stored = toStored(fields);
        const shown = JSON.parse(JSON.stringify(fields)) as typeof fields;
        expect(withLiveAdditionalSettings(stored, shown)).toBe(stored);
      }),
    );
    expect(withLiveAdditionalSettings(MAP, { a: 1, b: 2, c: 3 })).toBe(MAP);
  });

  test("C-51, C-60: whatever the service shows, the response passes the wire and is stable", () => {
    fc.assert(
      fc.property(arbitraryFields, arbitraryFields, (fields, shown) => {
        const now = withLiveAdditionalSettings(toStored(fields), shown);
        expect(passWire(now)).toEqual(now);
        expect(withLiveAdditionalSettings(now, shown)).toEqual(now);
      }),
    );
  });

  test("C-61: the order of keys makes no difference, the order of lists does", () => {
    const day = { from: 1, to: 2 };
    const night = { from: 3, to: 4 };
    const stored = toStored({ windows: [day, night] });
    const reordered = { windows: [day, night].map(({ from, to }) => ({ to, from })) };
    expect(withLiveAdditionalSettings(stored, reordered)).toBe(stored);
    const turned = { windows: [night, day] };
    expect(withLiveAdditionalSettings(stored, turned)).toEqual(toStored(turned));
  });

  test.each<[string, Value]>([
    ["null", null],
    ["a null with a type", new DynamicValue(["map", "number"], null)],
    ["no object", new DynamicValue("string", "x")],
  ])("%s stays", (_, stored) => {
    expect(withLiveAdditionalSettings(stored, { x: 1 })).toBe(stored);
  });

  test("S-12: a name of every object's prototype is not shown unless the service shows it", () => {
    const stored = additional({ constructor: "x", toString: "y" });
    expect(withLiveAdditionalSettings(stored, {})).toEqual(additional({}));
  });

  test("S-13: a number that has been rounded is not taken for another one", () => {
    expect(withLiveAdditionalSettings(additional({ a: 1 }), { a: 2 ** 60 })).toEqual(additional({ a: null }));
  });
});

const NOTHING = { managesRequiredStatuses: false, isImported: false, object: "" };

describe("private state", () => {
  test("written values are read back", () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.string(),
        fc.array(fc.string()),
        (manages, isImported, object, list) => {
          const remembered = { managesRequiredStatuses: manages, isImported, object, ownStatuses: list };
          expect(decodePrivate(encodePrivate(remembered))).toEqual(remembered);
        },
      ),
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
    '{"managesRequiredStatuses":1,"isImported":"true","object":7,"ownStatuses":[7]}',
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

  test("S-01: contains only two flags, the name of the object, and the list of statuses that it has set", () => {
    const remembered = { isImported: true, object: "x", ownStatuses: ["ci"] };
    expect(Buffer.from(encodePrivate(remembered)).toString()).toBe(
      '{"managesRequiredStatuses":false,"isImported":true,"object":"x","ownStatuses":["ci"]}',
    );
  });
});

describe("withLiveQueue", () => {
  test("C-61, F-24: takes drift as the service shows it and keeps what means the same", () => {
    const before = state({ required_statuses: ["b", "a"], merge_method: "rebase" });
    const shown = { requiredStatuses: ["a", "b", "a"], mergeMethod: "squash", mode: "parallel" };
    const after = toPlainObject(withLiveQueue(before, shown));
    const drift = { merge_method: "squash", mode: "parallel", concurrency: null };
    expect(after).toMatchObject({ required_statuses: ["b", "a"], ...drift });
  });

  test("C-14: statuses are stored in Unicode NFC, each once", () => {
    const after = withLiveQueue(config(), { requiredStatuses: ["e\u0301", "\u00e9", "a"] });
    expect(after.get("required_statuses")).toEqual(["\u00e9", "a"]);
  });
});

describe("toImportedState", () => {
  test("K-6b: numbers out of bounds and fractions are null, as validation would refuse them", () => {
    const after = toImportedState(config(), { concurrency: 0, pendingFailureDepth: 1.5, batchingMinSize: 1 });
    const expected = { concurrency: null, pending_failure_depth: null, batching_min_size: 1 };
    expect(toPlainObject(after)).toMatchObject(expected);
  });
});
