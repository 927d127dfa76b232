import type { Attribute, Attributes } from "../../../src/plugin/schema/schema";
import { toAttributeType, toObjectType } from "../../../src/plugin/schema/to-object-type";
import { validateFunction, validateSchema } from "../../../src/plugin/schema/validate-schema";

describe("toObjectType", () => {
  test("T-02: nested attributes become objects and collections of objects", () => {
    const attributes = { host: { description: "h", type: "string", required: true } } as const;
    const nested = (nesting: "single" | "list" | "set" | "map") =>
      ({ description: "n", nesting, attributes, optional: true }) as const;
    const host = { object: { host: "string" } };
    expect(
      toObjectType({
        plain: { description: "p", type: { list: "number" }, computed: true },
        single: nested("single"),
        list: nested("list"),
        set: nested("set"),
        map: nested("map"),
      }),
    ).toEqual({
      object: {
        plain: { list: "number" },
        single: host,
        list: { list: host },
        set: { set: host },
        map: { map: host },
      },
    });
  });

  test("no attributes make an empty object", () => {
    expect(toObjectType({})).toEqual({ object: {} });
  });
});

describe("toAttributeType", () => {
  test("a plain attribute has its own type", () => {
    expect(toAttributeType({ description: "d", type: "dynamic", optional: true })).toBe("dynamic");
  });
});

describe("validateFunction", () => {
  test("C-03: every valid function is accepted", () => {
    const parameters = [
      { name: "text", type: "string" },
      { name: "any_2", type: { list: "dynamic" } },
    ] as const;

    expect(validateFunction("queue_id", { parameters, returns: { object: { a: "dynamic" } } })).toEqual([]);
    expect(validateFunction("now", { parameters: [], returns: "string" })).toEqual([]);
  });

  test("C-03: every fault is named at once", () => {
    const parameters = [
      { name: "first", type: "string" },
      { name: "Second", type: { set: "dynamic" } },
      { name: "first", type: "bool" },
    ] as const;

    expect(validateFunction("queue-id", { parameters, returns: { set: { list: "dynamic" } } })).toEqual([
      "queue-id: the name may hold only lower-case letters, digits and underscores.",
      "Second: the parameter's name may hold only lower-case letters, digits and underscores.",
      "Second: a set cannot hold values of type dynamic.",
      "first: another parameter has this name.",
      "the result: a set cannot hold values of type dynamic.",
    ]);
  });
});

function validate(attributes: Attributes): string[] {
  return validateSchema({ version: 0, description: "A thing.", attributes });
}

const NAME = { description: "d", type: "string", optional: true } as const;

describe("validateSchema", () => {
  test("C-03: every valid combination is accepted", () => {
    expect(
      validate({
        required: { description: "d", type: "string", required: true },
        optional_2: { description: "d", type: { set: { object: { a: "bool" } } }, optional: true },
        computed: { description: "d", type: { map: { list: "number" } }, computed: true },
        both: { description: "d", type: "dynamic", optional: true, computed: true },
        old: { ...NAME, deprecationMessage: "Use name." },
        secret: { ...NAME, writeOnly: true, sensitive: true },
        nested: { description: "d", nesting: "set", attributes: { name: NAME }, optional: true },
        deep: {
          description: "d",
          nesting: "list",
          attributes: { any: { ...NAME, type: "dynamic" } },
          optional: true,
        },
        pair: { ...NAME, type: { tuple: ["string", "dynamic"] } },
      }),
    ).toEqual([]);
  });

  test.each<[string, Attribute, string]>([
    ["a", { description: "d", type: "string" }, "a: it must be required, optional or computed."],
    ["a", { ...NAME, required: true }, "a: it cannot be both required and optional."],
    [
      "a",
      { description: "d", type: "string", required: true, computed: true },
      "a: it cannot be both required and computed.",
    ],
    ["a", { ...NAME, deprecationMessage: "" }, "a: the deprecation message must not be empty."],
    ["a", { ...NAME, nesting: "single", attributes: {} }, "a: it cannot have both a type and attributes."],
    [
      "a",
      { description: "d", optional: true } as unknown as Attribute,
      "a: it must have a type or attributes.",
    ],
    ["a", { ...NAME, type: { set: "dynamic" } }, "a: a set cannot hold values of type dynamic."],
    [
      "a",
      { ...NAME, type: { list: { set: { map: "dynamic" } } } },
      "a: a set cannot hold values of type dynamic.",
    ],
    ["a", { ...NAME, type: { set: { tuple: ["dynamic"] } } }, "a: a set cannot hold values of type dynamic."],
    [
      "a",
      { description: "d", nesting: "set", attributes: { x: { ...NAME, type: "dynamic" } }, optional: true },
      "a: a set cannot hold values of type dynamic.",
    ],
    [
      "a",
      { description: "d", nesting: "set", attributes: { x: { ...NAME, writeOnly: true } }, optional: true },
      "a: a set cannot hold write-only attributes.",
    ],
    ["a", { ...NAME, computed: true, writeOnly: true }, "a: it cannot be both write-only and computed."],
    ["camelCase", NAME, "camelCase: the name may hold only lower-case letters, digits and underscores."],
    ["1st", NAME, "1st: the name may hold only lower-case letters, digits and underscores."],
  ])("C-03: what Terraform refuses is found: %#", (name, attribute, problem) => {
    expect(validate({ [name]: attribute })).toEqual([problem]);
  });

  test("C-03: write-only attributes are found at any depth below a set", () => {
    const inner = {
      description: "d",
      nesting: "single",
      attributes: { x: { ...NAME, writeOnly: true } },
      optional: true,
    } as const;
    expect(
      validate({ a: { description: "d", nesting: "set", attributes: { inner }, optional: true } }),
    ).toEqual(["a: a set cannot hold write-only attributes."]);
  });

  test("every fault is named at once, with the path of nested attributes", () => {
    const bad = { description: "d", type: "string" } as const;
    expect(
      validateSchema({
        version: -1,
        description: "d",
        attributes: { a: { description: "d", nesting: "list", attributes: { b: bad, c: bad } } },
      }),
    ).toEqual([
      "The schema's version must be an integer of 0 or more, not -1.",
      "a: it must be required, optional or computed.",
      "a.b: it must be required, optional or computed.",
      "a.c: it must be required, optional or computed.",
    ]);
  });

  test("the version is an integer", () => {
    expect(validateSchema({ version: 1.5, description: "d", attributes: {} })).toHaveLength(1);
  });
});
