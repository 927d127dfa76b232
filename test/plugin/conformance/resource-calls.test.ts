import fc from "fast-check";
import { ProviderService } from "../../../src/plugin/protocol/provider-service";
import { Diagnostic_Severity } from "../../../src/plugin/protocol/tfplugin6.generated";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { DynamicValue, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { changeThing, describeCalls, THING } from "../support/calls-stage";
import { call } from "../support/connect";
import { formatAttribute, listErrors, TerraformSide } from "../support/terraform-side";

describeCalls((stage, whenStarted) => {
  let side: TerraformSide;

  whenStarted((started) => {
    side = started;
  });

  describe("validation", () => {
    test("C-01: it needs neither configuration nor credentials", async () => {
      const fresh = await TerraformSide.start({ command: stage.provider.command });

      await expect(fresh.validateProvider({})).resolves.toEqual([]);
      await expect(fresh.validate(THING, { name: "a" })).resolves.toEqual([]);
      await fresh.close();
    });

    test("C-20: unknown and null values are valid", async () => {
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
      "C-21, S-04: from %s on, a secret in the provider's configuration is hidden in diagnostics",
      async (tell) => {
        const fresh = await TerraformSide.start({ command: stage.provider.command });
        const token = "token-of-the-provider-0123456789";
        await fresh[tell]({ token, directory: stage.directory });

        const [diagnostic] = await fresh.validate(THING, { name: "invalid", secret: token });
        await fresh.close();

        expect(diagnostic?.detail).toBe("Not this one, [redacted].");
      },
    );

    test("C-02: an unknown resource type gives an error that lists the known ones", async () => {
      const response = await call(side.client, ProviderService.validateResourceConfig, {
        typeName: "tiny_nothing",
        config: undefined,
        clientCapabilities: undefined,
      });

      expect(listErrors(response.diagnostics)).toEqual([expect.stringContaining("tiny_thing, tiny_rigid")]);
    });
  });

  describe("plan and apply", () => {
    test("C-40: a created resource plans empty and reads unchanged", async () => {
      const given = { name: "whole", size: TfNumber.of(3), tags: ["b", "a"], place: placeOf("top") };
      const { state } = await changeThing(side, given);

      const { planned } = await side.plan(THING, { prior: state, config: side.make(THING, given) });
      const read = await side.read(THING, state ?? new Map());

      expect(planned).toEqual(state);
      expect(read.state).toEqual(state);
    });

    test("C-33: a path that needs replacement is reported", async () => {
      const { state } = await changeThing(side, { name: "old" });

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
      const { state } = await changeThing(side, { name: "short-lived" });

      const gone = await changeThing(side, null, state);

      expect(gone.state).toBeNull();
      expect((await side.read(THING, state ?? new Map())).state).toBeNull();
    });

    test("C-57: private state passes from plan through apply and read", async () => {
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

      const states = await Promise.all(names.map((name) => changeThing(side, { name })));

      expect(states.map(({ state }) => state?.get("id"))).toEqual(names);
    });

    test("G-25: a configuration of 6 MB passes validate, plan and apply", async () => {
      const given = {
        name: "large",
        tags: Array.from({ length: 500 }, (_, n) => `${"x".repeat(12_000)}${n}`),
      };

      await expect(side.validate(THING, given)).resolves.toEqual([]);
      const config = side.make(THING, given);
      const { planned } = await side.plan(THING, { config });
      const { state } = await side.apply(THING, { planned, config });

      expect(state?.get("tags")).toHaveLength(500);
    });

    test("C-10: values of type dynamic keep their own type", async () => {
      const extra = new DynamicValue(["tuple", ["string", "number"]], ["a", TfNumber.of(1)]);

      const { state } = await changeThing(side, { name: "dynamic", extra });

      expect(state?.get("extra")).toEqual(extra);
    });
  });

  describe("ImportResourceState", () => {
    test("C-66: an import returns one resource, which Read finds", async () => {
      const [imported] = await side.import(THING, "imported");

      expect(imported?.private.toString()).toBe("imported");
      expect((await side.read(THING, imported?.state ?? new Map())).state).toEqual(imported?.state);
    });

    test.each([
      [THING, "nothing", /^Nothing to import: .*"nothing"/],
      ["tiny_rigid", "a", /^Resource type cannot be imported: .*tiny_rigid/],
    ])("C-66: an import of %s %s without a result is an error", async (typeName, id, text) => {
      const [response] = await side.import(typeName, id);

      expect(response?.state).toBeNull();
      expect(listErrors(response?.diagnostics ?? [])).toEqual([expect.stringMatching(text)]);
    });
  });

  describe("UpgradeResourceState", () => {
    test.each([0, 1])(
      "C-62: of version %d, missing attributes become null and removed ones are dropped",
      async (version) => {
        const json = '{"id":"a","name":"a","removed":{"x":[1]},"place":{"shelf":"s","old":true}}';

        const { state, diagnostics } = await side.upgrade(THING, version, json);

        expect(diagnostics).toEqual([]);
        expect(state).toEqual(side.make(THING, { id: "a", name: "a", place: placeOf("s") }));
      },
    );

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

    test("C-63: any JSON gives a response", async () => {
      await fc.assert(
        fc.asyncProperty(fc.json(), fc.integer({ min: 0, max: 2 }), async (json, version) => {
          const { state, diagnostics } = await side.upgrade(THING, version, json);
          expect(state !== null || listErrors(diagnostics).length === 1).toBe(true);
        }),
        { numRuns: 60 },
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

    test("C-65: the definition gets the source and returns a state", async () => {
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
      const response = await call(side.client, ProviderService.moveResourceState, {
        sourceProviderAddress: source.providerAddress,
        sourceTypeName: source.typeName,
        sourceSchemaVersion: 0n,
        sourceState: { json: Buffer.from(json), flatmap: new Map() },
        targetTypeName: typeName,
        sourcePrivate: Buffer.from("x"),
      });

      expect(listErrors(response.diagnostics)).toEqual([expect.stringMatching(text)]);
      expect(response).toMatchObject({ targetState: undefined, targetPrivate: Buffer.alloc(0) });
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

    test("C-15: any bytes give a state or an error", async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (json) => {
          const { state, diagnostics } = await side.move(THING, { ...source, json });
          expect(state !== null || listErrors(diagnostics).length === 1).toBe(true);
        }),
        { numRuns: 60 },
      );
    });
  });
});

function placeOf(shelf: string): Value {
  return new Map<string, Value>([
    ["shelf", shelf],
    ["position", null],
  ]);
}
