import fc from "fast-check";
import { encodeValue } from "../../src/plugin/msgpack-codec";
import type { FunctionDefinition } from "../../src/plugin/provider-definition";
import type { ObjectValue, Value } from "../../src/plugin/value";
import { FUNCTIONS } from "../../src/provider/queue-id-functions";
import { validateFunction } from "../plugin/support/validate-schema";
import { arbitraryIdentity } from "../support/arbitrary-identity";
import { toPlainObject } from "./support/queue-values";

function find(name: string): FunctionDefinition {
  const definition = FUNCTIONS[name];
  if (definition === undefined) throw new Error(`there is no function ${name}`);
  return definition;
}

const [QUEUE_ID, PARSE_QUEUE_ID] = [find("queue_id"), find("parse_queue_id")];

/** Calls a function that must succeed, and insists that the value is of the type that is promised. */
function callFunction(definition: FunctionDefinition, ...args: readonly Value[]): Value {
  const result = definition.call(args);
  if ("error" in result) throw new Error(result.error.text);
  encodeValue(result.value, definition.returns);
  return result.value;
}

describe("the provider's functions", () => {
  test("C-03: Terraform takes their names and types", () => {
    for (const [name, definition] of Object.entries(FUNCTIONS))
      expect(validateFunction(name, definition)).toEqual([]);
  });
});

describe("queue_id", () => {
  test("composes the id that the resource shows", () => {
    expect(callFunction(QUEUE_ID, "github.com", "acme", "web", "release/1.x")).toBe(
      "github.com/acme/web/release/1.x",
    );
  });

  test.each<[readonly string[], number, readonly string[]]>([
    [["", "acme", "web", "main"], 0, ["The host must not be empty."]],
    [["github.com", "a/b", "web", "main"], 1, ["The owner must not contain a slash"]],
    [["https://github.com", "acme", "web.git", "main"], 0, ["without https://", "without .git"]],
    [["github.com", "acme", "web", ""], 3, ["The target branch must not be empty."]],
    [["github.com", "", "web", ""], 1, ["The owner must", "The target branch must"]],
  ])("names the argument at fault: %j", (args, argument, texts) => {
    const result = QUEUE_ID.call(args);
    expect(result).toMatchObject({ error: { argument } });
    for (const text of texts) expect("error" in result && result.error.text).toContain(text);
  });
});

describe("parse_queue_id", () => {
  test("splits an id into the arguments of the resource", () => {
    const value = callFunction(PARSE_QUEUE_ID, "github.com/acme/web/release/1.x");
    expect(toPlainObject(value as ObjectValue)).toEqual({
      repo: { host: "github.com", owner: "acme", name: "web" },
      target_branch: "release/1.x",
    });
  });

  test("is the inverse of queue_id", () => {
    fc.assert(
      fc.property(arbitraryIdentity(), ({ repo, targetBranch }) => {
        const { host, owner, name } = repo;
        const id = callFunction(QUEUE_ID, host, owner, name, targetBranch.normalize("NFC"));
        const parts = toPlainObject(callFunction(PARSE_QUEUE_ID, id) as ObjectValue);
        const plain = { host, owner, name };
        const normal = Object.entries(plain).map(([part, text]) => [part, text.normalize("NFC")]);
        expect(parts).toEqual({
          repo: Object.fromEntries(normal) as unknown,
          target_branch: targetBranch.normalize("NFC"),
        });
      }),
    );
  });

  test.each(["", "github.com/acme/web", "github.com//web/main", "a b/acme/web/main", "github.com/acme/web/"])(
    "%j is an error at its one argument that shows the right shape",
    (id) => {
      const result = PARSE_QUEUE_ID.call([id]);
      expect(result).toMatchObject({ error: { argument: 0 } });
      expect("error" in result && result.error.text).toContain('"host/owner/name/branch"');
    },
  );

  test("S-04: no message of a function repeats an argument, which may be sensitive", () => {
    const texts = [
      PARSE_QUEUE_ID.call(["canary/https://x"]),
      PARSE_QUEUE_ID.call(["https://github.com/canary/web/main"]),
      QUEUE_ID.call(["canary/host", "canary owner", "canary.git", "refs/heads/canary"]),
    ].map((result) => ("error" in result ? result.error.text : ""));
    for (const text of texts) expect(text).toMatch(/^(?=.*[a-z])(?!.*canary)/);
  });
  test("a value of another type is a mistake of the caller, for both functions", () => {
    expect(() => PARSE_QUEUE_ID.call([])).toThrow(TypeError);
    expect(() => QUEUE_ID.call([null])).toThrow(TypeError);
  });
});
