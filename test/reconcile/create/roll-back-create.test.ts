import { rollBackCreate } from "../../../src/reconcile/create/roll-back-create";
import { type FailedOutcome, play, playFailure } from "../support/play";
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
  reads,
  type Step,
  times,
  updates,
} from "../support/steps";

const SETTINGS = { mode: "parallel", batch: true } as const;
/** The queue as it was created, and with changes. */
const created = (settings: object = {}, pullRequests: readonly number[] = []): object =>
  live({ mode: "parallel", ...settings }, pullRequests);
const BEGINNING = [reads(GONE), creates({ mode: "parallel" })];
const FAILS = updates({ batch: true }, failure("server_error", { status: 500 }));

function playCreate(rollback: readonly Step[], timeoutMs?: number): Promise<FailedOutcome> {
  return playFailure([...BEGINNING, FAILS, ...rollback], creating(SETTINGS), timeoutMs);
}

describe("rolling a create back", () => {
  test("F-08: a queue that cannot be configured is removed, and the error says both", async () => {
    const { error } = await playCreate([looks(created()), deletes(), reads(GONE)]);
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
    const unread = times(2, reads(failure("unauthorized")));
    const { error, calls } = await playCreate(unread);
    expect(error.code).toBe("create_incomplete");
    expect(error.details.record).toEqual({ mode: "parallel" });
    expect(calls.at(-1)?.options).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000 });
  });

  const LOST = deletes(failure("outcome_unknown"));
  test.each([
    ["that turns out to be gone counts", [looks(created()), deletes(failure("server_error"))]],
    ["F-27: that does not show yet is deleted all the same and counts", [reads(GONE), deletes()]],
    [
      "F-27: that does not show after a lost delete is deleted again and counts",
      [reads(GONE), LOST, reads(GONE), deletes()],
    ],
  ])("a queue %s as removed", async (_, steps) => {
    const { error } = await playCreate([...steps, reads(GONE)]);
    expect(error.code).toBe("create_rolled_back");
  });

  test("F-27: a refused delete waits until the queue shows why", async () => {
    const { error } = await playCreate([
      reads(GONE),
      deletes(failure("refused")),
      reads(GONE),
      looks(created({}, [3])),
    ]);
    expect(error.code).toBe("create_incomplete");
    expect(error.message).toContain("#3");
  });

  test("F-08b, F-47: a queue with a pull request that is not ready is kept, also where the service does not show it", async () => {
    const { error } = await playCreate([looks(created(), { notReady: [pullRequest(3, "not_ready")] })]);
    expect(error.code).toBe("create_incomplete");
    expect(error.message).toContain("it has pull requests in it");
    expect(error.message).toContain("#3");
  });

  test("F-08: it is also removed when configuring is refused permanently", async () => {
    const refused = updates({ batch: true }, failure("refused", { field: "batch" }));
    const steps = [...BEGINNING, refused, ...times(2, looks(created())), deletes(), reads(GONE)];
    const { error } = await playFailure(steps, creating(SETTINGS));
    expect(error).toMatchObject({ code: "create_rolled_back", details: { field: "batch" } });
  });

  test("F-02: lost deletes are repeated until the time is over", async () => {
    const lost = [{ ...LOST, takesMs: 500 }, reads(GONE)];
    const slow = updates({ batch: true }, failure("server_error"), { takesMs: 8_000 });
    const steps = [...BEGINNING, slow, reads(GONE), ...lost, ...lost, looks(created())];
    const { error, clock } = await playFailure(steps, creating(SETTINGS), 10_000);
    expect(error.code).toBe("create_incomplete");
    expect(clock.sleeps).toEqual([250]);
  });

  test("K-7: an interrupt does not stop it", async () => {
    const steps = [...BEGINNING, { ...FAILS, ...INTERRUPT }, looks(created()), deletes(), reads(GONE)];
    const { error } = await playFailure(steps, creating(SETTINGS));
    expect(error.code).toBe("create_rolled_back");
  });

  test("F-03: configuring leaves time for it, 30 seconds or a fifth", async () => {
    for (const [timeoutMs, reserveMs] of [
      [300_000, 30_000],
      [10_000, 2_000],
    ] as const) {
      const { calls } = await playCreate([looks(created()), deletes(), reads(GONE)], timeoutMs);
      const working = calls.slice(0, 3).map(({ remainingMs }) => remainingMs);
      expect(working).toEqual([timeoutMs - reserveMs, timeoutMs - reserveMs, timeoutMs - reserveMs]);
    }
  });

  test("F-03: time that creating and configuring used up is still there for it", async () => {
    const steps = [
      reads(GONE),
      creates({ mode: "parallel" }, {}, { takesMs: 100_000 }),
      updates({ batch: true }, failure("server_error"), { takesMs: 170_000 }),
      looks(created()),
      deletes(),
      reads(GONE),
    ];
    const { error, calls } = await playFailure(steps, creating(SETTINGS));
    expect(error.code).toBe("create_rolled_back");
    expect(calls[3]?.remainingMs).toBe(25_000);
  });

  test("F-03: removing and reading back together take no longer than the operation's deadline", async () => {
    const steps = [
      reads(GONE),
      creates({ mode: "parallel" }, {}, { takesMs: 8_000 }),
      looks(created(), { takesMs: 1_500 }),
      reads(failure("server_error"), { takesMs: 500 }),
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
    const { result } = await play([looks(created()), deletes(), reads(GONE)], ({ context }) =>
      rollBackCreate(context, {}, () => undefined, cause),
    );
    expect(result).toMatchObject({ code: "create_rolled_back", cause });
    expect(result.message).toContain("a fault of ours");
  });
});
