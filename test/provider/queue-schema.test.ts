import type { ObjectValue } from "../../src/plugin/value";
import { describeTimeout, getTimeoutMs } from "../../src/provider/argument-values";
import { PROVIDER_SCHEMA } from "../../src/provider/provider-definition";
import { QUEUE_SCHEMA } from "../../src/provider/queue-schema";
import { SETTINGS } from "../../src/queue/settings";
import { validateSchema } from "../plugin/support/validate-schema";
import { config, SETTINGS_SHOWN } from "./support/queue-values";

/** The type of an attribute, by the kind of its setting. */
const TYPES = {
  integer: "number",
  boolean: "bool",
  string: "string",
  enum: "string",
  stringSet: { set: "string" },
  rules: { list: { object: { target_pattern: "string", policy: "string" } } },
} as const;

/** What only Terraform keeps. */
const OWN = ["deletion_policy", "on_existing", "additional_settings", "timeouts"];

describe("the schemas", () => {
  test.each([
    ["provider", PROVIDER_SCHEMA],
    ["mergequeue_queue", QUEUE_SCHEMA],
  ])(
    "C-03, C-42: %s obeys Terraform's own rules; no attribute is write-only: no response could hold it",
    (_, schema) => {
      expect(validateSchema(schema)).toEqual([]);
      expect(JSON.stringify(schema)).toContain("optional");
      expect(JSON.stringify(schema)).not.toContain("writeOnly");
    },
  );

  test("the resource has exactly the attributes of the public contract", () => {
    expect(Object.keys(QUEUE_SCHEMA.attributes).sort()).toEqual(
      ["id", "queue_id", "repo", "target_branch", ...Object.keys(SETTINGS_SHOWN), ...OWN].sort(),
    );
  });

  test.each(SETTINGS)(
    "the setting $attribute is optional and computed, with the type of the service's value",
    (setting) => {
      const expected = { type: TYPES[setting.kind], optional: true, computed: true };
      expect(QUEUE_SCHEMA.attributes[setting.attribute]).toMatchObject(expected);
    },
  );

  test("arguments that only Terraform stores are optional and never computed", () => {
    for (const name of OWN) {
      expect(QUEUE_SCHEMA.attributes[name]).toMatchObject({ optional: true });
      expect(QUEUE_SCHEMA.attributes[name]).not.toHaveProperty("computed");
    }
  });

  test("S-01: the token is the provider's only sensitive argument", () => {
    const sensitive = Object.entries(PROVIDER_SCHEMA.attributes).filter(([, { sensitive: is }]) => is);
    expect(sensitive.map(([name]) => name)).toEqual(["token"]);
  });

  test("every argument of the provider is optional and names its environment variable", () => {
    for (const [name, { optional, description }] of Object.entries(PROVIDER_SCHEMA.attributes)) {
      expect(optional).toBe(true);
      expect(description).toContain(`\`MERGEQUEUE_${name.toUpperCase()}\``);
    }
  });
});

describe("getTimeoutMs", () => {
  const some = { create: "90s", read: null, update: "1h30m", delete: null };

  test("C-73: five minutes for changes and one for reading, unless said otherwise", () => {
    const names = ["create", "read", "update", "delete"] as const;
    const list = (given: ObjectValue): number[] => names.map((name) => getTimeoutMs(given, name));
    expect(list(config())).toEqual([300_000, 60_000, 300_000, 300_000]);
    expect(list(config({ timeouts: some }))).toEqual([90_000, 60_000, 5_400_000, 300_000]);
  });

  test("F-22: an hour for deleting a queue that is drained first, unless said otherwise", () => {
    const drained = config({ deletion_policy: "drain" });
    expect(getTimeoutMs(drained, "delete")).toBe(3_600_000);
    expect(getTimeoutMs(drained, "create")).toBe(300_000);
    expect(describeTimeout(drained, "delete")).toBe("60m");
    const given = config({ deletion_policy: "drain", timeouts: { ...some, delete: "90m" } });
    expect(getTimeoutMs(given, "delete")).toBe(5_400_000);
    expect(describeTimeout(given, "delete")).toBe("90m");
  });
});
