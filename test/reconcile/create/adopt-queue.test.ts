import type { WantedQueue } from "../../../src/queue/wanted-queue";
import { expectError, type FailedOutcome, type Outcome, play, playFailure } from "../support/play";
import { runCreate } from "../support/runs";
import {
  creates,
  failure,
  GONE,
  INTERRUPT,
  live,
  QUEUE,
  QUEUE_ID,
  reads,
  record,
  type Step,
  updates,
  without,
} from "../support/steps";

const WANTED: WantedQueue = {
  settings: { mode: "single", concurrency: 4, mergeMethod: "merge_commit", requiredStatuses: ["ci/build"] },
};
/** The settings that differ from the queue's. */
const DIFFERENT = { concurrency: 4, mergeMethod: "merge_commit" };
const EXISTS = reads(live());
const ADOPT = { onExisting: "adopt" } as const;

function adopt(steps: readonly Step[], wanted = WANTED): Promise<Outcome<unknown>> {
  return play(steps, ({ context }) => runCreate(context, wanted, ADOPT));
}

function failToAdopt(steps: readonly Step[], wanted = WANTED, timeoutMs?: number): Promise<FailedOutcome> {
  return playFailure(steps, ({ context }) => runCreate(context, wanted, ADOPT), timeoutMs);
}

describe("adopting a queue", () => {
  const CHANGE = updates(DIFFERENT, record(DIFFERENT));
  const SENT = { mode: "single", concurrency: 4 };
  test.each([
    ["K-1 (2), I-2: sends only declared settings that differ", [EXISTS, CHANGE]],
    ["K-1 (2): makes no further calls if everything is as declared", [reads(live(DIFFERENT))]],
    ["K-7: nor after an interrupt", [reads(live(DIFFERENT), INTERRUPT)]],
    ["K-8: finishes a change in progress", [EXISTS, updates(DIFFERENT, record(DIFFERENT), INTERRUPT)]],
    [
      "K-1 (2), F-13: takes a queue that an outside change created after the first read",
      [reads(GONE), creates(SENT, failure("refused")), EXISTS, CHANGE],
    ],
    [
      "F-02b: takes a queue that is found after a lost response and may be another one, not as created",
      [reads(GONE), creates(SENT, failure("outcome_unknown")), EXISTS, CHANGE],
    ],
  ])("%s", async (_, steps) => {
    expect((await adopt(steps)).result).toMatchObject({ ...DIFFERENT, mode: "single" });
  });

  test("K-1 (5), I-1: compares all declared settings, even those that were not sent", async () => {
    const changed = updates(DIFFERENT, record({ ...DIFFERENT, mode: "parallel" }));
    const details = { queue: QUEUE, field: "mode" };
    const expected = { code: "adoption_failed", details, cause: { code: "not_stored" } };
    await expectError(
      failToAdopt([EXISTS, changed]),
      expected,
      'mode: asked for "single", stored is "parallel"',
    );
  });

  test("I-2: only additional settings that differ are sent", async () => {
    const additionalSettings = new Map<string, number | object | null>([
      ["limits", { a: 1, b: 2 }],
      ["color", 7],
      ["absent", 1],
      ["unmanaged", null],
    ]) as NonNullable<WantedQueue["additionalSettings"]>;
    const shown = { limits: { b: 2, a: 1 }, color: 8, unmanaged: 1 };
    const sent = { color: 7, absent: 1 };
    const steps = [reads(live(shown)), updates({ additionalSettings: sent }, record({ ...shown, ...sent }))];
    const { result } = await adopt(steps, { settings: {}, additionalSettings });
    expect(result).toMatchObject({ mode: "single" });
  });

  test.each(["refused", "unauthorized", "server_error", "outcome_unknown"] as const)(
    "F-08, I-3: an adopted queue is never deleted, whatever happens to its settings (%s)",
    async (code) => {
      const cause = failure(code, { field: "concurrency" });
      const steps = [EXISTS, updates(DIFFERENT, cause), ...(code === "refused" ? [EXISTS] : [])];
      const { error, calls } = await failToAdopt(steps);
      const details = { queue: QUEUE, field: "concurrency" };
      expect(error).toMatchObject({ code: "adoption_failed", details, cause });
      const parts = [QUEUE_ID, "was not deleted", `The service: ${code}.`];
      for (const part of parts) expect(error.message).toContain(part);
      expect(error.details.record).toBeUndefined();
      expect(calls.map(({ operation }) => operation)).not.toContain("deleteQueue");
    },
  );

  test("F-23: a queue that is deleted meanwhile is an error that says so, and is not created", async () => {
    const expected = { code: "adoption_failed", cause: { code: "queue_gone" } };
    await expectError(failToAdopt([EXISTS, updates(DIFFERENT, GONE)]), expected, "no longer exists");
  });

  describe("if the queue is switching modes", () => {
    const SWITCHING = reads(live({ ...DIFFERENT, state: "switching_modes" }));

    test("F-25: a declared state is sent, because the queue may settle in another one", async () => {
      const settings = { ...WANTED.settings, state: "paused" } as const;
      const change = updates({ state: "paused" }, record({ ...DIFFERENT, state: "switching_modes" }));
      const { result } = await adopt([SWITCHING, change], { settings });
      expect(result).toMatchObject({ state: "switching_modes" });
    });

    test("F-25: does not wait for it if no state is declared", async () => {
      expect((await adopt([SWITCHING])).calls).toHaveLength(1);
    });
  });

  test("K-7: nothing is sent after an interrupt", async () => {
    await expectError(failToAdopt([{ ...EXISTS, ...INTERRUPT }]), "interrupted", "nothing was changed");
  });

  test("K-1 (2): is refused unless requested, even if nothing differs", async () => {
    for (const behaviour of [{}, { onExisting: "fail" } as const]) {
      const { error } = await playFailure([reads(live(DIFFERENT))], ({ context }) =>
        runCreate(context, WANTED, behaviour),
      );
      expect(error.code).toBe("queue_exists");
    }
  });

  test("F-17: a setting that the service does not show counts as different", async () => {
    const shown = without(live(DIFFERENT), "mode");
    const { calls } = await adopt([reads(shown), updates({ mode: "single" }, record(DIFFERENT))]);
    expect(calls).toHaveLength(2);
  });
});
