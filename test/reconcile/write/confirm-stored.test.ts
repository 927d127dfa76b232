import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { SettingDefinition } from "../../../src/queue/setting-definition";
import { type QueueRecord, SETTINGS, type SettingValue } from "../../../src/queue/settings";
import { updateQueue } from "../../../src/reconcile/write/update-queue";
import { expectError, play, playFailure } from "../support/play";
import { updating } from "../support/runs";
import { failure, live, QUEUE, reads, record, times, updates } from "../support/steps";

const CHANGE = { settings: { concurrency: 4, requiredStatuses: ["b", "a"] } } as const;

/** Another value than a setting has. */
function toOther(setting: SettingDefinition, value: SettingValue | undefined): SettingValue {
  switch (setting.kind) {
    case "integer":
      return Number(value) + 1;
    case "boolean":
      return value !== true;
    case "enum":
      return setting.values.find((word) => word !== value) ?? "";
    case "string":
      return "other";
    case "rules":
      return [{ targetPattern: "//other", policy: "isolate" }];
    case "stringSet":
      return ["ci/other"];
  }
}

describe("confirmStored", () => {
  test("K-2 (5), F-14: compares only what it sent", async () => {
    const others = { mergeMethod: "merge_commit", state: "paused" };
    const shown = record({ concurrency: 4, requiredStatuses: ["a", "b"], ...others });
    const { result } = await play([updates(CHANGE.settings, shown)], updating(CHANGE));
    expect(result).toMatchObject(others);
  });

  test("K-2 (5), F-27: a mismatch in the service's own record is final and names wish and stored value", async () => {
    const clamped = record({ concurrency: 2, requiredStatuses: ["a"] });
    const { error } = await playFailure([updates(CHANGE.settings, clamped)], updating(CHANGE));
    const details = { field: "concurrency", queue: QUEUE, record: { concurrency: 2 } };
    expect(error).toMatchObject({ code: "not_stored", details });
    expect(error.message).toContain("concurrency: asked for 4, stored is 2");
    expect(error.message).toContain('required_statuses: asked for ["b","a"], stored is ["a"]');
  });

  test("K-2 (5): a declared setting that the service's record lacks is looked for by reading", async () => {
    const change = { settings: { concurrency: 4, stateLabelsEnabled: true } };
    const steps = [
      updates(change.settings, record({ concurrency: 4 })),
      reads(live({ concurrency: 4, stateLabelsEnabled: true })),
    ];
    expect((await play(steps, updating(change))).result).toMatchObject({ stateLabelsEnabled: true });
  });

  test.each(
    SETTINGS.filter(({ isAlwaysShown }) => isAlwaysShown).map((setting) => [setting.name, setting] as const),
  )(
    "C-54, I-1: %s, which the service ignores, is an error that names it, with what is stored",
    async (name, setting) => {
      const change = { settings: { [name]: toOther(setting, (record() as QueueRecord)[name]) } };
      const { error } = await playFailure([updates(change.settings, record())], updating(change));
      expect(error).toMatchObject({ code: "not_stored", details: { field: name } });
    },
  );

  test.each([
    ["stateLabelsEnabled", false, "state_labels_enabled: asked for false, nothing is shown"],
    ["enqueueingLabel", "merge", 'enqueueing_label: asked for "merge", nothing is shown'],
  ])(
    "I-1: %s = %j, which the service does not have, is an error that names it",
    async (name, value, text) => {
      const change = { settings: { concurrency: 4, [name]: value } };
      const stored = record({ concurrency: 4 });
      const steps = [updates(change.settings, stored), ...times(8, reads(live({ concurrency: 4 })))];
      const { error } = await playFailure(steps, updating(change));
      expect(error).toMatchObject({ code: "not_stored", details: { field: name } });
      expect(error.message).toContain(text);
      expect(error.message).not.toContain("concurrency");
    },
  );

  test("an empty list counts as stored where the queue shows none, if the interface inherits by it; another list does not", async () => {
    const clear = async (statuses: readonly string[]) => {
      const shown = record({ requiredStatuses: statuses.length === 0 ? null : statuses });
      return play([updates({ requiredStatuses: [] }, shown)], async ({ context }) => {
        const api = { ...context.api, abilities: ABILITIES.second };
        return updateQueue({ ...context, api }, { settings: { requiredStatuses: [] } });
      });
    };
    expect((await clear([])).result?.requiredStatuses).toBeUndefined();
    await expect(clear(["ci"])).rejects.toMatchObject({ code: "not_stored" });
  });

  test("C-21: for sensitive settings the message shows only counts, and the sent values are redacted from the service's text", async () => {
    const stored = record({ concurrency: 4, requiredStatuses: ["a", "c"], shiny: "other" });
    const additionalSettings = new Map([["shiny", { deep: ["secret", 1, null] }]]);
    const sent = { ...CHANGE.settings, additionalSettings: { shiny: { deep: ["secret", 1, null] } } };
    const sensitive = new Set(["requiredStatuses", "shiny"]);
    const { error, calls } = await playFailure([updates(sent, stored)], ({ context }) =>
      updateQueue({ ...context, sensitive }, { ...CHANGE, additionalSettings }),
    );
    expect(error.message).toContain(
      "required_statuses: 1 of the 2 requested strings are stored, plus 1 that were not requested; " +
        "shiny: the stored string differs from the requested one",
    );
    expect(calls[0]?.options.secrets).toEqual(["b", "a", "secret"]);
  });

  test("S-13: if the response is no usable record, as one about another queue, what was stored is read", async () => {
    const steps = [updates({ concurrency: 4 }, undefined), reads(live({ concurrency: 4 }))];
    const { result } = await play(steps, updating({ settings: { concurrency: 4 } }));
    expect(result).toMatchObject({ concurrency: 4 });
  });

  test("F-27: without a complete record it polls for 15 seconds before it declares a mismatch", async () => {
    const steps = [updates({ concurrency: 4 }, "OK"), ...times(8, reads(live({ concurrency: 3 })))];
    const { error, clock } = await playFailure(steps, updating({ settings: { concurrency: 4 } }));
    expect(error).toMatchObject({ code: "not_stored", details: { record: { concurrency: 3 } } });
    expect(clock.sleeps.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(15_000);
  });

  test.each([
    ["it ends with the operation's deadline", [reads(live())], 1_500],
    [
      "a read that the deadline cuts off does not count",
      [reads(failure("deadline_exceeded"), { takesMs: 2_000 })],
      2_000,
    ],
  ])("F-27: while it polls, %s", async (_, last, timeoutMs) => {
    const steps = [updates({ concurrency: 4 }, "OK"), ...times(timeoutMs / 500 - 1, reads(live())), ...last];
    const failing = playFailure(steps, updating({ settings: { concurrency: 4 } }), timeoutMs);
    await expectError(failing, "not_stored", "concurrency: asked for 4, stored is 5");
  });

  test("long values are shortened in the message", async () => {
    const requiredStatuses = Array.from({ length: 50 }, (_, index) => `status-${index}`);
    const steps = [updates({ requiredStatuses }, record())];
    const { error } = await playFailure(steps, updating({ settings: { requiredStatuses } }));
    expect(error.message).toContain("…");
    expect(error.message.length).toBeLessThan(600);
  });
});
