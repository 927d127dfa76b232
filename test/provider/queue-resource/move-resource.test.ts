import fc from "fast-check";
import { parseJsonValue } from "../../../src/plugin/decode-json";
import type { MoveRequest, StateResponse } from "../../../src/plugin/provider-definition";
import type { ObjectValue } from "../../../src/plugin/value";
import { moveResource } from "../../../src/provider/queue-resource/move-resource";
import { planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { decodePrivate, encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { conformsTo } from "../../plugin/support/conforms-to";
import { TRUNK_STATES, toMovedSettings } from "../../support/trunk-states";
import { NO_PRIVATE } from "../support/play-provider";
import { additional, config, IDENTITY, state, toPlainObject } from "../support/queue-values";

const TRUNK = {
  sourceProviderAddress: "registry.terraform.io/trunk-io/trunk",
  sourceTypeName: "trunk_merge_queue",
};
const OWN = {
  sourceProviderAddress: "registry.terraform.io/acme/mergequeue",
  sourceTypeName: "mergequeue_queue",
};

function move(attributes: unknown, request: Partial<MoveRequest> = TRUNK): Promise<StateResponse> {
  return moveText(JSON.stringify(attributes), request);
}

async function moveText(json: string, request: Partial<MoveRequest> = TRUNK): Promise<StateResponse> {
  return moveResource({ ...TRUNK, sourceState: parseJsonValue(json), sourcePrivate: NO_PRIVATE, ...request });
}

function toPlain(object: ObjectValue | null): { readonly [name: string]: unknown } {
  if (object === null) throw new Error("nothing was moved");
  return toPlainObject(object);
}

describe("moveResource", () => {
  test.each(Object.entries(TRUNK_STATES))(
    "C-65: takes over a state of trunk-io/trunk %s",
    async (_version, source) => {
      const { state: moved, diagnostics, ...rest } = await move(source);
      expect(conformsTo(moved, QUEUE_SCHEMA)).toEqual([]);
      expect(moved).toEqual(config({ id: "github.com/acme/web/main", ...toMovedSettings(source) }));
      expect(diagnostics.map(({ severity }) => severity)).toEqual("unheard_of" in source ? ["warning"] : []);
      // F-49: what version 2 knew of the queue is not forgotten.
      const queueId = "queue_id" in source ? source.queue_id : undefined;
      expect(decodePrivate(rest.private ?? NO_PRIVATE).queueId).toBe(queueId);
    },
  );

  test("C-40, C-65: a configuration in our words plans empty after the move", async () => {
    const settings = { state: "running", merge_method: "squash", concurrency: 3 };
    const given = config({ ...settings, required_statuses: ["ci/build", "ci/test"] });
    for (const source of [TRUNK_STATES["0.1 in upper case"], TRUNK_STATES["1.x with a list of statuses"]]) {
      const { state: moved } = await move(source);
      const { planned, requiresReplace } = planUpdate(given, moved ?? new Map(), decodePrivate(NO_PRIVATE));
      expect(planned).toEqual(moved);
      expect(requiresReplace).toEqual([]);
    }
  });

  test("names the settings that it does not know, those that are null left out", async () => {
    const settings = { unheard_of: null, quiet_hours: 3, merge_windows: ["nights"] };
    const { diagnostics } = await move({ ...TRUNK_STATES["1.x with a list of statuses"], ...settings });
    const source = 'trunk_merge_queue with the id "github.com/acme/web/main"';
    const summary = `Settings without a counterpart: ${source}`;
    expect(diagnostics).toMatchObject([{ severity: "warning", summary }]);
    expect(diagnostics[0]?.detail).toContain('"merge_windows", "quiet_hours". ');
    expect(diagnostics[0]?.detail).toContain(`${source} has `);
  });

  test("F-35: a warning about many settings is short", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${"x".repeat(500)}${index}`, 1]),
    );
    const { diagnostics } = await move({ ...IDENTITY, ...many });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain(" and 485 more. ");
    expect(diagnostics[0]?.detail.length).toBeLessThan(2048);
  });

  test.each([
    ["state", "SWITCHING_MODES", null],
    ["state", "Paused", "paused"],
    ["optimization_mode", "BISECTION_SKIP_REDUNDANT_TESTS", "bisection_skip_redundant_tests"],
    ["merge_method", "turbo", null],
    ["mode", 7, null],
    ["concurrency", 0, null],
    ["concurrency", "4", null],
    ["concurrency", 4_294_967_295, 4_294_967_295],
    ["concurrency", 4_294_967_296, null],
    ["batch", "true", null],
    ["enqueueing_label", "", ""],
    ["enqueueing_label", "cafe\u0301", "caf\u00e9"],
    ["required_statuses", [], []],
    ["required_statuses", ["b", "a", "b"], ["b", "a"]],
    ["required_statuses", ["caf\u0065\u0301"], ["caf\u00e9"]],
    ["required_statuses", ["a", null], null],
    ["required_statuses", ["a", { b: 1 }], null],
    ["required_statuses", ["a", " "], null],
    ["required_statuses", "a", null],
  ])("C-65: %s = %j becomes %j", async (name, value, expected) => {
    const { state: moved, diagnostics } = await move({ ...IDENTITY, [name]: value });
    const others = toPlain(config({ id: "github.com/acme/web/main" }));
    expect(toPlain(moved)).toEqual({ ...others, [name]: expected });
    expect(diagnostics).toEqual([]);
  });

  test("C-12: a number that no double holds becomes null", async () => {
    const { state: moved } = await moveText(
      '{"repo":{"host":"h","owner":"o","name":"n"},"target_branch":"main","concurrency":1.0000000000000000001}',
    );
    expect(toPlain(moved)["concurrency"]).toBeNull();
  });

  test("C-14: the identity is brought to Unicode NFC, and the id follows from it", async () => {
    const { state: moved } = await move({ ...IDENTITY, id: "stale", target_branch: "rel/cafe\u0301" });
    const id = "github.com/acme/web/rel/caf\u00e9";
    expect(toPlain(moved)).toMatchObject({ id, target_branch: "rel/caf\u00e9" });
  });

  test("C-57: nothing is remembered of another provider", async () => {
    const sourcePrivate = encodePrivate({ managesRequiredStatuses: true, isImported: true });
    const moved = await move(TRUNK_STATES["1.x with a list of statuses"], { sourcePrivate });
    const nothing = { managesRequiredStatuses: false, isImported: false, object: "" };
    expect(decodePrivate(moved.private ?? NO_PRIVATE)).toEqual(nothing);
  });

  test.each([
    ["registry.terraform.io/trunk-io/trunk", "trunk_merge_queue"],
    ["mirror.example.com/trunk-io/trunk", "trunk_merge_queue"],
    // OpenTofu 1.10 sends the type alone.
    ["trunk", "trunk_merge_queue"],
    ["registry.terraform.io/acme/mergequeue", "mergequeue_queue"],
    ["mergequeue", "mergequeue_queue"],
  ])("C-65: %s with %s is a source", async (sourceProviderAddress, sourceTypeName) => {
    expect((await move(IDENTITY, { sourceProviderAddress, sourceTypeName })).diagnostics).toEqual([]);
  });

  test.each([
    ["registry.terraform.io/trunk-io/trunk", "trunk_other"],
    ["registry.terraform.io/trunk-io/trunk", "mergequeue_queue"],
    ["registry.terraform.io/acme/trunk", "trunk_merge_queue"],
    ["registry.terraform.io/evil/trunk-io/trunk", "trunk_merge_queue"],
    ["registry.terraform.io/acme/mergequeue", "trunk_merge_queue"],
    ["registry.terraform.io/acme/other", "mergequeue_queue"],
    ["", ""],
  ])(
    "C-65: %j with %j is an error that says what is taken and to import",
    async (sourceProviderAddress, sourceTypeName) => {
      const { state: moved, diagnostics } = await move(IDENTITY, { sourceProviderAddress, sourceTypeName });
      expect(moved).toBeNull();
      expect(diagnostics).toMatchObject([{ severity: "error", summary: "Cannot move this resource" }]);
      expect(diagnostics[0]?.detail).toContain("trunk_merge_queue of trunk-io/trunk");
      expect(diagnostics[0]?.detail).toContain("terraform import ADDRESS");
    },
  );

  test.each([
    ["null for repo", { repo: null, target_branch: "main" }, "The host must be a string"],
    ["a text for repo", { repo: "github.com/acme/web", target_branch: "main" }, "The owner must be a string"],
    ["no branch", { repo: IDENTITY.repo }, "The target branch must be a string"],
    ["a branch with a blank", { repo: IDENTITY.repo, target_branch: "a b" }, "white space"],
    ["a text", "x", "The host must be a string"],
  ])(
    "C-65: %s for an identity gives an error that names the missing part and suggests an import",
    async (_what, source, problem) => {
      const { state: moved, diagnostics } = await move(source);
      expect(moved).toBeNull();
      expect(diagnostics).toMatchObject([{ severity: "error", summary: "State cannot be moved" }]);
      expect(diagnostics[0]?.detail).toContain(problem);
      expect(diagnostics[0]?.detail).toContain("terraform import ADDRESS");
    },
  );

  describe("from this provider under another address", () => {
    test("keeps the arguments that only Terraform stores, and private state", async () => {
      const kept = {
        deletion_policy: "abandon",
        on_existing: "adopt",
        timeouts: { create: "10m", read: null, update: null, delete: null },
      };
      const sourcePrivate = encodePrivate({ managesRequiredStatuses: true });
      const shiny = { type: ["object", { shiny: "number" }], value: { shiny: 1 } };
      const source = { ...toPlain(state(kept)), additional_settings: shiny };
      const { state: moved, diagnostics, ...rest } = await move(source, { ...OWN, sourcePrivate });
      expect(moved).toEqual(state({ ...kept, additional_settings: additional({ shiny: 1 }) }));
      expect(decodePrivate(rest.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
      expect(diagnostics).toEqual([]);
    });

    test("C-65: another shape is an error that names the place", async () => {
      const { state: moved, diagnostics } = await move({ ...IDENTITY, timeouts: { create: 5 } }, OWN);
      expect(moved).toBeNull();
      expect(diagnostics[0]?.detail).toContain("timeouts.create: a string is required, not a number.");
    });
  });

  test("C-63, S-12: any JSON for an identified queue gives a state of our schema, without prototypes", async () => {
    const names = [...Object.keys(QUEUE_SCHEMA.attributes), "constructor", "x"];
    // A key __proto__ is refused with the text, before anything is moved.
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__"'));
    const arbitrary = fc.dictionary(fc.constantFrom(...names), json);
    await fc.assert(
      fc.asyncProperty(arbitrary, async (attributes) => {
        const { state: moved } = await move({ ...attributes, ...IDENTITY });
        expect(conformsTo(moved, QUEUE_SCHEMA)).toEqual([]);
        expect(toPlain(moved)).toMatchObject(IDENTITY);
      }),
    );
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom(TRUNK, OWN), async (attributes, source) => {
        const { state: moved, diagnostics } = await move(attributes, source);
        expect(moved).toBeNull();
        expect(diagnostics).toHaveLength(1);
      }),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
