import { TfNumber } from "../../../src/plugin/tf-number";
import { DynamicValue, UNKNOWN, type Value } from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import { validateQueue } from "../../../src/provider/queue-resource/queue-resource";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { type Attributes, additional, config, type Plain } from "../support/queue-values";

/** The faults of a configuration by path. */
function findFaults(attributes: Attributes): { readonly [path: string]: string } {
  const diagnostics = validateQueue(config(attributes));
  expect(diagnostics.every(({ severity }) => severity === "error")).toBe(true);
  return Object.fromEntries(diagnostics.map(({ path = [], detail }) => [formatPath(path), detail]));
}

describe("validateQueue", () => {
  test("C-20: unknown and null values are never invalid, at any depth", () => {
    for (const [name, attribute] of Object.entries(QUEUE_SCHEMA.attributes)) {
      expect(findFaults({ [name]: UNKNOWN })).toEqual({});
      if (attribute.required !== true) expect(findFaults({ [name]: null })).toEqual({});
    }
    const repo = { host: UNKNOWN, owner: "acme", name: UNKNOWN };
    const timeouts = { create: UNKNOWN, read: null, update: "5m", delete: null };
    expect(findFaults({ repo, required_statuses: ["ci", UNKNOWN], timeouts })).toEqual({});
  });

  test("C-21: null for a required attribute gives one error per attribute", () => {
    const message = "It is required, and must not be null.";
    const repo = { host: null, owner: "acme", name: UNKNOWN };
    expect(findFaults({ repo: null, target_branch: null })).toEqual({
      repo: message,
      target_branch: message,
    });
    expect(findFaults({ repo })).toEqual({ "repo.host": message });
  });

  test("C-20: known values beside unknown parts are still checked", () => {
    const faults = findFaults({
      repo: { host: UNKNOWN, owner: "a/b", name: "web" },
      required_statuses: [UNKNOWN, ""],
      timeouts: { create: UNKNOWN, read: "soon", update: null, delete: null },
    });
    expect(Object.keys(faults)).toEqual(["repo.owner", "required_statuses", "timeouts.read"]);
  });

  test("C-21: collects everything that is wrong, each with its path", () => {
    const faults = findFaults({
      repo: { host: "", owner: "a/b", name: "a b" },
      target_branch: "",
      state: "switching_modes",
      mode: "serial",
      concurrency: 0,
      testing_timeout_minutes: 4_294_967_296,
      required_statuses: ["", null],
      merge_method: "SQUASH",
      deletion_policy: "keep",
      on_existing: "replace",
      additional_settings: additional({ batchingMinSize: 2, shiny: 1 }),
      timeouts: { create: "5 m", read: "25h", update: "", delete: "-1m" },
    });
    expect(Object.keys(faults)).toEqual([
      "repo.host",
      "repo.owner",
      "repo.name",
      "target_branch",
      "state",
      "mode",
      "concurrency",
      "testing_timeout_minutes",
      "required_statuses",
      "merge_method",
      "deletion_policy",
      "on_existing",
      "additional_settings",
      "timeouts.create",
      "timeouts.read",
      "timeouts.update",
      "timeouts.delete",
    ]);
    expect(faults["additional_settings"]).toContain("use batching_min_size");
  });

  describe("additional_settings", () => {
    const details = (value: Plain): string[] =>
      validateQueue(config({ additional_settings: value })).map(({ detail }) => detail);

    test("takes objects and maps of anything that JSON has", () => {
      expect(details(additional({ shiny: 1, label: "x", on: true, none: null, list: ["a"] }))).toEqual([]);
      expect(details(new DynamicValue(["map", "string"], new Map([["shiny", "x"]])))).toEqual([]);
      const nested: Value = new Map([["a", [TfNumber.parse("0.1"), null]]]);
      const type = ["object", { shiny: ["object", { a: ["tuple", ["number", "dynamic"]] }] }];
      expect(details(new DynamicValue(type, new Map([["shiny", nested]])))).toEqual([]);
    });

    test("C-20: unknown parts, an unknown whole, and typed nulls are never invalid", () => {
      const type = ["object", { shiny: "number", concurrency: "number" }];
      const partly = new Map(Object.entries({ shiny: UNKNOWN, concurrency: UNKNOWN }));
      expect(details(new DynamicValue(type, UNKNOWN))).toEqual([]);
      expect(details(new DynamicValue(["map", "number"], null))).toEqual([]);
      expect(details(new DynamicValue(type, partly))).toEqual([expect.stringContaining("concurrency")]);
    });

    test.each<[string, Plain]>([
      ["a text", new DynamicValue("string", "hidden")],
      ["a list", new DynamicValue(["list", "string"], ["hidden"])],
      ["a number", new DynamicValue("number", TfNumber.of(7))],
    ])("%s is not an object, and is not shown", (_, value) => {
      expect(details(value)).toEqual([expect.stringContaining("Must be an object")]);
      expect(details(value).join()).not.toContain("hidden");
    });

    test("C-21: every fault is reported with its name, without the value", () => {
      const types = { requiredStatuses: ["list", "string"], deleteRequiredStatuses: "bool", a: "number" };
      const value = new Map<string, Value>([
        ["requiredStatuses", ["hidden"]],
        ["deleteRequiredStatuses", true],
        ["a", TfNumber.parse("9007199254740993")],
      ]);
      const found = details(new DynamicValue(["object", types], value));
      expect(found).toEqual([
        expect.stringContaining("use required_statuses"),
        expect.stringContaining("leave required_statuses out"),
        expect.stringContaining('Setting "a"'),
      ]);
      expect(found.join()).not.toMatch(/hidden|9007199254740993/);
    });
  });

  test.each(["1.5", "4294967295.00000000000001", "1e999", "-1"])(
    "S-13: %s is not a whole number within the bounds, and is shown as given",
    (text) => {
      expect(findFaults({ concurrency: TfNumber.parse(text) })["concurrency"]).toContain(text);
    },
  );
});
