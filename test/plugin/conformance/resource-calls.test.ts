import { Diagnostic_Severity } from "../../../src/plugin/protocol/tfplugin6.generated";
import { UNKNOWN, type Value } from "../../../src/plugin/value";
import { changeThing, onCalls, side, stage, THING } from "../support/calls-stage";
import { call } from "../support/connect";
import { ProviderService } from "../support/services";
import { formatAttribute, listErrors, TerraformSide } from "../support/terraform-side";

onCalls();

describe("validation", () => {
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
    });

    expect(listErrors(response.diagnostics)).toEqual([expect.stringContaining("It has: tiny_thing")]);
  });
});

describe("plan and apply", () => {
  test("C-33: a path that needs replacement is reported", async () => {
    const { state } = await changeThing(side, { name: "old" });

    const config = side.make(THING, { name: "new" });
    const { requiresReplace } = await side.plan(THING, { prior: state, config });

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
});

describe("ImportResourceState", () => {
  test("C-66: an import returns one resource, which Read finds", async () => {
    const [imported] = await side.import(THING, "imported");

    expect(imported?.private.toString()).toBe("imported");
    expect((await side.read(THING, imported?.state ?? new Map())).state).toEqual(imported?.state);
  });
});

test("C-66: an import without a result is an error", async () => {
  const [response] = await side.import(THING, "nothing");

  expect(response?.state).toBeNull();
  expect(listErrors(response?.diagnostics ?? [])).toEqual([
    expect.stringMatching(/^Provider returned no state: /),
  ]);
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
    ["null", "It is null."],
    ["", "It is empty."],
    ['{"name":', "malformed"],
    ['{"place":"s"}', "place: an object is required"],
  ])("C-63: the state %j is refused with a diagnostic, never an exception", async (json, text) => {
    const { state, diagnostics } = await side.upgrade(THING, 0, json);

    expect(state).toBeNull();
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining(text)]);
  });
});

describe("MoveResourceState", () => {
  const source = { providerAddress: "registry.terraform.io/test/other", typeName: "other_thing" };

  test("C-65: the definition gets the source and returns a state", async () => {
    const { state, diagnostics } = await side.move(THING, { ...source, json: '{"title":"old"}' });

    expect(state).toEqual(side.make(THING, { id: "old", name: "old" }));
    expect(diagnostics).toMatchObject([
      {
        severity: Diagnostic_Severity.WARNING,
        summary: "Moved\\x1b[31m",
        detail: "other_thing of registry.terraform.io/test/other",
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
    ["", /^Stored state not understood: .*It is empty\./],
    ['{"title":"nothing"}', /^Provider returned no state: /],
    ['{"title":"refused"}', /^Refused: /],
    ['{"title":"broken"}', /The move broke\./],
  ])("C-65: moving the state %s is an error and moves nothing", async (json, text) => {
    const response = await side.move(THING, { ...source, json, private: Buffer.from("x") });

    expect(listErrors(response.diagnostics)).toEqual([expect.stringMatching(text)]);
    expect(response).toMatchObject({ state: null, private: Buffer.alloc(0) });
  });
});

function placeOf(shelf: string): Value {
  return new Map<string, Value>(Object.entries({ shelf, position: null }));
}
