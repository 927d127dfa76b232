import type { SettingDefinition } from "../../../src/queue/setting-definition";
import { type QueueRecord, SETTINGS, type SettingValue } from "../../../src/queue/settings";
import { updateQueue } from "../../../src/reconcile/write/update-queue";
import { play, playFailure } from "../support/play";
import { updating } from "../support/runs";
import {
  failure,
  GONE,
  INTERRUPT,
  interruptAfter,
  live,
  QUEUE,
  reads,
  record,
  times,
  updates,
} from "../support/steps";

const CHANGE = { settings: { concurrency: 4, requiredStatuses: ["b", "a"] } } as const;
const STORED = record({ concurrency: 4, requiredStatuses: ["a", "b"] });
const SWITCHING = live({ state: "switching_modes" });

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
    case "stringSet":
      return ["ci/other"];
  }
}

describe("updateQueue", () => {
  test("K-2 (4), I-2: sends one request with exactly the change and reads nothing", async () => {
    const { result } = await play([updates(CHANGE.settings, STORED)], updating(CHANGE));
    expect(result).toMatchObject({ concurrency: 4, state: "running" });
  });

  test("K-2 (2): gives required statuses back with the flag alone", async () => {
    const { result } = await play(
      [updates({ deleteRequiredStatuses: true }, record({ requiredStatuses: [] }))],
      updating({ settings: {}, deleteRequiredStatuses: true }),
    );
    expect(result).toMatchObject({ requiredStatuses: [] });
  });

  test.each([undefined, false])("K-2 (3): an empty change (flag %s) calls nothing", async (flag) => {
    const change = { settings: {}, ...(flag === undefined ? {} : { deleteRequiredStatuses: flag }) };
    const { result, calls } = await play([], updating(change));
    expect(result).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test("K-1 (1), K-2: values that became known late are checked before they are sent", async () => {
    const { error } = await playFailure([], updating({ settings: { requiredStatuses: ["ok", " "] } }));
    expect(error).toMatchObject({ code: "invalid_request", details: { field: "requiredStatuses" } });
  });

  test("K-2 (5), F-14: compares only what it sent", async () => {
    const other = record({
      concurrency: 4,
      requiredStatuses: ["a", "b"],
      mergeMethod: "squash",
      state: "paused",
    });
    const { result } = await play([updates(CHANGE.settings, other)], updating(CHANGE));
    expect(result).toMatchObject({ mergeMethod: "squash", state: "paused" });
  });

  test("K-2 (5), F-27: a mismatch in the service's own record is final and names wish and stored value", async () => {
    const clamped = record({ concurrency: 2, requiredStatuses: ["a"] });
    const { error } = await playFailure([updates(CHANGE.settings, clamped)], updating(CHANGE));
    expect(error).toMatchObject({
      code: "not_stored",
      details: { field: "concurrency", queue: QUEUE, record: { concurrency: 2 } },
    });
    expect(error.message).toContain("concurrency: asked for 4, stored is 2");
    expect(error.message).toContain('required_statuses: asked for ["b","a"], stored is ["a"]');
  });

  test("K-2 (5): a declared setting that the service's record lacks is looked for by reading", async () => {
    const change = { settings: { concurrency: 4, stateLabelsEnabled: true } };
    const steps = [
      updates(change.settings, record({ concurrency: 4 })),
      reads(live({ concurrency: 4, stateLabelsEnabled: true })),
    ];
    const { result } = await play(steps, updating(change));
    expect(result).toMatchObject({ stateLabelsEnabled: true });
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
      const steps = [
        updates(change.settings, record({ concurrency: 4 })),
        ...times(8, reads(live({ concurrency: 4 }))),
      ];
      const { error } = await playFailure(steps, updating(change));
      expect(error).toMatchObject({ code: "not_stored", details: { field: name } });
      expect(error.message).toContain(text);
      expect(error.message).not.toContain("concurrency");
    },
  );

  test("C-21: for sensitive settings the message shows only counts, and the sent values are redacted from the service's text", async () => {
    const stored = record({ concurrency: 4, requiredStatuses: ["a", "c"], shiny: "other" });
    const additionalSettings = new Map([["shiny", { deep: ["secret", 1] }]]);
    const sent = { ...CHANGE.settings, additionalSettings: { shiny: { deep: ["secret", 1] } } };
    const { error, calls } = await playFailure([updates(sent, stored)], ({ context }) =>
      updateQueue(
        { ...context, sensitive: new Set(["requiredStatuses", "shiny"]) },
        {
          ...CHANGE,
          additionalSettings,
        },
      ),
    );
    expect(error.message).toContain(
      "required_statuses: 1 of the 2 requested are stored, and 1 others; " +
        "shiny: the stored string differs from the requested one",
    );
    expect(calls[0]?.options.secrets).toEqual(["b", "a", "secret"]);
  });

  test("S-13: if the response is no usable record, as one about another queue, what was stored is read", async () => {
    const { result } = await play(
      [updates({ concurrency: 4 }, undefined), reads(live({ concurrency: 4 }))],
      updating({ settings: { concurrency: 4 } }),
    );
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
    const { error } = await playFailure(steps, updating({ settings: { concurrency: 4 } }), timeoutMs);
    expect(error.code).toBe("not_stored");
    expect(error.message).toContain("concurrency: asked for 4, stored is 1");
  });

  test("long values are shortened in the message", async () => {
    const requiredStatuses = Array.from({ length: 50 }, (_, index) => `status-${index}`);
    const { error } = await playFailure(
      [updates({ requiredStatuses }, record())],
      updating({ settings: { requiredStatuses } }),
    );
    expect(error.message).toContain("…");
    expect(error.message.length).toBeLessThan(600);
  });

  describe("when the queue is gone", () => {
    test("F-23: 404 to the update says so", async () => {
      const { error } = await playFailure([updates(CHANGE.settings, GONE), reads(GONE)], updating(CHANGE));
      expect(error).toMatchObject({ code: "queue_gone", cause: GONE });
    });

    test("F-23: a refusal that reading explains says so, with the refusal", async () => {
      const steps = [updates(CHANGE.settings, failure("refused")), reads(GONE), reads(GONE)];
      const { error } = await playFailure(steps, updating(CHANGE));
      expect(error.code).toBe("queue_gone");
      expect(error.message).toContain("The service: refused.");
    });

    test("F-23: a queue that vanishes after the update says so", async () => {
      const steps = [updates(CHANGE.settings, "OK"), ...times(8, reads(GONE)), reads(GONE)];
      const { error } = await playFailure(steps, updating(CHANGE));
      expect(error.code).toBe("queue_gone");
    });
  });

  describe("when the update fails", () => {
    test.each(["server_error", "unauthorized", "outcome_unknown", "rate_limited"] as const)(
      "C-55: %s is thrown with what one further look shows",
      async (code) => {
        const steps = [
          updates(CHANGE.settings, failure(code, { status: 500 })),
          reads(live({ concurrency: 3 })),
        ];
        const { error, calls } = await playFailure(steps, updating(CHANGE));
        expect(error).toMatchObject({ code, details: { status: 500, record: { concurrency: 3 } } });
        expect(calls[1]?.options.maxAttempts).toBe(1);
      },
    );

    test("C-55: without a record if even that fails", async () => {
      const cause = failure("unauthorized");
      const { error } = await playFailure(
        [updates(CHANGE.settings, cause), reads(failure("unauthorized"))],
        updating(CHANGE),
      );
      expect(error).toBe(cause);
    });

    test("a refusal is thrown unchanged, even if reading cannot explain it", async () => {
      for (const response of [live(), failure("server_error")]) {
        const steps = [
          updates(CHANGE.settings, failure("refused", { serverText: "no" })),
          reads(response),
          reads(GONE),
        ];
        const { error } = await playFailure(steps, updating(CHANGE));
        expect(error).toMatchObject({ code: "refused", details: { serverText: "no" } });
      }
    });

    test("a bug is thrown unchanged", async () => {
      const fault = new TypeError("ours");
      const playing = play([updates(CHANGE.settings, fault)], updating(CHANGE));
      await expect(playing).rejects.toBe(fault);
    });

    test("F-03: writing and reading back together take no longer than the deadline", async () => {
      const steps = [
        updates(CHANGE.settings, failure("server_error"), { takesMs: 9_000 }),
        reads(failure("server_error"), { takesMs: 1_000 }),
      ];
      const { calls } = await playFailure(steps, updating(CHANGE), 10_000);
      expect(calls.map(({ remainingMs }) => remainingMs)).toEqual([9_000, 1_000]);
    });
  });

  describe("when the queue is switching modes", () => {
    const REFUSED = updates(CHANGE.settings, failure("refused"));

    test("F-25, F-26: a refused change waits until the queue has settled and is sent again", async () => {
      const steps = [
        REFUSED,
        reads(SWITCHING),
        reads(SWITCHING),
        reads(live()),
        updates(CHANGE.settings, STORED),
      ];
      const { result, clock } = await play(steps, updating(CHANGE));
      expect(result).toMatchObject({ concurrency: 4 });
      expect(clock.sleeps).toEqual([250, 500]);
    });

    test("F-25: does not wait if the change is not refused", async () => {
      const shown = record({ concurrency: 4, requiredStatuses: ["a", "b"], state: "switching_modes" });
      const { clock } = await play([updates(CHANGE.settings, shown)], updating(CHANGE));
      expect(clock.sleeps).toEqual([]);
    });

    test("F-25: the operation's deadline ends the wait with a message that says what it waited for", async () => {
      const steps = [REFUSED, ...times(3, reads(SWITCHING)), reads(SWITCHING)];
      const { error, clock } = await playFailure(steps, updating(CHANGE), 1_500);
      expect(error.code).toBe("deadline_exceeded");
      expect(error.message).toContain("still switching modes");
      expect(clock.sleeps).toEqual([250, 500]);
    });

    test("F-23: a queue that is deleted meanwhile ends it", async () => {
      const steps = [REFUSED, reads(SWITCHING), reads(GONE), updates(CHANGE.settings, GONE), reads(GONE)];
      const { error } = await playFailure(steps, updating(CHANGE));
      expect(error.code).toBe("queue_gone");
    });

    test("K-7: an interrupt ends the wait at once", async () => {
      const steps = [updates(CHANGE.settings, failure("refused"), interruptAfter(100)), reads(SWITCHING)];
      const { error, clock } = await playFailure(steps, (stage) => updateQueue(stage.context, CHANGE));
      expect(error).toMatchObject({ code: "interrupted", details: { queue: QUEUE } });
      expect(error.message).toContain("may have taken effect");
      expect(clock.sleeps).toEqual([250]);
    });
  });

  describe("when an interrupt comes", () => {
    test("K-7: nothing is sent", async () => {
      const { error } = await playFailure([], ({ context, stop }) => {
        stop.abort();
        return updateQueue(context, CHANGE);
      });
      expect(error.code).toBe("interrupted");
    });

    test("K-8: a request in progress is finished and confirmed with one short read", async () => {
      const steps = [updates({ concurrency: 4 }, "OK", INTERRUPT), reads(live({ concurrency: 4 }))];
      const { result, calls } = await play(steps, updating({ settings: { concurrency: 4 } }));
      expect(result).toMatchObject({ concurrency: 4 });
      expect(calls[1]?.options).toMatchObject({ maxAttempts: 1 });
      expect(calls[1]?.options.stopSignal?.aborted).toBe(false);
    });

    test("K-7: it does not wait for a reading that lags", async () => {
      const steps = [updates({ concurrency: 4 }, "OK", INTERRUPT), reads(live({ concurrency: 3 }))];
      const { error, clock } = await playFailure(steps, updating({ settings: { concurrency: 4 } }));
      expect(error.code).toBe("interrupted");
      expect(clock.sleeps).toEqual([]);
    });
  });
});
