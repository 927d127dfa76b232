import type { Attribute } from "../../../src/plugin/schema/schema";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { validateFunction, validateSchema } from "../support/validate-schema";

const NAME = { description: "d", type: "string", optional: true } as const;

test("T-02: nested attributes become objects and lists of objects", () => {
  const nested = { description: "n", attributes: { name: NAME }, optional: true } as const;
  const plain = { description: "p", type: { list: "number" }, computed: true } as const;
  expect(
    toObjectType({ plain, single: { ...nested, nesting: "single" }, list: { ...nested, nesting: "list" } }),
  ).toEqual({
    object: {
      plain: { list: "number" },
      single: { object: { name: "string" } },
      list: { list: { object: { name: "string" } } },
    },
  });
});

test.each<[string, Attribute]>([
  ["a", { description: "d", type: "string" }],
  ["a", { ...NAME, required: true }],
  ["a", { description: "d", type: "string", required: true, computed: true }],
  ["a", { ...NAME, nesting: "single", attributes: {} }],
  ["a", { ...NAME, type: { list: { set: { map: "dynamic" } } } }],
  ["camelCase", NAME],
])("C-03: what Terraform refuses is found: %#", (name, attribute) => {
  const attributes = {
    outer: { description: "d", nesting: "list", optional: true, attributes: {} },
  } as const;
  const inner = { ...attributes.outer, attributes: { [name]: attribute } };

  expect(validateSchema({ version: 0, description: "d", attributes })).toEqual([]);
  expect(validateSchema({ version: 0, description: "d", attributes: { inner } })).toContainEqual(
    expect.stringContaining(`${name}: `),
  );
});

test("C-03: every fault of a function is named at once", () => {
  const parameters = [
    { name: "first", type: "string" },
    { name: "first", type: { set: "dynamic" } },
  ] as const;

  expect(validateFunction("queue-id", { parameters, returns: "string" })).toEqual([
    "queue-id: the name may hold only lower-case letters, digits and underscores.",
    "two parameters have one name.",
    "a set cannot hold values of type dynamic.",
  ]);
});
