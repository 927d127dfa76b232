import { UNKNOWN } from "../../../src/plugin/value";
import type { ProviderData } from "../../../src/provider/provider-data";
import { createResource } from "../../../src/provider/queue-resource/apply-resource";
import { planCreate } from "../../../src/provider/queue-resource/plan-queue";
import { decodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { assertApplyConsistent } from "../../plugin/support/assert-apply-consistent";
import { failure, QUEUE } from "../../reconcile/support/steps";
import { type Script, shownSettings } from "../support/fake-reconciler";
import { NO_PRIVATE, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { type Attributes, additional, config, SETTINGS_SHOWN, toPlainObject } from "../support/queue-values";

/** Creates what a configuration plans. */
function create(
  script: Script,
  attributes: Attributes = {},
  { unknown, data: given }: { readonly unknown?: string; readonly data?: ProviderData } = {},
) {
  const wanted = config(attributes);
  const planned = new Map(planCreate(wanted).planned);
  if (unknown !== undefined) planned.set(unknown, UNKNOWN);
  return runProvider(script, async ({ data, context }) => {
    const request = { config: wanted, planned, plannedPrivate: NO_PRIVATE, data: given ?? data };
    return { ...(await createResource(request, context)), planned };
  });
}

describe("createResource", () => {
  test("K-1, C-50, C-73: sends what is configured, and stores it in the user's spelling, the rest as the service shows it", async () => {
    const attributes = {
      mode: "parallel",
      required_statuses: ["b", "a"],
      deletion_policy: "refuse",
      additional_settings: additional({ shiny: 1, off: null }),
      timeouts: { create: "10s", read: null, update: null, delete: null },
    };
    const stored = shownSettings({ mode: "parallel", requiredStatuses: ["a", "b"] });
    const { state, planned, diagnostics, calls, data } = await create({ create: stored }, attributes);
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state && toPlainObject(state)).toEqual({
      ...toPlainObject(config(attributes)),
      ...SETTINGS_SHOWN,
      id: "github.com/acme/web/main",
      mode: "parallel",
      required_statuses: ["b", "a"],
    });
    const [queue, wanted, options] = calls[0]?.parameters ?? [];
    expect(queue).toEqual(QUEUE);
    expect(wanted).toEqual({
      settings: { mode: "parallel", requiredStatuses: ["b", "a"] },
      additionalSettings: new Map([["shiny", 1]]),
    });
    expect(options).toMatchObject({
      timeoutMs: 10_000,
      onExisting: "fail",
      mayServeOthers: false,
      sensitive: new Set(["requiredStatuses", "enqueueingLabel", "batchingRules", "shiny"]),
    });
    expect(data.seenQueues.tryFindState(QUEUE)).toEqual(state);
  });

  test('K-1 (2): on_existing = "adopt" reaches the reconciler', async () => {
    const { calls } = await create({ create: shownSettings() }, { on_existing: "adopt" });
    expect(calls[0]?.parameters[2]).toMatchObject({ onExisting: "adopt" });
  });

  test("C-51, I-4, F-25: a setting that is not shown, and switching_modes, become null, never unknown", async () => {
    const shown = shownSettings({ optimizationMode: undefined, state: "switching_modes" });
    const { state } = await create({ create: shown });
    expect(state?.get("optimization_mode")).toBeNull();
    expect(state?.get("state")).toBeNull();
  });

  test.each<[Attributes, boolean]>([
    [{}, false],
    [{ required_statuses: [] }, true],
  ])("C-57: with %j it remembers whether required_statuses was set: %s", async (attributes, manages) => {
    const created = await create({ create: shownSettings({ requiredStatuses: [] }) }, attributes);
    expect(decodePrivate(created.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(manages);
  });

  test("C-51: an id that was unknown while planning is filled in", async () => {
    const { state } = await create({ create: shownSettings() }, {}, { unknown: "id" });
    expect(state?.get("id")).toBe("github.com/acme/web/main");
  });

  test("a plan without a queue gives an error and makes no calls", async () => {
    await expect(create({}, {}, { unknown: "target_branch" })).rejects.toThrow(TypeError);
  });

  test.each([
    ["F-09, I-5", "queue_exists", 'set on_existing = "adopt"'],
    ["F-08, I-3", "adoption_failed", "terraform import ADDRESS"],
    ["F-08, C-52", "create_rolled_back", "apply again"],
    ["F-08, I-3", "create_unproven", "terraform import ADDRESS"],
    ["F-08b, C-52", "create_incomplete", 'set on_existing = "adopt"'],
    ["C-75", "interrupted", ""],
  ] as const)("%s: %s leaves no state, and the error says what to do", async (_, code, remedy) => {
    const { state, diagnostics, data, ...rest } = await create({ create: failure(code, { queue: QUEUE }) });
    expect(state).toBeNull();
    expect(rest.private).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "error" }]);
    expect(diagnostics[0]?.detail).toContain(remedy);
    expect(data.seenQueues.tryFindState(QUEUE)).toBeUndefined();
  });

  test("F-08, C-53: one that could not be removed is saved as it is, and the error says how to keep it", async () => {
    const attributes = {
      mode: "parallel",
      batch: true,
      required_statuses: ["x"],
      deletion_policy: "abandon",
      additional_settings: additional({ shiny: 1, old: "x" }),
    };
    const record = shownSettings({ mode: "parallel", state: "switching_modes" });
    const left = failure("create_incomplete", { queue: QUEUE, record, additionalFields: { shiny: 0 } });
    const { state, diagnostics, ...rest } = await create({ create: left }, attributes);
    expect(state && toPlainObject(state)).toMatchObject({
      ...SETTINGS_SHOWN,
      id: "github.com/acme/web/main",
      mode: "parallel",
      state: null,
      deletion_policy: "abandon",
    });
    expect(state?.get("additional_settings")).toEqual(additional({ shiny: 0 }));
    expect(diagnostics[0]?.detail).toContain("terraform untaint mergequeue_queue.main");
    expect(decodePrivate(rest.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
  });

  test("F-08, I-4: of one that could not be read either, only the sent values are saved; the rest is null", async () => {
    const left = failure("create_incomplete", { queue: QUEUE, record: { mode: "parallel" } });
    const { state } = await create({ create: left }, { mode: "parallel", batch: true });
    expect(state).toEqual(config({ id: "github.com/acme/web/main", mode: "parallel" }));
  });

  test("C-70: an unknown address names the arguments", async () => {
    const { state, diagnostics } = await create({}, {}, { data: UNKNOWN_ADDRESS });
    expect(state).toBeNull();
    expect(diagnostics[0]?.detail).toContain("base_url and token");
  });
});
