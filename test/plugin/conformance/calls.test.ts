import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { createRedactor } from "../../../src/plugin/logging/create-redactor";
import { Diagnostic_Severity, ProviderService } from "../../../src/plugin/protocol/tfplugin6.generated";
import { ProviderSession } from "../../../src/plugin/rpc/provider-session";
import { createPluginServer, listen } from "../../../src/plugin/server/plugin-server";
import { decodeValue } from "../../../src/plugin/values/decode-value";
import { parseJson } from "../../../src/plugin/values/parse-json";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { DynamicValue, type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { assertApplyConsistent } from "../support/assert-apply-consistent";
import { assertPlanValid } from "../support/assert-plan-valid";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { conformsTo } from "../support/conforms-to";
import { call, connect, type Method } from "../support/connect";
import { startProcess } from "../support/plugin-process";
import { formatAttribute, type Given, listErrors, TerraformSide } from "../support/terraform-side";
import { createTinyProvider } from "../support/tiny-definition";

jest.setTimeout(30_000);

const THING = "tiny_thing";
const provider = buildTinyProvider();
const directory = mkdtempSync(join(tmpdir(), "calls-"));

afterAll(() => {
  provider.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Every way in which Terraform reaches a provider; the calls are the same on all (rule G-29). */
const transports: readonly (readonly [string, () => Promise<TerraformSide>])[] = [
  ["with TLS", () => TerraformSide.start({ command: provider.command })],
  ["without TLS", () => TerraformSide.start({ command: provider.command, tls: false })],
  ["attached", startAttached],
  ["in this process", startInProcess],
];

describe.each(transports)("G-29: %s", (_transport, start) => {
  let side: TerraformSide;

  beforeAll(async () => {
    side = await start();
    await side.configure({ directory });
  });

  afterAll(async () => {
    side.client.close();
    await side.process.end();
  });

  /** Plans and applies as Terraform does, with its checks; answers the new state. */
  async function change(
    given: Given | null,
    prior: ObjectValue | null = null,
  ): Promise<{ state: ObjectValue | null; private: Buffer }> {
    const schema = side.findSchema(THING);
    const config = given === null ? null : side.make(THING, given);
    const { planned, plannedPrivate, diagnostics } = await side.plan(THING, { prior, config });
    expect(listErrors(diagnostics)).toEqual([]);
    assertPlanValid(schema, prior, config, planned);
    const answer = await side.apply(THING, { prior, planned, config, plannedPrivate });
    expect(listErrors(answer.diagnostics)).toEqual([]);
    assertApplyConsistent(schema, planned, answer.state);
    return answer;
  }

  describe("GetProviderSchema", () => {
    test("C-02: there is a provider schema and one for every resource type", () => {
      expect(Object.keys(side.providerSchema.attributes)).toEqual(["token", "directory"]);
      expect([...side.resourceSchemas.keys()]).toEqual(["tiny_thing", "tiny_rigid"]);
      expect([...side.dataSourceSchemas.keys()]).toEqual(["tiny_note", "tiny_plain_note"]);
      expect([...side.functions.keys()]).toEqual(["repeat", "measure"]);
    });

    test("C-02: the metadata names the same", async () => {
      const metadata = await call(side.client, ProviderService.getMetadata, {});

      expect(metadata.resources.map(({ typeName }) => typeName)).toEqual([...side.resourceSchemas.keys()]);
      expect(metadata.dataSources.map(({ typeName }) => typeName)).toEqual([
        ...side.dataSourceSchemas.keys(),
      ]);
      expect(metadata.functions.map(({ name }) => name)).toEqual([...side.functions.keys()]);
    });

    test("C-02: the functions of the schema can be had alone", async () => {
      const schema = await call(side.client, ProviderService.getProviderSchema, {});

      const { functions, diagnostics } = await call(side.client, ProviderService.getFunctions, {});

      expect(diagnostics).toEqual([]);
      expect(functions).toEqual(schema.functions);
      expect(functions.get("repeat")).toMatchObject({
        summary: "Repeats a text",
        parameters: [
          { name: "text", allowNullValue: false, allowUnknownValues: false },
          { name: "times", description: "How often." },
        ],
      });
    });

    test("C-03: an attribute has a type or a nested type, with its marks", () => {
      const { attributes, version } = side.findSchema(THING);

      expect(version).toBe(1);
      expect(attributes["id"]).toMatchObject({ type: "string", computed: true });
      expect(attributes["name"]).toMatchObject({ required: true });
      expect(attributes["secret"]).toMatchObject({ optional: true, sensitive: true });
      expect(attributes["tags"]).toMatchObject({ type: { set: "string" } });
      expect(attributes["place"]).toMatchObject({
        nesting: "single",
        attributes: { shelf: { type: "string", required: true } },
      });
    });

    test("C-41: destroys are planned; C-65: moves between types are announced", async () => {
      const { serverCapabilities } = await call(side.client, ProviderService.getProviderSchema, {});

      expect(serverCapabilities).toEqual({
        planDestroy: true,
        getProviderSchemaOptional: true,
        moveResourceState: true,
      });
    });

    test("C-04: a process that never served its schema plans", async () => {
      const fresh = await side.startSibling({ command: provider.command });

      const { planned } = await fresh.plan(THING, { config: side.make(THING, { name: "a" }) });
      await fresh.close();

      expect(planned?.get("name")).toBe("a");
    });
  });

  describe("calls that the SDK does not have", () => {
    test.each([
      "GetResourceIdentitySchemas",
      "UpgradeResourceIdentity",
      "ValidateEphemeralResourceConfig",
      "OpenEphemeralResource",
      "NoSuchCall",
    ])("C-06: %s is answered UNIMPLEMENTED", async (name) => {
      const method: Method<Buffer, Buffer> = {
        path: `/tfplugin6.Provider/${name}`,
        requestSerialize: (bytes) => bytes,
        responseDeserialize: (bytes) => bytes,
      };

      await expect(call(side.client, method, Buffer.alloc(0))).rejects.toMatchObject({ code: 12 });
    });
  });

  describe("values", () => {
    test("C-10: a configuration may come as JSON", async () => {
      const config = { msgpack: Buffer.alloc(0), json: Buffer.from('{"token":null,"directory":"/"}') };

      const answer = await call(side.client, ProviderService.validateProviderConfig, { config });

      expect(answer.diagnostics).toEqual([]);
    });

    test("C-10: an object of another shape is an error diagnostic, not a gRPC error", async () => {
      // msgpack of {"token": nil}: one attribute of two.
      const config = { msgpack: Buffer.from("81a5746f6b656ec0", "hex"), json: Buffer.alloc(0) };

      const answer = await call(side.client, ProviderService.validateProviderConfig, { config });

      expect(listErrors(answer.diagnostics)).toEqual([
        expect.stringMatching(/^Value does not fit the provider's schema: /),
      ]);
    });

    test("C-12: numbers of any size come back as they were", async () => {
      for (const text of ["9007199254740993", "18446744073709551616", "0.1", "-5", "1e999"]) {
        const size = parseJson(text) as TfNumber;
        const { state } = await change({ name: "numbers", size });

        expect(state?.get("size")).toEqual(size);
      }
    });

    test("C-15: whatever bytes come, the answer is a diagnostic, and the process lives", async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
          const config = { msgpack: Buffer.from(bytes), json: Buffer.alloc(0) };
          await call(side.client, ProviderService.validateResourceConfig, {
            typeName: THING,
            config,
            clientCapabilities: undefined,
          });
        }),
        { numRuns: 200 },
      );

      await expect(side.validate(THING, { name: "a" })).resolves.toEqual([]);
    });
  });

  describe("validation", () => {
    test("C-01: it needs neither configuration nor credentials", async () => {
      const fresh = await TerraformSide.start({ command: provider.command });

      await expect(fresh.validateProvider({})).resolves.toEqual([]);
      await expect(fresh.validate(THING, { name: "a" })).resolves.toEqual([]);
      await fresh.close();
    });

    test("C-20: unknown and null values are no errors", async () => {
      await expect(
        side.validate(THING, { name: UNKNOWN, size: UNKNOWN, tags: ["a", UNKNOWN], place: UNKNOWN }),
      ).resolves.toEqual([]);
    });

    test("C-21: diagnostics carry their paths, nested ones in steps", async () => {
      const diagnostics = await side.validate(THING, { name: "invalid" });

      expect(diagnostics.map(formatAttribute)).toEqual(["name", "place.shelf"]);
      expect(diagnostics[1]?.attribute?.steps).toHaveLength(2);
    });

    test("S-14: control characters in diagnostics become visible", async () => {
      const [diagnostic] = await side.validate(THING, { name: "invalid" });

      expect(diagnostic?.summary).toBe("Invalid name\\x1b[31m");
    });

    // Terraform validates in one process and configures in another (rule C-01).
    test.each(["validateProvider", "configure"] as const)(
      "C-21, S-04: a secret of the provider's configuration is hidden in diagnostics from %s on",
      async (tell) => {
        const fresh = await TerraformSide.start({ command: provider.command });
        const token = "token-of-the-provider-0123456789";
        await fresh[tell]({ token, directory });

        const [diagnostic] = await fresh.validate(THING, { name: "invalid", secret: token });
        await fresh.close();

        expect(diagnostic?.detail).toBe("Not this one, [redacted].");
      },
    );

    test("C-02: an unknown resource type is an error that names those that are there", async () => {
      const answer = await call(side.client, ProviderService.validateResourceConfig, {
        typeName: "tiny_nothing",
        config: undefined,
        clientCapabilities: undefined,
      });

      expect(listErrors(answer.diagnostics)).toEqual([expect.stringContaining("tiny_thing, tiny_rigid")]);
    });
  });

  describe("plan and apply", () => {
    test("C-40: what was created plans empty, and reads as it is", async () => {
      const given = { name: "whole", size: TfNumber.of(3), tags: ["b", "a"], place: placeOf("top") };
      const { state } = await change(given);

      const { planned } = await side.plan(THING, { prior: state, config: side.make(THING, given) });
      const read = await side.read(THING, state ?? new Map());

      expect(planned).toEqual(state);
      expect(read.state).toEqual(state);
    });

    test("C-33: a path that needs replacement is reported", async () => {
      const { state } = await change({ name: "old" });

      const { requiresReplace } = await side.plan(THING, {
        prior: state,
        config: side.make(THING, { name: "new" }),
      });

      expect(requiresReplace).toEqual(["name"]);
    });

    test("C-38: the legacy type system is not used", async () => {
      const { legacyTypeSystem } = await side.plan(THING, { config: side.make(THING, { name: "a" }) });

      expect(legacyTypeSystem).toBe(false);
    });

    test("C-41: a destroy is planned as null, and applied", async () => {
      const { state } = await change({ name: "short-lived" });

      const gone = await change(null, state);

      expect(gone.state).toBeNull();
      expect((await side.read(THING, state ?? new Map())).state).toBeNull();
    });

    test("C-57: private state goes from plan through apply and read", async () => {
      const config = side.make(THING, { name: "private" });
      const { planned, plannedPrivate } = await side.plan(THING, { config });
      const created = await side.apply(THING, { planned, config, plannedPrivate });
      const read = await side.read(THING, created.state ?? new Map(), created.private);
      const next = await side.plan(THING, { prior: read.state, config, priorPrivate: read.private });

      expect(plannedPrivate.toString()).toBe("planned");
      expect(created.private.toString()).toBe("planned+created");
      expect(read.private.toString()).toBe("planned+created");
      expect(next.plannedPrivate.toString()).toBe("planned+created");
    });

    test("C-05: thirty changes at once do not disturb each other", async () => {
      const names = Array.from({ length: 30 }, (_, index) => `parallel-${index}`);

      const states = await Promise.all(names.map((name) => change({ name })));

      expect(states.map(({ state }) => state?.get("id"))).toEqual(names);
    });

    test("G-25: a configuration of 6 MB goes through validate, plan and apply", async () => {
      const given = {
        name: "large",
        tags: Array.from({ length: 50_000 }, (_, n) => `${"x".repeat(110)}${n}`),
      };

      await expect(side.validate(THING, given)).resolves.toEqual([]);
      const config = side.make(THING, given);
      const { planned } = await side.plan(THING, { config });
      const { state } = await side.apply(THING, { planned, config });

      expect(state?.get("tags")).toHaveLength(50_000);
    });

    test("C-10: values of type dynamic keep their own type", async () => {
      const extra = new DynamicValue(["tuple", ["string", "number"]], ["a", TfNumber.of(1)]);

      const { state } = await change({ name: "dynamic", extra });

      expect(state?.get("extra")).toEqual(extra);
    });
  });

  describe("exceptions", () => {
    test("C-08: one in plan is an error diagnostic with the prior state", async () => {
      const { state } = await change({ name: "planned-badly" });

      const { planned, diagnostics } = await side.plan(THING, {
        prior: state,
        config: side.make(THING, { name: "planned-badly", behaviour: "throw-plan" }),
      });

      expect(listErrors(diagnostics)).toEqual([expect.stringContaining("The plan broke.")]);
      expect(planned).toEqual(state);
    });

    test("C-52: one in create leaves no state", async () => {
      const config = side.make(THING, { name: "broken", behaviour: "throw" });

      const { state, diagnostics } = await side.apply(THING, { planned: config, config });

      expect(listErrors(diagnostics)).toEqual([expect.stringContaining(String.raw`It broke, \x1b[31m`)]);
      expect(state).toBeNull();
    });

    test("C-55: one in update keeps the prior state and private state", async () => {
      const { state } = await change({ name: "updated-badly" });
      const config = side.make(THING, { name: "updated-badly", behaviour: "throw" });

      const answer = await side.apply(THING, {
        prior: state,
        planned: config,
        config,
        plannedPrivate: Buffer.from("kept"),
      });

      expect(listErrors(answer.diagnostics)).toHaveLength(1);
      expect(answer.state).toEqual(state);
      expect(answer.private.toString()).toBe("kept");
    });

    test("C-56: one in delete keeps the prior state", async () => {
      const prior = side.make(THING, { name: "undead", behaviour: "throw" });

      const answer = await side.apply(THING, { prior, planned: null, config: null });

      expect(listErrors(answer.diagnostics)).toHaveLength(1);
      expect(answer.state).toEqual(prior);
    });

    test("C-57, C-60: one in read keeps state and private state", async () => {
      const current = side.make(THING, { name: "unreadable", behaviour: "throw" });

      const { state, private: kept, diagnostics } = await side.read(THING, current, Buffer.from("kept"));

      expect(listErrors(diagnostics)).toHaveLength(1);
      expect(state).toEqual(current);
      expect(kept.toString()).toBe("kept");
    });
  });

  describe("data sources", () => {
    const NOTE = "tiny_note";

    test("C-10: an answer holds every attribute, values of type dynamic with their own types", async () => {
      const echo = new DynamicValue(
        ["map", ["object", { a: "bool" }]],
        new Map([["k", new Map([["a", true]])]]),
      );

      const { state, diagnostics } = await side.readData(NOTE, { name: "a", echo });

      expect(diagnostics.map(({ summary }) => summary)).toEqual(["Read"]);
      expect(conformsTo(state, side.findDataSchema(NOTE))).toEqual([]);
      expect(state?.get("echo")).toEqual(echo);
      expect(state?.get("directory")).toBe(directory);
      expect(state?.get("found")).toEqual(
        new DynamicValue(
          ["object", { many: ["list", "number"], named: ["map", "bool"], none: "dynamic" }],
          new Map<string, Value>([
            ["many", [TfNumber.of(1), TfNumber.of(2)]],
            ["named", new Map([["a", true]])],
            ["none", null],
          ]),
        ),
      );
    });

    test("C-20: unknown values anywhere in the configuration are validated", async () => {
      await expect(side.validateData(NOTE, { name: UNKNOWN, echo: UNKNOWN })).resolves.toEqual([]);
      await expect(side.validateData("tiny_plain_note", { name: UNKNOWN })).resolves.toEqual([]);
    });

    test("C-21: findings carry their paths; S-14: their control characters are visible", async () => {
      const [diagnostic] = await side.validateData(NOTE, { name: "invalid" });

      expect(diagnostic?.summary).toBe("Bad\\x1b note");
      expect(formatAttribute(diagnostic)).toBe("name");
    });

    test("C-08: an exception while reading is an error without a state", async () => {
      const { state, diagnostics } = await side.readData(NOTE, { name: "a", behaviour: "throw" });

      expect(state).toBeNull();
      expect(listErrors(diagnostics)).toEqual([expect.stringContaining("It broke,")]);
    });

    test("C-10: an answer that does not fit the schema is an error that names the place", async () => {
      const { state, diagnostics } = await side.readData(NOTE, { name: "a", behaviour: "misfit" });

      expect(state).toBeNull();
      expect(listErrors(diagnostics)).toEqual([expect.stringContaining("lines: a list is required")]);
      expect(formatAttribute(diagnostics[0])).toBe("lines");
    });

    test("C-02: an unknown data source is an error that names those that are there", async () => {
      const request = { typeName: "tiny_thing", config: undefined, clientCapabilities: undefined };

      const validated = await call(side.client, ProviderService.validateDataResourceConfig, request);
      const read = await call(side.client, ProviderService.readDataSource, request);

      for (const { diagnostics } of [validated, read]) {
        expect(listErrors(diagnostics)).toEqual([expect.stringContaining("It has: tiny_note")]);
      }
    });

    test("C-01: a data source is validated in a provider that is not configured", async () => {
      const fresh = await TerraformSide.start({ command: provider.command });

      const diagnostics = await fresh.validateData(NOTE, { name: "a" });
      await fresh.close();

      expect(diagnostics).toEqual([]);
    });
  });

  describe("functions", () => {
    test("C-12: arguments and result keep their types", async () => {
      await expect(side.callFunction("repeat", ["ab", TfNumber.of(2)])).resolves.toEqual({ value: "abab" });
    });

    test("C-10: objects and values of type dynamic go in and out", async () => {
      const any = new DynamicValue(["list", "string"], ["x"]);

      await expect(side.callFunction("measure", [[new Map([["a", "b"]])], any])).resolves.toEqual({
        value: new Map<string, Value>([
          ["count", TfNumber.of(1)],
          ["any", any],
        ]),
      });
    });

    test("C-21: an error names its argument, without a full stop as Terraform adds one; S-14: its control characters are visible", async () => {
      await expect(side.callFunction("repeat", ["ab", TfNumber.of(-1)])).resolves.toEqual({
        error: { text: String.raw`Not ab\x1b[31m`, argument: 1 },
      });
    });

    test("C-21: an error about no argument in particular names none", async () => {
      await expect(side.callFunction("repeat", ["neither", TfNumber.of(1)])).resolves.toEqual({
        error: { text: "Not now", argument: undefined },
      });
    });

    test.each([
      [[null, TfNumber.of(1)], 0, "argument must not be null"],
      [["a", null], 1, "argument must not be null"],
    ])("C-20: null does not reach a function: %#", async (args, argument, text) => {
      await expect(side.callFunction("repeat", args)).resolves.toEqual({ error: { text, argument } });
    });

    test("C-20: null with a type of its own does not reach a function", async () => {
      await expect(side.callFunction("measure", [[], new DynamicValue("string", null)])).resolves.toEqual({
        error: { text: "argument must not be null", argument: 1 },
      });
    });

    test("C-20: with an argument that is not wholly known the result is unknown", async () => {
      await expect(side.callFunction("repeat", [UNKNOWN, TfNumber.of(-1)])).resolves.toEqual({
        value: UNKNOWN,
      });
      await expect(
        side.callFunction("measure", [[new Map([["a", UNKNOWN]])], new DynamicValue("string", "x")]),
      ).resolves.toEqual({ value: UNKNOWN });
    });

    test.each([
      ["repeat", "throw", /^Unexpected error in the provider: It broke,\\x1b\[31m\./],
      ["repeat", "misfit", /^Value does not fit the provider's schema: a string is required/],
    ])("C-08: %s(%s) is an error of the function", async (name, text, message) => {
      await expect(side.callFunction(name, [text, TfNumber.of(1)])).resolves.toEqual({
        error: { text: expect.stringMatching(message) as unknown, argument: undefined },
      });
    });

    test("C-08: a function that is not there, and arguments that do not fit, are errors of the function", async () => {
      const json = (text: string): { msgpack: Buffer; json: Buffer } => ({
        msgpack: Buffer.alloc(0),
        json: Buffer.from(text),
      });
      const errors = await Promise.all(
        [
          { name: "nothing", arguments: [] },
          { name: "repeat", arguments: [json('"a"')] },
          { name: "repeat", arguments: [json('"a"'), json("true")] },
        ].map(async (request) => (await call(side.client, ProviderService.callFunction, request)).error),
      );

      expect(errors).toEqual([
        { text: expect.stringContaining("It has: repeat, measure") as unknown },
        { text: "The function takes 2 arguments, not 1" },
        { text: "a number is required, not a bool", functionArgument: 1n },
      ]);
    });

    test("C-10: arguments may come as JSON", async () => {
      const args = ['"a"', "3"].map((text) => ({ msgpack: Buffer.alloc(0), json: Buffer.from(text) }));

      const { result } = await call(side.client, ProviderService.callFunction, {
        name: "repeat",
        arguments: args,
      });

      expect(decodeValue(result?.msgpack ?? Buffer.alloc(0), "string")).toBe("aaa");
    });

    test("S-04: a secret of the provider's configuration is hidden in the error of a function", async () => {
      const fresh = await TerraformSide.start({ command: provider.command });
      const token = "token-of-the-provider-0123456789";
      await fresh.validateProvider({ token });

      const answer = await fresh.callFunction("repeat", [token, TfNumber.of(-1)]);
      await fresh.close();

      expect(answer).toEqual({ error: { text: String.raw`Not [redacted]\x1b[31m`, argument: 1 } });
    });
  });

  describe("ImportResourceState", () => {
    test("C-66: an import answers one resource that Read then finds", async () => {
      const [imported] = await side.import(THING, "imported");

      expect(imported?.private.toString()).toBe("imported");
      expect((await side.read(THING, imported?.state ?? new Map())).state).toEqual(imported?.state);
    });

    test.each([
      [THING, "nothing", /^Nothing to import: .*"nothing"/],
      ["tiny_rigid", "a", /^Resource type cannot be imported: .*tiny_rigid/],
    ])("C-66: an import of %s %s without a result is an error", async (typeName, id, text) => {
      const [answer] = await side.import(typeName, id);

      expect(answer?.state).toBeNull();
      expect(listErrors(answer?.diagnostics ?? [])).toEqual([expect.stringMatching(text)]);
    });
  });

  describe("UpgradeResourceState", () => {
    test("C-62: at an equal version what is missing becomes null and what is gone is dropped", async () => {
      const json = '{"id":"a","name":"a","removed":{"x":[1]},"place":{"shelf":"s","old":true}}';

      const { state, diagnostics } = await side.upgrade(THING, 1, json);

      expect(diagnostics).toEqual([]);
      expect(state).toEqual(side.make(THING, { id: "a", name: "a", place: placeOf("s") }));
    });

    test("C-62: a state of an older version goes to the provider's upgrade", async () => {
      const { state, diagnostics } = await side.upgrade(THING, 0, '{"title":"old"}');

      expect(diagnostics.map(({ summary }) => summary)).toEqual(["Upgraded"]);
      expect(state?.get("name")).toBe("old");
    });

    test.each([
      "null",
      "[]",
      "5",
      '"text"',
      '{"name":5}',
      '{"name":',
      "",
      '{"place":"s"}',
      '{"__proto__":{}}',
    ])("C-63: the state %j is refused with a diagnostic or upgraded, never an exception", async (json) => {
      for (const version of [0, 1]) {
        const { state, diagnostics } = await side.upgrade(THING, version, json);

        expect(state).toBeNull();
        expect(listErrors(diagnostics)).toHaveLength(1);
      }
    });

    test("C-63: any JSON is answered", async () => {
      await fc.assert(
        fc.asyncProperty(fc.json(), fc.integer({ min: 0, max: 2 }), async (json, version) => {
          const { state, diagnostics } = await side.upgrade(THING, version, json);
          expect(state !== null || listErrors(diagnostics).length === 1).toBe(true);
        }),
        { numRuns: 200 },
      );
    });

    test("C-63: a flat map of Terraform 0.11 is refused with what to do", async () => {
      const { diagnostics } = await call(side.client, ProviderService.upgradeResourceState, {
        typeName: THING,
        version: 0n,
        rawState: { json: Buffer.alloc(0), flatmap: new Map([["name", "a"]]) },
      });

      expect(listErrors(diagnostics)).toEqual([expect.stringContaining("Terraform 0.12")]);
    });
  });

  describe("MoveResourceState", () => {
    const source = { providerAddress: "registry.terraform.io/test/other", typeName: "other_thing" };

    test("C-65: the definition gets the source and makes a state of its own", async () => {
      const { state, diagnostics } = await side.move(THING, {
        ...source,
        version: 3,
        json: '{"title":"old"}',
      });

      expect(state).toEqual(side.make(THING, { id: "old", name: "old" }));
      expect(diagnostics).toMatchObject([
        {
          severity: Diagnostic_Severity.WARNING,
          summary: "Moved\\x1b[31m",
          detail: "other_thing 3 of registry.terraform.io/test/other",
        },
      ]);
    });

    test("C-57: private state is what the definition makes of the source's, else empty", async () => {
      const json = '{"title":"old"}';

      expect((await side.move(THING, { ...source, json })).private).toEqual(Buffer.alloc(0));
      expect((await side.move(THING, { ...source, json, private: Buffer.from("x") })).private).toEqual(
        Buffer.from("x+moved"),
      );
    });

    test.each([
      [
        "tiny_rigid",
        '{"title":"a"}',
        /^Resource cannot be moved to this type: .*moving other_thing of registry/,
      ],
      ["tiny_nothing", '{"title":"a"}', /tiny_thing, tiny_rigid/],
      [THING, "null", /^Stored state not understood: .*It is null\./],
      [THING, "", /^Stored state not understood: .*It is empty\./],
      [THING, '{"title":', /^Stored state not understood: .*malformed/],
      [THING, '{"__proto__":{}}', /^Stored state not understood: /],
      [THING, '{"title":"nothing"}', /^Nothing moved: /],
      [THING, '{"title":"refused"}', /^Refused: /],
      [THING, '{"title":"broken"}', /The move broke\./],
    ])("C-65: moving to %s the state %s is an error and moves nothing", async (typeName, json, text) => {
      const answer = await call(side.client, ProviderService.moveResourceState, {
        sourceProviderAddress: source.providerAddress,
        sourceTypeName: source.typeName,
        sourceSchemaVersion: 0n,
        sourceState: { json: Buffer.from(json), flatmap: new Map() },
        targetTypeName: typeName,
        sourcePrivate: Buffer.from("x"),
      });

      expect(listErrors(answer.diagnostics)).toEqual([expect.stringMatching(text)]);
      expect(answer).toMatchObject({ targetState: undefined, targetPrivate: Buffer.alloc(0) });
    });

    test("C-65: a request without a state is an error", async () => {
      const { diagnostics } = await call(side.client, ProviderService.moveResourceState, {
        sourceProviderAddress: source.providerAddress,
        sourceTypeName: source.typeName,
        sourceSchemaVersion: 0n,
        sourceState: undefined,
        targetTypeName: THING,
        sourcePrivate: Buffer.alloc(0),
      });

      expect(listErrors(diagnostics)).toEqual([expect.stringContaining("It is empty.")]);
    });

    test("C-15: any bytes are answered with a state or an error", async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (json) => {
          const { state, diagnostics } = await side.move(THING, { ...source, json });
          expect(state !== null || listErrors(diagnostics).length === 1).toBe(true);
        }),
        { numRuns: 200 },
      );
    });
  });

  test("C-72: configuring again replaces the configuration", async () => {
    const other = mkdtempSync(join(tmpdir(), "calls-other-"));
    const { state } = await change({ name: "here" });

    await side.configure({ directory: other });
    const elsewhere = await side.read(THING, state ?? new Map());
    await side.configure({ directory });
    const here = await side.read(THING, state ?? new Map());
    rmSync(other, { recursive: true });

    expect(elsewhere.state).toBeNull();
    expect(here.state).toEqual(state);
  });
});

/** Attaches as with TF_REATTACH_PROVIDERS. */
async function startAttached(): Promise<TerraformSide> {
  const process = startProcess({ command: provider.command, args: ["--debug"], tls: false });
  await process.firstLine;
  const address = /"String":"([^"]*)"/.exec(process.stdout())?.[1] ?? "";
  return TerraformSide.attach(
    process,
    connect({ network: "unix", address, certificate: undefined }, undefined),
  );
}

/** Serves in the process of the test, so that its coverage is seen. */
async function startInProcess(): Promise<TerraformSide> {
  const session = new ProviderSession({
    definition: createTinyProvider(),
    log: () => undefined,
    redactor: createRedactor(),
    work: new WorkTracker(),
    isDebug: false,
  });
  const server = createPluginServer(session, () => undefined);
  const address = join(directory, "in-process");
  await listen(server, `unix:${address}`, undefined);
  const process = {
    ...startProcess({ command: [globalThis.process.execPath, "-e", "0"], tls: false }),
    end: async () => {
      server.forceShutdown();
    },
  };
  return TerraformSide.attach(
    process,
    connect({ network: "unix", address, certificate: undefined }, undefined),
  );
}

function placeOf(shelf: string): Value {
  return new Map<string, Value>([
    ["shelf", shelf],
    ["position", null],
  ]);
}
