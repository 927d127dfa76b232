import type { PrivateState } from "../../../src/plugin/provider-definition";
import { TfNumber } from "../../../src/plugin/tf-number";
import { DynamicValue, type ObjectValue } from "../../../src/plugin/value";
import type { ProviderData } from "../../../src/provider/provider-data";
import { updateResource } from "../../../src/provider/queue-resource/apply-resource";
import { planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { decodePrivate, encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import type { QueueRecord } from "../../../src/queue/settings";
import type { SettingsChange } from "../../../src/reconcile/write-settings";
import { assertApplyConsistent } from "../../plugin/support/assert-apply-consistent";
import { failure, QUEUE } from "../../reconcile/support/steps";
import { shownSettings } from "../support/fake-reconciler";
import { NO_PRIVATE, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import {
  type Attributes,
  additional,
  config,
  type Plain,
  state as stateOf,
  toPlainObject,
} from "../support/queue-values";

const MANAGING = encodePrivate({ managesRequiredStatuses: true });

interface Given {
  readonly before?: Attributes;
  readonly remembered?: PrivateState;
  /** What was planned, if not the plan of the configuration. */
  readonly planned?: ObjectValue;
  readonly data?: ProviderData;
}

/** Plans and applies an update; the reconciler must be called with the change, unless there is none. */
async function update(
  wanted: Attributes,
  expected: { readonly change?: SettingsChange; readonly outcome?: QueueRecord | Error },
  { before = {}, remembered = NO_PRIVATE, data: given, ...more }: Given = {},
) {
  const [configured, prior] = [config(wanted), stateOf(before)];
  const { planned } = { ...planUpdate(configured, prior, decodePrivate(remembered)), ...more };
  const { change, outcome = shownSettings(change?.settings) } = expected;
  const script = change === undefined ? {} : { update: outcome };
  const result = await runProvider(script, async ({ data, context }) => {
    const request = { config: configured, planned, prior, plannedPrivate: remembered, data: given ?? data };
    return { ...(await updateResource(request, context)), planned, prior };
  });
  if (change !== undefined) {
    const [queue, sent, options] = result.calls[0]?.parameters ?? [];
    expect([queue, sent]).toEqual([QUEUE, { additionalSettings: new Map(), ...change }]);
    return { ...result, options };
  }
  return { ...result, options: undefined };
}

describe("updateResource", () => {
  test("K-2 (1), I-2, C-73: sends only the configured settings that change, within timeouts.update", async () => {
    const timeouts = { create: "1h", read: null, update: "10s", delete: null };
    const settings = { mode: "parallel", concurrency: 4 } as const;
    const wanted = { ...settings, batch: false, required_statuses: ["ci/build", "ci/build"], timeouts };
    const { state, planned, diagnostics, options } = await update(wanted, { change: { settings } });
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state).toEqual(planned);
    expect(options).toMatchObject({
      timeoutMs: 10_000,
      sensitive: new Set(["requiredStatuses", "enqueueingLabel", "batchingRules"]),
    });
  });

  test("I-2: a setting that is not configured is never sent, whatever a plan holds", async () => {
    const planned = stateOf({ mode: "parallel", merge_method: "merge_commit" });
    await update({ mode: "parallel" }, { change: { settings: { mode: "parallel" } } }, { planned });
  });

  test("K-2 (3): arguments that only Terraform stores change without a call, even without an address", async () => {
    const wanted = { deletion_policy: "abandon" };
    const { state, diagnostics } = await update(wanted, {}, { data: UNKNOWN_ADDRESS });
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(stateOf(wanted));
  });

  test("K-2 (5), F-14: outside changes in the meantime are left to the next plan", async () => {
    const outcome = shownSettings({ concurrency: 4, mergeMethod: "merge_commit", state: "paused" });
    const change = { settings: { concurrency: 4 } };
    const { state, planned } = await update({ concurrency: 4 }, { change, outcome });
    expect(state).toEqual(planned);
    expect(state?.get("merge_method")).toBe("squash");
  });

  test("C-32: unknown planned values become the service's values", async () => {
    const outcome = shownSettings({ batch: true, batchingMinSize: 9 });
    const { state, planned } = await update(
      { batch: true },
      { change: { settings: { batch: true } }, outcome },
    );
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state && toPlainObject(state)).toMatchObject({ batching_min_size: 9 });
  });

  test("F-25: switching_modes counts as the requested state", async () => {
    const outcome = shownSettings({ state: "switching_modes" });
    const change = { settings: { state: "paused" } } as const;
    const { state } = await update({ state: "paused" }, { change, outcome });
    expect(state?.get("state")).toBe("paused");
  });

  test("I-2: of additional_settings, only the names whose values change are sent, with the settings", async () => {
    const wanted = additional({ shiny: 2, labels: ["a", "b"], same: "x", off: null });
    const change = {
      settings: { concurrency: 4 },
      additionalSettings: new Map(Object.entries({ shiny: 2, labels: ["a", "b"] })),
    };
    const before = { additional_settings: additional({ shiny: 1, same: "x", gone: true }) };
    const given = { concurrency: 4, additional_settings: wanted };
    const { state, planned } = await update(given, { change }, { before });
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state).toEqual(planned);
  });

  const asMap = new DynamicValue(["map", "number"], new Map([["shiny", TfNumber.of(1)]]));
  test.each<[string, Plain, Plain]>([
    ["a name is removed from the object", additional({ shiny: 1 }), additional({ shiny: 1, gone: 2 })],
    ["a name becomes null", additional({ shiny: null }), additional({ shiny: 1 })],
    ["the whole attribute is removed", null, additional({ shiny: 1 })],
    ["only the type differs", asMap, additional({ shiny: 1 })],
  ])("I-2: nothing is called where %s", async (_, value, before) => {
    const wanted = { additional_settings: value };
    const { state } = await update(wanted, {}, { before: { additional_settings: before } });
    expect(state).toEqual(stateOf(wanted));
  });

  test("required_statuses that were managed and are removed: the flag is sent, the service's list stored, and forgotten", async () => {
    const change = { settings: { mode: "parallel" }, deleteRequiredStatuses: true } as const;
    const outcome = shownSettings({ mode: "parallel", requiredStatuses: ["protect"] });
    const remembered = encodePrivate({ managesRequiredStatuses: true, ownStatuses: ["ci/build"] });
    const result = await update({ mode: "parallel" }, { change, outcome }, { remembered });
    expect(result.options).toMatchObject({ expected: { settings: { requiredStatuses: ["ci/build"] } } });
    expect(result.state?.get("required_statuses")).toEqual(["protect"]);
    expect(decodePrivate(result.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(false);
  });

  test.each<[Attributes, SettingsChange]>([
    [{ required_statuses: [] }, { settings: { requiredStatuses: [] } }],
    [{ mode: "parallel", required_statuses: ["ci/build"] }, { settings: { mode: "parallel" } }],
  ])("an update with %j is without the flag, and remembers that they are managed", async (wanted, change) => {
    const result = await update(wanted, { change });
    expect(decodePrivate(result.private ?? NO_PRIVATE)).toMatchObject({
      managesRequiredStatuses: true,
      ownStatuses: wanted["required_statuses"],
    });
  });

  test("F-45: with ignore_changes, the list that stays is not remembered as this resource's", async () => {
    const wanted = { mode: "parallel", required_statuses: ["ci/mine"] };
    for (const ownStatuses of [undefined, ["ci/mine"]]) {
      const remembered = encodePrivate({ managesRequiredStatuses: true, ownStatuses });
      const given = { remembered, planned: stateOf({ mode: "parallel" }) };
      const result = await update(wanted, { change: { settings: { mode: "parallel" } } }, given);
      expect(decodePrivate(result.private ?? NO_PRIVATE).ownStatuses).toEqual(ownStatuses);
    }
  });

  describe("when it fails", () => {
    const CHANGE: SettingsChange = { settings: { mode: "parallel" } };

    test("C-55, F-10: what was read back is the state, with the error at its attribute; private state is kept", async () => {
      const record = shownSettings({ concurrency: 8, mode: "parallel" });
      const outcome = failure("not_stored", { record, field: "concurrency" });
      const { state, diagnostics, ...rest } = await update(
        { mode: "parallel", required_statuses: ["ci/build"], deletion_policy: "abandon" },
        { change: CHANGE, outcome },
        { remembered: MANAGING },
      );
      expect(diagnostics).toMatchObject([{ severity: "error", path: [{ attribute: "concurrency" }] }]);
      expect(state).toEqual(stateOf({ concurrency: 8, mode: "parallel" }));
      expect(rest.private).toBe(MANAGING);
    });

    test("I-1, C-55: an additional setting that is not stored is an error at the attribute", async () => {
      const change = { settings: {}, additionalSettings: new Map([["shiny", 40]]) };
      const stored = { record: shownSettings(), additionalFields: { shiny: 8 } };
      const outcome = failure("not_stored", { ...stored, field: "additionalSettings.shiny" });
      const before = { additional_settings: additional({ shiny: 1 }) };
      const wanted = { additional_settings: additional({ shiny: 40 }) };
      const { state, diagnostics } = await update(wanted, { change, outcome }, { before });
      const path = [{ attribute: "additional_settings" }];
      expect(diagnostics).toMatchObject([{ severity: "error", path }]);
      expect(state).toEqual(stateOf({ additional_settings: additional({ shiny: 8 }) }));
    });

    test.each([
      ["F-23", "queue_gone", "Plan again"],
      ["F-15, I-4", "unauthorized", ""],
      ["K-7", "interrupted", ""],
    ] as const)("%s: %s without a read keeps the prior state and private state", async (_, code, remedy) => {
      const wanted = { mode: "parallel", required_statuses: ["ci/build"] };
      const expected = { change: CHANGE, outcome: failure(code) };
      const { state, prior, diagnostics, ...rest } = await update(wanted, expected, { remembered: MANAGING });
      expect(state).toBe(prior);
      expect(rest.private).toBe(MANAGING);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]?.detail).toContain(remedy);
    });

    test("C-70, C-57: an unknown address keeps state and private state", async () => {
      const given = { remembered: MANAGING, data: UNKNOWN_ADDRESS };
      const { state, prior, diagnostics, ...rest } = await update({ mode: "parallel" }, {}, given);
      expect(state).toBe(prior);
      expect(rest.private).toBe(MANAGING);
      expect(diagnostics).toMatchObject([{ severity: "error" }]);
    });
  });
});
