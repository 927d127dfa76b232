import { updateQueue } from "../../../src/reconcile/write/update-queue";
import type { SettingsChange } from "../../../src/reconcile/write-settings";
import { expectError, play, playFailure } from "../support/play";
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

describe("updateQueue", () => {
  test("K-2 (4), I-2: sends one request with exactly the change and reads nothing", async () => {
    const { result } = await play([updates(CHANGE.settings, STORED)], updating(CHANGE));
    expect(result).toMatchObject({ concurrency: 4, state: "running" });
  });

  test("K-2 (2): gives required statuses back with the flag alone", async () => {
    const released = updates({ deleteRequiredStatuses: true }, record({ requiredStatuses: [] }));
    const { result } = await play([released], updating({ settings: {}, deleteRequiredStatuses: true }));
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

  describe("when the queue is gone", () => {
    test("F-23: 404 to the update says so", async () => {
      const { error } = await playFailure([updates(CHANGE.settings, GONE), reads(GONE)], updating(CHANGE));
      expect(error).toMatchObject({ code: "queue_gone", cause: GONE });
    });

    test("F-23: a refusal that reading explains says so, with the refusal", async () => {
      const steps = [updates(CHANGE.settings, failure("refused")), reads(GONE), reads(GONE)];
      await expectError(playFailure(steps, updating(CHANGE)), "queue_gone", "The service: refused.");
    });

    test("F-23: a queue that vanishes after the update says so", async () => {
      const steps = [updates(CHANGE.settings, "OK"), ...times(8, reads(GONE)), reads(GONE)];
      await expectError(playFailure(steps, updating(CHANGE)), "queue_gone");
    });
  });

  describe("when the update fails", () => {
    test.each(["server_error", "unauthorized", "outcome_unknown", "rate_limited"] as const)(
      "C-55: %s is thrown with what one further look shows",
      async (code) => {
        const failing = updates(CHANGE.settings, failure(code, { status: 500 }));
        const steps = [failing, reads(live({ concurrency: 3 }))];
        const { error, calls } = await playFailure(steps, updating(CHANGE));
        expect(error).toMatchObject({ code, details: { status: 500, record: { concurrency: 3 } } });
        expect(calls[1]?.options.maxAttempts).toBe(1);
      },
    );

    test("C-55: without a record if even that fails", async () => {
      const cause = failure("unauthorized");
      const steps = [updates(CHANGE.settings, cause), reads(failure("unauthorized"))];
      expect((await playFailure(steps, updating(CHANGE))).error).toBe(cause);
    });

    test("a refusal is thrown unchanged, even if reading cannot explain it", async () => {
      const refused = updates(CHANGE.settings, failure("refused", { serverText: "no" }));
      for (const response of [live(), failure("server_error")]) {
        const { error } = await playFailure([refused, reads(response), reads(GONE)], updating(CHANGE));
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
      const settled = [reads(live()), updates(CHANGE.settings, STORED)];
      const steps = [REFUSED, ...times(2, reads(SWITCHING)), ...settled];
      const { result, clock } = await play(steps, updating(CHANGE));
      expect(result).toMatchObject({ concurrency: 4 });
      expect(clock.sleeps).toEqual([250, 500]);
    });

    test("F-25: does not wait if the change is not refused", async () => {
      const shown = record({ concurrency: 4, requiredStatuses: ["a", "b"], state: "switching_modes" });
      expect((await play([updates(CHANGE.settings, shown)], updating(CHANGE))).clock.sleeps).toEqual([]);
    });

    test("F-25: the operation's deadline ends the wait with a message that says what it waited for", async () => {
      const steps = [REFUSED, ...times(4, reads(SWITCHING))];
      const { error, clock } = await playFailure(steps, updating(CHANGE), 1_500);
      expect(error.code).toBe("deadline_exceeded");
      expect(error.message).toContain("still switching modes");
      expect(clock.sleeps).toEqual([250, 500]);
    });

    test("F-42: a queue that someone else has changed meanwhile is not written again", async () => {
      const known = { last: { settings: { mergeMethod: "merge_commit" }, additionalFields: {} } };
      const { error } = await playFailure([REFUSED, reads(SWITCHING), reads(live())], ({ context }) =>
        updateQueue(context, CHANGE, known),
      );
      expect(error).toMatchObject({ code: "outcome_unknown", details: { field: "mergeMethod" } });
    });

    test("F-23: a queue that is deleted meanwhile ends it", async () => {
      const steps = [REFUSED, reads(SWITCHING), reads(GONE), reads(GONE)];
      await expectError(playFailure(steps, updating(CHANGE)), "queue_gone");
    });

    test("K-7: an interrupt ends the wait at once", async () => {
      const steps = [updates(CHANGE.settings, failure("refused"), interruptAfter(100)), reads(SWITCHING)];
      const { error, clock } = await playFailure(steps, (stage) => updateQueue(stage.context, CHANGE));
      expect(error).toMatchObject({ code: "interrupted", details: { queue: QUEUE } });
      expect(error.message).toContain("may have taken effect");
      expect(clock.sleeps).toEqual([250]);
    });
  });

  describe("when required statuses are to change", () => {
    const EXPECTED = { expected: { settings: { requiredStatuses: ["ci/a"] }, additionalFields: {} } };
    const RELEASE: SettingsChange = { settings: { concurrency: 4 }, deleteRequiredStatuses: true };
    const SET: SettingsChange = { settings: { requiredStatuses: ["ci/b"] } };

    test.each<[string, SettingsChange, readonly string[] | null]>([
      ["a release of another list", RELEASE, ["security/scan", "ci/a"]],
      ["a release of none", RELEASE, null],
      ["a change of another list", SET, ["ci/c"]],
    ])("F-45: %s is an error with both lists, and nothing is sent", async (_, change, requiredStatuses) => {
      const { error } = await playFailure([reads(live({ requiredStatuses }))], ({ context }) =>
        updateQueue(context, change, EXPECTED),
      );
      const details = { field: "requiredStatuses", record: { concurrency: 5 } };
      expect(error).toMatchObject({ code: "plan_outdated", details });
      const now = JSON.stringify(requiredStatuses ?? []);
      expect(error.message).toContain(`were ["ci/a"] when this was planned, and are ${now} now`);
    });

    test.each<[string, SettingsChange, readonly string[]]>([
      ["the planned list", SET, ["ci/a"]],
      ["a list that is already as wanted", SET, ["ci/b"]],
    ])("F-45: it is sent where the queue has %s", async (_, change, requiredStatuses) => {
      const sent = updates(change.settings, record({ requiredStatuses: ["ci/b"] }));
      const steps = [reads(live({ requiredStatuses })), sent];
      const { result } = await play(steps, ({ context }) => updateQueue(context, change, EXPECTED));
      expect(result).toMatchObject({ requiredStatuses: ["ci/b"] });
    });

    test("F-23, F-45: a queue that is gone is gone", async () => {
      const steps = [reads(GONE), reads(GONE)];
      const { error } = await playFailure(steps, ({ context }) => updateQueue(context, SET, EXPECTED));
      expect(error.code).toBe("queue_gone");
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
