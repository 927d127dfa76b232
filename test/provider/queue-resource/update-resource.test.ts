import type { PrivateState } from "../../../src/plugin/provider-definition";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { DynamicValue } from "../../../src/plugin/values/value";
import { planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { updateResource } from "../../../src/provider/queue-resource/update-resource";
import { decodePrivate, encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { assertApplyConsistent } from "../../plugin/support/assert-apply-consistent";
import {
  failure,
  GONE,
  INTERRUPT,
  live,
  reads,
  record,
  type Step,
  updates,
} from "../../reconcile/support/steps";
import { NO_PRIVATE, playProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { additional, config, type Plain, state as stateOf, toPlainObject } from "../support/queue-values";

type Attributes = { readonly [name: string]: Plain };
const MANAGING = encodePrivate({ managesRequiredStatuses: true });

/** Plans and applies an update, against the calls that are expected. */
function update(
  steps: readonly Step[],
  wanted: Attributes,
  before: Attributes = {},
  remembered: PrivateState = NO_PRIVATE,
) {
  const [given, prior] = [config(wanted), stateOf(before)];
  const { planned } = planUpdate(given, prior, decodePrivate(remembered));
  return playProvider(steps, async ({ data, context }) => {
    const request = { config: given, planned, prior, plannedPrivate: remembered, data };
    return { ...(await updateResource(request, context)), planned, prior };
  });
}

describe("updateResource", () => {
  test("K-2 (1), I-2: sends only the configured settings that change", async () => {
    const { state, planned, diagnostics } = await update(
      [updates({ mode: "parallel", concurrency: 4 }, record({ mode: "parallel", concurrency: 4 }))],
      { mode: "parallel", concurrency: 4, batch: false, required_statuses: ["ci/build", "ci/build"] },
    );
    expect(diagnostics).toEqual([]);
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state).toEqual(planned);
  });

  test("C-73: the deadline is timeouts.update", async () => {
    const timeouts = { create: "1h", read: null, update: "10s", delete: null };
    const switching = live({ state: "switching_modes" });
    const { diagnostics } = await update(
      [updates({ batch: true }, failure("refused"), { takesMs: 8_900 }), reads(switching), reads(switching)],
      { batch: true, timeouts },
      { timeouts },
    );
    expect(diagnostics).toMatchObject([{ summary: "Operation took too long" }]);
  });

  test("I-2: a setting that is not configured is never sent, whatever a plan holds", async () => {
    const [given, prior] = [config({ mode: "parallel" }), stateOf()];
    const planned = stateOf({ mode: "parallel", merge_method: "squash" });
    const { diagnostics } = await playProvider(
      [updates({ mode: "parallel" }, record({ mode: "parallel" }))],
      ({ data, context }) =>
        updateResource({ config: given, planned, prior, plannedPrivate: NO_PRIVATE, data }, context),
    );
    expect(diagnostics).toEqual([]);
  });

  test("K-2 (3): arguments that only Terraform stores change without a call, even without an address", async () => {
    const given = config({ deletion_policy: "abandon" });
    const { planned } = planUpdate(given, stateOf(), decodePrivate(NO_PRIVATE));
    const { state, diagnostics } = await playProvider([], ({ context }) =>
      updateResource(
        { config: given, planned, prior: stateOf(), plannedPrivate: NO_PRIVATE, data: UNKNOWN_ADDRESS },
        context,
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(stateOf({ deletion_policy: "abandon" }));
  });

  test("K-2 (5), F-14: outside changes in the meantime are left to the next plan", async () => {
    const { state, planned, diagnostics } = await update(
      [updates({ concurrency: 4 }, record({ concurrency: 4, mergeMethod: "squash", state: "paused" }))],
      { concurrency: 4 },
    );
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(planned);
    expect(state?.get("merge_method")).toBe("merge_commit");
  });

  test("C-32: unknown planned values become the service's values", async () => {
    const { state, planned } = await update(
      [updates({ batch: true }, record({ batch: true, batchingMinSize: 9 }))],
      { batch: true },
    );
    assertApplyConsistent(QUEUE_SCHEMA, planned, state);
    expect(state && toPlainObject(state)).toMatchObject({ batching_min_size: 9 });
  });

  test("F-25: switching_modes counts as the requested state", async () => {
    const { state } = await update([updates({ state: "paused" }, record({ state: "switching_modes" }))], {
      state: "paused",
    });
    expect(state?.get("state")).toBe("paused");
  });

  describe("additional_settings", () => {
    test("I-2: sends only the names whose values change, in the same call as the settings", async () => {
      const { state, planned, diagnostics } = await update(
        [
          updates(
            { concurrency: 4, additionalSettings: { shiny: 2, labels: ["a", "b"] } },
            record({ concurrency: 4, shiny: 2, labels: ["a", "b"], same: "x" }),
          ),
        ],
        {
          concurrency: 4,
          additional_settings: additional({ shiny: 2, labels: ["a", "b"], same: "x", off: null }),
        },
        { additional_settings: additional({ shiny: 1, same: "x", gone: true }) },
      );
      expect(diagnostics).toEqual([]);
      assertApplyConsistent(QUEUE_SCHEMA, planned, state);
      expect(state).toEqual(planned);
    });

    test.each<[string, Plain, Plain]>([
      ["a name is removed from the object", additional({ shiny: 1 }), additional({ shiny: 1, gone: 2 })],
      ["a name becomes null", additional({ shiny: null }), additional({ shiny: 1 })],
      ["the whole attribute is removed", null, additional({ shiny: 1 })],
      [
        "only the type differs",
        new DynamicValue(["map", "number"], new Map([["shiny", TfNumber.of(1)]])),
        additional({ shiny: 1 }),
      ],
    ])("I-2: nothing is called where %s", async (_, wanted, before) => {
      const { state, diagnostics } = await update(
        [],
        { additional_settings: wanted },
        { additional_settings: before },
      );
      expect(diagnostics).toEqual([]);
      expect(state).toEqual(stateOf({ additional_settings: wanted }));
    });

    test("I-1, C-55: a value that is not stored is an error at the attribute, and the state has what is", async () => {
      const { state, diagnostics } = await update(
        [updates({ additionalSettings: { shiny: 40 } }, record({ shiny: 8 }))],
        { additional_settings: additional({ shiny: 40 }) },
        { additional_settings: additional({ shiny: 1 }) },
      );
      expect(diagnostics).toMatchObject([
        { severity: "error", path: [{ attribute: "additional_settings" }] },
      ]);
      expect(diagnostics[0]?.detail).toContain("shiny");
      expect(state).toEqual(stateOf({ additional_settings: additional({ shiny: 8 }) }));
    });
  });

  describe("required_statuses", () => {
    test("removed after it was managed: the flag alone is sent, the service's list is stored, and forgotten", async () => {
      const { state, private: remembered } = await update(
        [updates({ deleteRequiredStatuses: true }, record({ requiredStatuses: ["protect"] }))],
        {},
        {},
        MANAGING,
      );
      expect(state?.get("required_statuses")).toEqual(["protect"]);
      expect(decodePrivate(remembered ?? NO_PRIVATE).managesRequiredStatuses).toBe(false);
    });

    test("removed together with another change: one call sends both", async () => {
      await update(
        [updates({ deleteRequiredStatuses: true, mode: "parallel" }, record({ mode: "parallel" }))],
        { mode: "parallel" },
        {},
        MANAGING,
      );
    });

    test("[] is sent as a list, without the flag", async () => {
      const { private: remembered } = await update(
        [updates({ requiredStatuses: [] }, record({ requiredStatuses: [] }))],
        { required_statuses: [] },
        {},
        MANAGING,
      );
      expect(decodePrivate(remembered ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
    });

    test("an update that has it configured remembers it", async () => {
      const { private: remembered } = await update(
        [updates({ mode: "parallel" }, record({ mode: "parallel" }))],
        { mode: "parallel", required_statuses: ["ci/build"] },
      );
      expect(decodePrivate(remembered ?? NO_PRIVATE).managesRequiredStatuses).toBe(true);
    });
  });

  describe("when it fails", () => {
    test("C-55, F-14: the read-back state is answered with the error at its attribute", async () => {
      const {
        state,
        private: remembered,
        diagnostics,
      } = await update(
        [updates({ concurrency: 40, mode: "parallel" }, record({ concurrency: 8, mode: "parallel" }))],
        { concurrency: 40, mode: "parallel", required_statuses: ["ci/build"], deletion_policy: "abandon" },
        {},
        MANAGING,
      );
      expect(diagnostics).toMatchObject([{ severity: "error", path: [{ attribute: "concurrency" }] }]);
      expect(diagnostics[0]?.detail).toContain("asked for 40, stored is 8");
      expect(state).toEqual(stateOf({ concurrency: 8, mode: "parallel" }));
      expect(remembered).toBe(MANAGING);
    });

    test("F-23: a queue that is gone keeps the prior state and says what to do", async () => {
      const { state, prior, diagnostics } = await update([updates({ mode: "parallel" }, GONE), reads(GONE)], {
        mode: "parallel",
      });
      expect(state).toBe(prior);
      expect(diagnostics[0]?.detail).toContain("Plan again");
    });

    test("F-10: after an unknown outcome, the state is the queue as it is now", async () => {
      const { state } = await update(
        [updates({ mode: "parallel" }, failure("outcome_unknown")), reads(live({ mode: "parallel" }))],
        { mode: "parallel" },
      );
      expect(state).toEqual(stateOf({ mode: "parallel" }));
    });

    test("F-15, I-4: if nothing can be read, the prior state is kept", async () => {
      const { state, prior, diagnostics } = await update(
        [updates({ mode: "parallel" }, failure("unauthorized")), reads(failure("unauthorized"))],
        { mode: "parallel" },
      );
      expect(state).toBe(prior);
      expect(diagnostics).toHaveLength(1);
    });

    test("K-7: an interrupt keeps the prior state and private state", async () => {
      const refusal = updates({ mode: "parallel" }, failure("refused"), INTERRUPT);
      const {
        state,
        prior,
        private: remembered,
      } = await update([refusal], { mode: "parallel", required_statuses: ["ci/build"] }, {}, MANAGING);
      expect(state).toBe(prior);
      expect(remembered).toBe(MANAGING);
    });

    test("C-70, C-57: an unknown address keeps state and private state", async () => {
      const given = config({ mode: "parallel" });
      const prior = stateOf();
      const { planned } = planUpdate(given, prior, decodePrivate(NO_PRIVATE));
      const {
        state,
        private: remembered,
        diagnostics,
      } = await playProvider([], ({ context }) =>
        updateResource(
          { config: given, planned, prior, plannedPrivate: MANAGING, data: UNKNOWN_ADDRESS },
          context,
        ),
      );
      expect(state).toBe(prior);
      expect(remembered).toBe(MANAGING);
      expect(diagnostics).toMatchObject([{ severity: "error" }]);
    });
  });
});
