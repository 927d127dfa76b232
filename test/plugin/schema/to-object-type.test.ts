import { toAttributeType, toObjectType } from "../../../src/plugin/schema/to-object-type";

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
