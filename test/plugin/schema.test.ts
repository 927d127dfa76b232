import { toObjectType } from "../../src/plugin/to-object-type";

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
