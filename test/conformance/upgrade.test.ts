import fc from "fast-check";
import { toObjectType } from "../../src/plugin/to-object-type";
import { isWhollyKnown } from "../../src/plugin/value";
import { conformsTo } from "../plugin/support/conforms-to";
import { listErrors, type StateResponse } from "../plugin/support/terraform-side";
import { toJson } from "../plugin/support/to-json";
import { arbitraryConfig } from "../provider/support/arbitrary-queue";
import { config, state, toPlainObject } from "../provider/support/queue-values";
import { STORED_STATES } from "../support/stored-states";
import { onStage, putQueue, QUEUE_TYPE, stage } from "./support/provider-under-test";

onStage();

function upgrade(json: string, version = 0): Promise<StateResponse> {
  return stage.side.upgrade(QUEUE_TYPE, version, json);
}

/** Whatever was stored: a state that Terraform can use, or an error and no state. */
function expectUsable({ state: upgraded, diagnostics }: StateResponse): void {
  const errors = listErrors(diagnostics);
  expect(upgraded === null).toBe(errors.length > 0);
  expect(errors.length).toBeLessThanOrEqual(1);
  expect(errors.join()).not.toContain("bug in the provider");
  expect(conformsTo(upgraded, stage.side.findSchema(QUEUE_TYPE))).toEqual([]);
  expect(isWhollyKnown(upgraded)).toBe(true);
}

describe("an upgrade of a stored state", () => {
  test("C-62: of this version changes nothing", async () => {
    const type = toObjectType(stage.side.findSchema(QUEUE_TYPE).attributes);
    await fc.assert(
      fc.asyncProperty(arbitraryConfig, async (stored) => {
        expect(await upgrade(toJson(stored, type))).toMatchObject({ state: stored, diagnostics: [] });
      }),
      { numRuns: 30 },
    );
  });

  test.each(Object.entries(STORED_STATES))("C-62, C-64: of %s is complete", async (_, json) => {
    const { state: upgraded, diagnostics } = await upgrade(json);
    expect(diagnostics).toEqual([]);
    expect(conformsTo(upgraded, stage.side.findSchema(QUEUE_TYPE))).toEqual([]);
    const shown = toPlainObject(upgraded ?? new Map());
    const { additional_settings: given, ...rest } = JSON.parse(json) as {
      readonly [name: string]: unknown;
    };
    expect(shown).toMatchObject(rest);
    const { type: dynamic, value } = (given ?? {}) as { readonly type?: unknown; readonly value?: unknown };
    expect(shown["additional_settings"]).toEqual(dynamic === undefined ? null : { dynamic, value });
    expect(shown["on_existing"]).toBe(rest["on_existing"] ?? null);
  });

  test("C-63: of any state of any version ends with a state or with one error", async () => {
    const arbitraryVersion = fc.integer({ min: 0, max: 3 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), arbitraryVersion, async (json, version) => {
        expectUsable(await upgrade(json, version));
      }),
      { numRuns: 60 },
    );
  });

  test("C-63: words in another case are not a difference", async () => {
    putQueue(stage.emulator, { mode: "parallel", mergeMethod: "squash" });
    const type = toObjectType(stage.side.findSchema(QUEUE_TYPE).attributes);
    const stored = toJson(state({ mode: "PARALLEL", merge_method: "Squash" }), type);
    const resource = stage.createResource();
    resource.state = (await upgrade(stored)).state;
    await resource.refresh();
    const wanted = config({ mode: "parallel", merge_method: "squash" });
    await expect(resource.plan(wanted)).resolves.toMatchObject({ action: "no-op" });
  });

  test("C-08: a state that names no queue is an error for every call, and ends none", async () => {
    const { state: damaged } = await upgrade("{}");
    if (damaged === null) throw new Error("there is no state");
    const read = await stage.side.read(QUEUE_TYPE, damaged);
    expect(read.state).toEqual(damaged);
    expect(listErrors(read.diagnostics)).toEqual([expect.stringContaining("target_branch is missing")]);
    const destroyed = await stage.side.apply(QUEUE_TYPE, { prior: damaged, planned: null, config: null });
    expect(destroyed.state).toEqual(damaged);
    expect(listErrors(destroyed.diagnostics)).toHaveLength(1);
    const resource = stage.createResource();
    resource.state = damaged;
    await expect(resource.plan(config())).resolves.toMatchObject({ action: "replace" });
  });
});
