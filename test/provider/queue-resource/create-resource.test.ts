import { UNKNOWN } from "../../../src/plugin/values/value";
import { createResource } from "../../../src/provider/queue-resource/create-resource";
import { planCreate } from "../../../src/provider/queue-resource/plan-queue";
import { decodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { assertApplyConsistent } from "../../plugin/support/assert-apply-consistent";
import {
  creates,
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  QUEUE,
  reads,
  record,
  type Step,
  updates,
  without,
} from "../../reconcile/support/steps";
import { NO_PRIVATE, playProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { additional, config, type Plain, SETTINGS_SHOWN, toPlainObject } from "../support/queue-values";

type Attributes = { readonly [name: string]: Plain };

/** Creates what a configuration plans, against the calls that are expected. */
function create(steps: readonly Step[], attributes: Attributes = {}) {
  const given = config(attributes);
  const { planned } = planCreate(given);
  return playProvider(steps, async ({ data, context }) => ({
    ...(await createResource({ config: given, planned, plannedPrivate: NO_PRIVATE, data }, context)),
    planned,
  }));
}

describe("createResource", () => {
  test("K-1 (6), C-50: configured values in the user's spelling, the service's for everything else", async () => {
    const attributes = { mode: "parallel", required_statuses: ["b", "a"], deletion_policy: "refuse" };
    const { state, planned, diagnostics } = await create(
      [
        reads(GONE),
        creates({ mode: "parallel" }),
        updates({ requiredStatuses: ["b", "a"] }, record({ mode: "PARALLEL", requiredStatuses: ["a", "b"] })),
      ],
      attributes,
    );
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state && toPlainObject(state)).toEqual({
      id: "github.com/acme/web/main",
      repo: { host: "github.com", owner: "acme", name: "web" },
      target_branch: "main",
      ...SETTINGS_SHOWN,
      on_existing: null,
      additional_settings: null,
      timeouts: null,
      ...attributes,
    });
  });

  test("K-1 (4), I-2: additional settings are sent with the others in one call, without null ones", async () => {
    const attributes = { batch: true, additional_settings: additional({ shiny: 1, off: null }) };
    const { state, planned, diagnostics } = await create(
      [
        reads(GONE),
        creates({}),
        updates({ batch: true, additionalSettings: { shiny: 1 } }, record({ batch: true, shiny: 1 })),
      ],
      attributes,
    );
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state?.get("additional_settings")).toEqual(attributes.additional_settings);
  });

  test("K-1 (2): on_existing = adopt adopts a queue, changes declared settings that differ, and records that", async () => {
    const attributes = {
      on_existing: "adopt",
      concurrency: 1,
      mode: "parallel",
      additional_settings: additional({ shiny: 1, same: "x" }),
    };
    const { state, planned, diagnostics, data } = await create(
      [
        reads(live({ same: "x" })),
        updates(
          { mode: "parallel", additionalSettings: { shiny: 1 } },
          record({ mode: "parallel", mergeMethod: "squash", shiny: 1, same: "x" }),
        ),
      ],
      attributes,
    );
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state?.get("merge_method")).toBe("squash");
    expect(data.seenQueues.tryFindState(QUEUE)).toBeDefined();
  });

  test("C-51, I-4: a setting that the service does not show becomes null, never unknown", async () => {
    const { state } = await create([reads(GONE), creates({}), reads(without(live(), "optimizationMode"))]);
    expect(state?.get("optimization_mode")).toBeNull();
  });

  test("F-25: switching_modes is never stored", async () => {
    const { state } = await create([reads(GONE), creates({}), reads(live({ state: "switching_modes" }))]);
    expect(state?.get("state")).toBeNull();
  });

  test("it remembers whether required_statuses was configured", async () => {
    const without_ = await create([reads(GONE), creates({}), reads(live())]);
    expect(decodePrivate(without_.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(false);
    const with_ = await create(
      [reads(GONE), creates({}), updates({ requiredStatuses: [] }, record({ requiredStatuses: [] }))],
      { required_statuses: [] },
    );
    expect(decodePrivate(with_.private ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
  });

  test("a created queue has been seen", async () => {
    const { data } = await create([reads(GONE), creates({}), reads(live())]);
    expect(data.seenQueues.tryFindState(QUEUE)).toBeDefined();
  });

  test("C-51: an id that was unknown while planning is filled in", async () => {
    const given = config();
    const planned = new Map([...planCreate(given).planned, ["id", UNKNOWN] as const]);
    const { state } = await playProvider([reads(GONE), creates({}), reads(live())], ({ data, context }) =>
      createResource({ config: given, planned, plannedPrivate: NO_PRIVATE, data }, context),
    );
    expect(state?.get("id")).toBe("github.com/acme/web/main");
  });

  test("a plan without a queue gives an error and makes no calls", async () => {
    const given = config();
    const planned = new Map([...planCreate(given).planned, ["target_branch", UNKNOWN] as const]);
    const creating = playProvider([], ({ data, context }) =>
      createResource({ config: given, planned, plannedPrivate: NO_PRIVATE, data }, context),
    );
    await expect(creating).rejects.toThrow(TypeError);
  });

  test("C-73: the deadline is timeouts.create", async () => {
    const attributes = { timeouts: { create: "10s", read: null, update: null, delete: null } };
    const { diagnostics } = await create([reads(GONE, { takesMs: 8_000 })], attributes);
    expect(diagnostics[0]?.summary).toBe("Operation took too long");
  });

  describe("when it fails", () => {
    test("F-09, I-5: a queue that exists is refused with how to import or adopt it, and no state is left", async () => {
      const { state, diagnostics, data } = await create([reads(live())]);
      expect(state).toBeNull();
      expect(diagnostics).toMatchObject([{ severity: "error", summary: "Queue exists already" }]);
      expect(diagnostics[0]?.detail).toContain('terraform import ADDRESS "github.com/acme/web/main"');
      expect(diagnostics[0]?.detail).toContain("import {");
      expect(diagnostics[0]?.detail).toContain('set on_existing = "adopt"');
      expect(data.seenQueues.tryFindState(QUEUE)).toBeUndefined();
    });

    test("F-08, I-3: a queue that could not be adopted is kept, without state, and told how to import", async () => {
      const { state, diagnostics } = await create(
        [reads(live()), updates({ batch: true }, failure("unauthorized"))],
        { batch: true, on_existing: "adopt" },
      );
      expect(state).toBeNull();
      expect(diagnostics).toMatchObject([{ severity: "error", summary: "Queue not adopted" }]);
      expect(diagnostics[0]?.detail).toContain("terraform import ADDRESS");
    });

    test("F-08, C-52: a queue that was removed again leaves no state", async () => {
      const {
        state,
        private: remembered,
        diagnostics,
      } = await create(
        [reads(GONE), creates({}), updates({ batch: true }, record()), reads(live()), deletes(), reads(GONE)],
        { batch: true },
      );
      expect(state).toBeNull();
      expect(remembered).toBeUndefined();
      expect(diagnostics).toMatchObject([{ summary: "Queue not created", path: [{ attribute: "batch" }] }]);
    });

    test("F-08, C-53: one that could not be removed is saved as it is, and the error says how to keep it", async () => {
      const {
        state,
        diagnostics,
        private: remembered,
      } = await create(
        [
          reads(GONE),
          creates({ mode: "parallel" }),
          updates(
            { batch: true, requiredStatuses: ["x"], additionalSettings: { shiny: 1, old: "x" } },
            failure("unauthorized"),
          ),
          reads(live({ mode: "parallel" })),
          deletes(failure("unauthorized")),
          reads(live({ mode: "parallel", state: "switching_modes", shiny: 0 })),
        ],
        {
          mode: "parallel",
          batch: true,
          required_statuses: ["x"],
          deletion_policy: "abandon",
          additional_settings: additional({ shiny: 1, old: "x" }),
        },
      );
      expect(state && toPlainObject(state)).toMatchObject({
        ...SETTINGS_SHOWN,
        id: "github.com/acme/web/main",
        mode: "parallel",
        state: null,
        deletion_policy: "abandon",
      });
      expect(state?.get("additional_settings")).toEqual(additional({ shiny: 0 }));
      expect(diagnostics[0]?.detail).toContain("terraform untaint mergequeue_queue.main");
      expect(decodePrivate(remembered ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
    });

    test("F-08, I-4: if it cannot be read either, only the sent values are saved; everything else is null", async () => {
      const { state } = await create(
        [
          reads(GONE),
          creates({ mode: "parallel" }),
          updates({ batch: true }, failure("unauthorized")),
          reads(failure("unauthorized")),
          reads(failure("unauthorized")),
        ],
        { mode: "parallel", batch: true },
      );
      const { id, repo, target_branch, mode, ...rest } = state ? toPlainObject(state) : {};
      expect({ id, target_branch, mode }).toEqual({
        id: "github.com/acme/web/main",
        target_branch: "main",
        mode: "parallel",
      });
      expect(repo).toEqual(QUEUE.repo);
      expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    });

    test("F-08, I-3: an unproven queue leaves no state, and the error says how to import it", async () => {
      const { state, diagnostics } = await create(
        [
          reads(GONE),
          creates({}, failure("outcome_unknown")),
          reads(live()),
          updates({ batch: true }, failure("unauthorized")),
        ],
        { batch: true },
      );
      expect(state).toBeNull();
      expect(diagnostics[0]?.detail).toContain("terraform import");
    });

    test("C-75: an interrupt before /createQueue leaves nothing", async () => {
      const { state, diagnostics } = await create([reads(GONE, INTERRUPT)]);
      expect(state).toBeNull();
      expect(diagnostics).toMatchObject([{ summary: "Operation interrupted" }]);
    });

    test("C-70: an unknown address names the arguments", async () => {
      const given = config();
      const creating = playProvider([], async ({ context }) =>
        createResource(
          {
            config: given,
            planned: planCreate(given).planned,
            plannedPrivate: NO_PRIVATE,
            data: UNKNOWN_ADDRESS,
          },
          context,
        ),
      );
      const { state, diagnostics } = await creating;
      expect(state).toBeNull();
      expect(diagnostics[0]?.detail).toContain("base_url and token");
    });
  });
});
