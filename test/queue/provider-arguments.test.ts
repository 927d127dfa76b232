import type { IResolvable } from "cdktf";
import type { ClientArguments } from "../../src/api";
import { toOptionFlag } from "../../src/cli/connection/connection-options";
import type { MergeQueueProviderProps } from "../../src/constructs";
import { PROVIDER_SCHEMA } from "../../src/provider/provider-definition";
import { toAttributeName } from "../../src/queue/attribute-name";
import {
  ADDRESS_ARGUMENTS,
  checkArgument,
  findArgument,
  PROVIDER_ARGUMENTS,
  toArgumentType,
  tryFindArgument,
} from "../../src/queue/provider-arguments";
import { keepWireName, TERRAFORM_VOCABULARY } from "../../src/queue/vocabulary";

/** `true` if each type can stand for the other. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type Row = (typeof PROVIDER_ARGUMENTS)[number];

type ValueOfKind<Kind extends Row["kind"]> = Kind extends "integer" | "number"
  ? number
  : Kind extends "boolean"
    ? boolean
    : string;

type ArgumentValues = { readonly [R in Row as R["name"]]?: ValueOfKind<R["kind"]> | undefined };

type PropName = Exclude<
  keyof MergeQueueProviderProps,
  "alias" | "allowTokenInStack" | "plugin" | "via" | "command" | "interpreter"
>;

type Prop<Value> = Value extends boolean ? Value | IResolvable : Value;

// A wrong line here does not compile: the hand-written props and options follow the table.
const PINNED: readonly true[] = [
  true satisfies Equal<ClientArguments, ArgumentValues>,
  true satisfies Equal<keyof ClientArguments, keyof ArgumentValues>,
  true satisfies Equal<PropName, keyof ArgumentValues>,
  true satisfies Equal<
    Pick<MergeQueueProviderProps, PropName>,
    { readonly [Name in keyof ArgumentValues]?: Prop<ArgumentValues[Name]> }
  >,
];

describe("PROVIDER_ARGUMENTS", () => {
  test("S-27: the client's options, the constructs' props and the schema follow the table", () => {
    expect(PINNED).not.toContain(false);
    const attributes = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute);
    expect(PROVIDER_ARGUMENTS.map(({ name }) => toAttributeName(name))).toEqual(attributes);
    expect(Object.keys(PROVIDER_SCHEMA.attributes)).toEqual(attributes);
  });

  test("only the token is sensitive, in the table and in the schema", () => {
    const sensitive = Object.entries(PROVIDER_SCHEMA.attributes).filter(
      ([, attribute]) => "sensitive" in attribute && attribute.sensitive,
    );
    expect(sensitive.map(([name]) => name)).toEqual(["token"]);
    expect(PROVIDER_ARGUMENTS.filter(({ isSensitive }) => isSensitive)).toHaveLength(1);
    expect(ADDRESS_ARGUMENTS).toEqual(["base_url", "allow_insecure_http", "ca_file"]);
  });

  test("a description names the range and the default", () => {
    for (const row of PROVIDER_ARGUMENTS) {
      if (!("min" in row)) continue;
      expect(row.description).toContain(`from ${row.min} to ${row.max}`);
      expect(row.description).toContain(`Default: ${row.default ?? ""}`);
    }
  });

  test.each([
    ["base_url", "string", "--base-url"],
    ["token", "string", "--token-file"],
    ["max_requests_per_second", "number", "--max-requests-per-second"],
    ["allow_insecure_http", "bool", "--allow-insecure-http"],
  ] as const)("%s is a %s, and %s on the command line", (attribute, type, flag) => {
    expect(toArgumentType(findArgument(attribute))).toBe(type);
    expect(toOptionFlag(attribute)).toBe(flag);
  });

  test("a name that the provider does not know is undefined", () => {
    expect(tryFindArgument("ca_file")?.name).toBe("caFile");
    expect(tryFindArgument("constructor")).toBeUndefined();
  });
});

test("Terraform has its own names for settings; the command and the client keep those of the interface", () => {
  expect(TERRAFORM_VOCABULARY.nameSetting("testingTimeoutMinutes")).toBe("testing_timeout_minutes");
  expect(TERRAFORM_VOCABULARY.nameArgument("base_url")).toBe("base_url");
  expect(keepWireName("testingTimeoutMinutes")).toBe("testingTimeoutMinutes");
});

describe("checkArgument", () => {
  test.each([
    ["base_url", "x", undefined],
    ["base_url", 1, "a string"],
    ["ca_file", "", "the path of a file"],
    ["ca_file", true, "the path of a file"],
    ["ca_file", "roots.pem", undefined],
    ["allow_insecure_http", true, undefined],
    ["allow_insecure_http", "yes", "true or false"],
    ["request_timeout_seconds", 0, "a whole number from 1 to 3600"],
    ["request_timeout_seconds", 1, undefined],
    ["request_timeout_seconds", 3600, undefined],
    ["request_timeout_seconds", 3601, "a whole number from 1 to 3600"],
    ["max_retries", 0, undefined],
    ["max_retries", 1000, undefined],
    ["max_retries", 1001, "a whole number from 0 to 1000"],
    ["max_retries", 0.5, "a whole number from 0 to 1000"],
    ["max_requests_per_second", 0.1, undefined],
    ["max_requests_per_second", 1000, undefined],
    ["max_requests_per_second", 1000.5, "a number from 0.1 to 1000"],
    ["max_requests_per_second", "1", "a number from 0.1 to 1000"],
    ["max_requests_per_second", NaN, "a number from 0.1 to 1000"],
  ] as const)("%s takes %p only if it is of its kind and in its range", (attribute, value, expected) => {
    expect(checkArgument(findArgument(attribute), value)).toBe(expected);
  });
});
