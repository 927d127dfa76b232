import { expectError, play, playFailure } from "../support/play";
import { creating, runCreate } from "../support/runs";
import {
  creates,
  deletes,
  failure,
  GONE,
  INTERRUPT,
  interruptAfter,
  live,
  looks,
  QUEUE,
  QUEUE_ID,
  record,
  times,
  updates,
} from "../support/steps";

const ALL = { mode: "parallel", concurrency: 4, batch: true, requiredStatuses: ["ci/build"] } as const;
const ON_CREATE = { mode: "parallel", concurrency: 4 } as const;
const AFTERWARDS = { batch: true, requiredStatuses: ["ci/build"] };
const STORED = record({ ...ON_CREATE, batch: true });
/** What the new queue got: the base of its roll back. */
const NEW = looks(live(ON_CREATE));

describe("createQueue", () => {
  test("K-1, F-41: reads, creates with what create takes, reads once, updates with the rest, in this order", async () => {
    const steps = [looks(GONE), creates(ON_CREATE), NEW, updates(AFTERWARDS, STORED)];
    expect((await play(steps, creating(ALL))).result).toMatchObject({ ...ALL, mergeMethod: "squash" });
  });

  test("K-1 (1): checks identity and bounds again and calls nothing", async () => {
    const identity = { repo: { host: "", owner: "acme", name: "a/b" }, targetBranch: "main" };
    const settings = { concurrency: 0, testingTimeoutMinutes: 4_294_967_296 };
    const { error } = await playFailure([], ({ context }) =>
      runCreate({ ...context, queue: identity }, { settings }),
    );
    expect(error).toMatchObject({ code: "invalid_request", details: { field: "repo.host" } });
    const parts = ["repo.host", "repo.name", "concurrency", "testing_timeout_minutes"];
    for (const part of parts) expect(error.message).toContain(`${part}: `);
  });

  test("K-1 (2), F-09: refuses a queue that exists and does not change it", async () => {
    const failing = playFailure([looks(live())], creating(ALL));
    await expectError(failing, { code: "queue_exists", details: { queue: QUEUE } }, QUEUE_ID);
  });

  test("K-1 (2): a first read that fails ends it before anything is created", async () => {
    await expectError(playFailure([looks(failure("unauthorized"))], creating(ALL)), "unauthorized");
  });

  test("K-1 (4), I-1: a queue without settings is only created and read back", async () => {
    const { result } = await play([looks(GONE), creates({}), looks(live())], creating());
    expect(result).toMatchObject({ mode: "single", concurrency: 5 });
  });

  test.each([
    [0, []],
    [3, [updates({ pendingFailureDepth: 0 }, record({ ...ON_CREATE, pendingFailureDepth: 0 }))]],
  ])("K-1 (4): a 0 is sent only if the new queue has another number (it has %i)", async (has, later) => {
    const shown = live({ ...ON_CREATE, pendingFailureDepth: has });
    const steps = [looks(GONE), creates(ON_CREATE), looks(shown), ...later];
    await play(steps, creating({ ...ON_CREATE, pendingFailureDepth: 0 }));
  });

  test("K-1 (4): no update follows if create accepts everything", async () => {
    const steps = [looks(GONE), creates(ON_CREATE), NEW];
    const { result } = await play(steps, creating({ mode: "parallel", concurrency: 4 }));
    expect(result).toMatchObject(ON_CREATE);
  });

  test("K-1 (5), I-1: also compares the settings of the create with the record of the update", async () => {
    const steps = [
      looks(GONE),
      creates(ON_CREATE),
      NEW,
      updates(AFTERWARDS, record({ ...ON_CREATE, concurrency: 2, batch: true })),
      looks(live({ ...ON_CREATE, batch: true })),
      deletes(),
      looks(GONE),
    ];
    const expected = { code: "create_rolled_back", details: { field: "concurrency" } };
    await expectError(playFailure(steps, creating(ALL)), expected, "concurrency: asked for 4, stored is 2");
  });

  test("C-14: the branch is sent in Unicode NFC", async () => {
    const identity = { ...QUEUE, targetBranch: "cafe\u0301" };
    const branch = { targetBranch: "caf\u00e9" };
    const steps = [looks(GONE), creates({}), looks(live())].map((step) => ({
      ...step,
      request: { ...step.request, ...branch },
    }));
    const { calls } = await play(steps, ({ context }) =>
      runCreate({ ...context, queue: identity }, { settings: {} }),
    );
    expect(calls).toHaveLength(3);
  });

  describe("when the response to /createQueue is lost", () => {
    const LOST = failure("outcome_unknown");

    test("F-02, F-04: finds the queue by reading, sends everything again and counts it as created", async () => {
      const steps = [looks(GONE), creates(ON_CREATE, LOST), looks(live(ON_CREATE)), updates(ALL, STORED)];
      expect((await play(steps, creating(ALL))).result).toMatchObject(ALL);
    });

    test("F-02: a queue without declared settings is found, and nothing is sent to it", async () => {
      const { result } = await play([looks(GONE), creates({}, LOST), looks(live())], creating());
      expect(result).toMatchObject({ mode: "single" });
    });

    test("F-13, F-42: a queue that someone else creates while the service asks to wait exists already", async () => {
      const limited = creates(ON_CREATE, failure("rate_limited"), { isRepeated: true });
      const { error } = await playFailure([looks(GONE), limited, looks(live(ON_CREATE))], creating(ALL));
      expect(error).toMatchObject({ code: "queue_exists", details: { queue: QUEUE } });
    });

    test("F-08, I-3: an inferred queue is never deleted, whatever happens to its configuration", async () => {
      const steps = [
        looks(GONE),
        creates(ON_CREATE, LOST),
        looks(live(ON_CREATE)),
        updates(ALL, record({ ...ON_CREATE, batch: false })),
      ];
      for (const onExisting of ["fail", "adopt"] as const) {
        const { error } = await playFailure(steps, ({ context }) =>
          runCreate(context, { settings: ALL }, { onExisting }),
        );
        expect(error).toMatchObject({ code: "create_unproven", details: { queue: QUEUE, field: "batch" } });
        expect(error.message).toContain("was not deleted");
        expect(error.details.record).toBeUndefined();
      }
    });

    test("K-7, R-2: an interrupt ends it after one more read, and it is not sent again", async () => {
      const steps = [looks(GONE), creates(ON_CREATE, LOST, INTERRUPT), looks(GONE)];
      const { error, clock } = await playFailure(steps, creating(ALL));
      expect(error).toMatchObject({ code: "interrupted", details: { queue: QUEUE } });
      expect(error.message).toContain("Later reads did not show the queue.");
      expect(clock.sleeps).toEqual([]);
    });

    test("K-7: an interrupt while it waits to be sent again ends the wait, and one more read decides", async () => {
      const lost = creates(ON_CREATE, LOST, interruptAfter(100));
      const { error } = await playFailure([looks(GONE), lost, looks(GONE), looks(GONE)], creating(ALL));
      expect(error.code).toBe("interrupted");
    });

    test("K-7: a queue that is found after the interrupt is configured", async () => {
      for (const look of [[looks(live(ON_CREATE))], [looks(GONE), looks(live(ON_CREATE))]]) {
        const lost = creates(ON_CREATE, LOST, look.length === 1 ? INTERRUPT : interruptAfter(100));
        const { result } = await play([looks(GONE), lost, ...look, updates(ALL, STORED)], creating(ALL));
        expect(result).toMatchObject(ALL);
      }
    });

    test("K-7: an interrupt before it is sent again ends it, although nothing was lost then", async () => {
      const steps = [
        looks(GONE),
        creates(ON_CREATE, LOST),
        looks(GONE),
        creates(ON_CREATE, failure("interrupted"), INTERRUPT),
        looks(GONE),
      ];
      const { error } = await playFailure(steps, creating(ALL));
      expect(error).toMatchObject({ code: "interrupted", details: { isEffectPossible: true } });
    });
  });

  describe("when /createQueue is refused", () => {
    const REFUSAL = failure("refused");

    test("F-13: if the queue exists now, an outside change created it first", async () => {
      const { error } = await playFailure([looks(GONE), creates({}, REFUSAL), looks(live())], creating());
      expect(error).toMatchObject({ code: "queue_exists", cause: REFUSAL });
    });

    test("the error is the refusal if the queue does not exist, or if reading fails", async () => {
      for (const look of [GONE, failure("server_error")]) {
        const { error } = await playFailure([looks(GONE), creates({}, REFUSAL), looks(look)], creating());
        expect(error).toBe(REFUSAL);
      }
    });

    test.each(["not_found", "unauthorized", "forbidden", "unreachable", "rate_limited"] as const)(
      "R-2: %s means that nothing was created, and nothing is read or deleted",
      async (code) => {
        const { error } = await playFailure([looks(GONE), creates({}, failure(code))], creating());
        expect(error.code).toBe(code);
      },
    );
  });

  describe("when the queue is created and an interrupt comes", () => {
    test("K-7: it ends before /createQueue", async () => {
      const failing = playFailure([looks(GONE, INTERRUPT)], creating(ALL));
      await expectError(failing, "interrupted", "nothing was changed");
    });

    test("K-7, C-75: it finishes once /createQueue is on its way", async () => {
      const steps = [
        looks(GONE),
        creates(ON_CREATE, {}, INTERRUPT),
        NEW,
        updates(AFTERWARDS, undefined),
        looks(live()),
        looks(live({ ...ON_CREATE, batch: true })),
      ];
      const { result, calls, clock } = await play(steps, creating(ALL));
      expect(result).toMatchObject(ALL);
      expect(clock.sleeps).toEqual([250]);
      const isStoppable = calls.map(({ options }) => options.stopSignal !== undefined);
      expect(isStoppable).toEqual([true, true, ...times(4, false)]);
    });

    test("K-7: it also finishes waiting for a queue that is switching modes", async () => {
      const steps = [
        looks(GONE),
        creates(ON_CREATE, {}, INTERRUPT),
        NEW,
        updates(AFTERWARDS, failure("refused")),
        looks(live({ ...ON_CREATE, state: "switching_modes" })),
        looks(live(ON_CREATE)),
        updates(AFTERWARDS, STORED),
      ];
      expect((await play(steps, creating(ALL))).result).toMatchObject(ALL);
    });
  });

  describe("reading back", () => {
    test.each([
      ["F-19: text", "OK"],
      ["F-18: a list", []],
      ["F-18: a record without a setting", { ...record(), mergeMethod: undefined }],
      ["F-18: a record with a setting of another type", record({ concurrency: "4" })],
    ])("%s in place of the record lets a read decide", async (_, response) => {
      const steps = [
        looks(GONE),
        creates(ON_CREATE),
        NEW,
        updates(AFTERWARDS, response),
        looks(live({ ...ON_CREATE, batch: true })),
      ];
      expect((await play(steps, creating(ALL))).result).toMatchObject(ALL);
    });

    test("F-27: polls for 15 seconds at most until /getQueue shows the written values", async () => {
      const steps = [looks(GONE), creates({}), ...times(3, looks(GONE)), looks(live())];
      expect((await play(steps, creating())).clock.sleeps).toEqual([250, 500]);
    });

    test("F-27, F-41: a queue that never shows is an error, and nothing is deleted", async () => {
      const steps = [looks(GONE), creates({}), ...times(1 + 8 + 8, looks(GONE))];
      await expectError(playFailure(steps, creating()), "create_rolled_back", "no longer exists");
    });
  });
});
