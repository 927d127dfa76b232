import { KnownQueue } from "../../../src/queue/known-queue";
import { rollBackCreate } from "../../../src/reconcile/create/roll-back-create";
import { expectError, type FailedOutcome, play, playFailure } from "../support/play";
import { creating, runCreate } from "../support/runs";
import {
  creates,
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  looks,
  pullRequest,
  type Step,
  times,
  updates,
} from "../support/steps";

const SETTINGS = { mode: "parallel", batch: true } as const;
/** The queue as it was created, and with changes. */
const created = (settings: object = {}, pullRequests: readonly number[] = []): object =>
  live({ mode: "parallel", ...settings }, pullRequests);
const BEGINNING = [looks(GONE), creates({ mode: "parallel" }), looks(created())];
/** As a new queue is expected to be. */
const ASSUMED = created({ pendingFailureDepth: 0, requiredStatuses: [] });
const FAILS = updates({ batch: true }, failure("server_error", { status: 500 }));

function playCreate(rollback: readonly Step[], timeoutMs?: number): Promise<FailedOutcome> {
  return playFailure([...BEGINNING, FAILS, ...rollback], creating(SETTINGS), timeoutMs);
}

describe("rolling a create back", () => {
  test("F-08: a queue that cannot be configured is removed, and the error says both", async () => {
    const { error } = await playCreate([looks(created()), deletes(), looks(GONE)]);
    expect(error.code).toBe("create_rolled_back");
    expect(error.message).toContain("could not be configured, so it was removed again");
    expect(error.message).toContain("The service: server_error.");
    expect(error.details.record).toBeUndefined();
  });

  test("F-08: if removing fails, the error contains the present settings", async () => {
    const { error } = await playCreate([looks(created()), deletes(failure("forbidden")), looks(created())]);
    expect(error).toMatchObject({ code: "create_incomplete", details: { record: { mode: "parallel" } } });
    expect(error.message).toContain("The service: server_error.");
    expect(error.message).toContain("Removing it failed, too: The service: forbidden.");
  });

  test("F-08, F-15: if reading also fails, the error contains the sent settings", async () => {
    const unread = times(2, looks(failure("unauthorized")));
    const { error, calls } = await playCreate(unread);
    expect(error.code).toBe("create_incomplete");
    expect(error.details.record).toEqual({ mode: "parallel" });
    expect(calls.at(-1)?.options).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000 });
  });

  const LOST = deletes(failure("outcome_unknown"));
  test.each([
    ["that turns out to be gone", [looks(created()), deletes(failure("server_error"))], "removed again"],
    ["that is gone after a lost delete", [looks(created()), LOST], "removed again"],
    ["F-41: that someone else has deleted", [], "no longer exists"],
  ])("a queue %s counts as removed, and nothing more is deleted", async (_, steps, end) => {
    await expectError(playCreate([...steps, looks(GONE)]), "create_rolled_back", end);
  });

  test("F-41: after a 404 to update and read, nothing is left to delete", async () => {
    const steps = [...BEGINNING, updates({ batch: true }, GONE), looks(GONE)];
    await expectError(playFailure(steps, creating(SETTINGS)), "create_rolled_back", "it no longer exists");
  });

  test.each([
    ["is limited", looks(failure("rate_limited"))],
    ["takes long", looks(failure("no_answer"), { takesMs: 5_000 })],
  ])(
    "F-42: if the read after a create %s, a queue that someone else has set meanwhile is kept, and not written",
    async (_, read) => {
      const steps = [looks(GONE), creates({ mode: "parallel" }), read];
      const wanted = { ...SETTINGS, requiredStatuses: ["ci/ours"] };
      for (const theirs of [created({ requiredStatuses: ["ci/theirs"] }), created({}, [3])]) {
        const failing = playFailure([...steps, ...times(2, looks(theirs))], creating(wanted));
        await expectError(failing, "create_incomplete", "was read before updateQueue was sent");
      }
      const gone = [...times(2, looks(GONE)), looks(ASSUMED), deletes(), looks(GONE)];
      const { error } = await playFailure([...steps, ...gone], creating(wanted));
      expect(error).toMatchObject({ code: "create_rolled_back", cause: { code: "queue_gone" } });
      const ours = updates({ batch: true }, live({ mode: "parallel", batch: true }));
      await play([...steps, looks(created()), ours], creating(SETTINGS));
    },
  );

  test("F-27: a queue that no read has shown gets time to show before it is deleted", async () => {
    const unseen = [looks(GONE), creates({ mode: "parallel" }), looks(GONE), FAILS];
    const steps = [...unseen, ...times(3, looks(GONE)), looks(ASSUMED), deletes(), looks(GONE)];
    const { error, clock } = await playFailure(steps, creating(SETTINGS));
    expect(error.code).toBe("create_rolled_back");
    expect(clock.sleeps).toEqual([250, 500, 1_000]);
  });

  test("F-08b, F-47: a queue with a pull request that is not ready is kept, also where the service does not show it", async () => {
    const failing = playCreate([looks(created(), { notReady: [pullRequest(3, "not_ready")] })]);
    await expectError(failing, "create_incomplete", "it has pull requests in it", "#3");
  });

  test("F-08: it is also removed when configuring is refused permanently", async () => {
    const refused = updates({ batch: true }, failure("refused", { field: "batch" }));
    const steps = [...BEGINNING, refused, ...times(2, looks(created())), deletes(), looks(GONE)];
    const { error } = await playFailure(steps, creating(SETTINGS));
    expect(error).toMatchObject({ code: "create_rolled_back", details: { field: "batch" } });
  });

  test("F-02: lost deletes are repeated until the time is over", async () => {
    const lost = [{ ...LOST, takesMs: 500 }, looks(created())];
    const slow = updates({ batch: true }, failure("server_error"), { takesMs: 8_000 });
    const steps = [...BEGINNING, slow, looks(created()), ...lost, ...lost, looks(created())];
    const { error, clock } = await playFailure(steps, creating(SETTINGS), 10_000);
    expect(error.code).toBe("create_incomplete");
    expect(clock.sleeps).toEqual([250]);
  });

  test("K-7: an interrupt does not stop it", async () => {
    const steps = [...BEGINNING, { ...FAILS, ...INTERRUPT }, looks(created()), deletes(), looks(GONE)];
    await expectError(playFailure(steps, creating(SETTINGS)), "create_rolled_back");
  });

  test("F-03: configuring leaves time for it, 30 seconds or a fifth", async () => {
    for (const [timeoutMs, reserveMs] of [
      [300_000, 30_000],
      [10_000, 2_000],
    ] as const) {
      const { calls } = await playCreate([looks(created()), deletes(), looks(GONE)], timeoutMs);
      const working = calls.slice(0, 2).map(({ remainingMs }) => remainingMs);
      expect(working).toEqual([timeoutMs - reserveMs, timeoutMs - reserveMs]);
      expect(calls[3]?.remainingMs).toBe(timeoutMs - reserveMs);
    }
  });

  test("F-03: time that creating and configuring used up is still there for it", async () => {
    const steps = [
      looks(GONE),
      creates({ mode: "parallel" }, {}, { takesMs: 100_000 }),
      looks(created()),
      updates({ batch: true }, failure("server_error"), { takesMs: 170_000 }),
      looks(created()),
      deletes(),
      looks(GONE),
    ];
    const { error, calls } = await playFailure(steps, creating(SETTINGS));
    expect(error.code).toBe("create_rolled_back");
    expect(calls[4]?.remainingMs).toBe(25_000);
  });

  test("F-03: removing and reading back together take no longer than the operation's deadline", async () => {
    const steps = [
      looks(GONE),
      creates({ mode: "parallel" }, {}, { takesMs: 8_000 }),
      looks(ASSUMED, { takesMs: 1_500 }),
      looks(failure("server_error"), { takesMs: 500 }),
    ];
    const { error, clock, calls } = await playFailure(
      steps,
      async (stage) => {
        const startedAt = stage.clock.now();
        try {
          return await runCreate(stage.context, { settings: SETTINGS });
        } finally {
          expect(stage.clock.now() - startedAt).toBeLessThanOrEqual(10_000);
        }
      },
      10_000,
    );
    expect(error).toMatchObject({ code: "create_incomplete", details: { record: { mode: "parallel" } } });
    expect(calls.map(({ remainingMs }) => remainingMs)).toEqual([8_000, 8_000, 1_500, 500]);
    expect(clock.sleeps).toEqual([]);
  });

  test("whatever went wrong, the cause is kept", async () => {
    const cause = new TypeError("a fault of ours");
    const { result } = await play([looks(created()), deletes(), looks(GONE)], ({ context }) =>
      rollBackCreate(context, { sent: {}, known: new KnownQueue(), isSeen: true }, cause),
    );
    expect(result).toMatchObject({ code: "create_rolled_back", cause });
    expect(result.message).toContain("a fault of ours");
  });
});
