import { play, playFailure } from "../support/play";
import { deleting } from "../support/runs";
import {
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  QUEUE,
  QUEUE_ID,
  reads,
  times,
  without,
} from "../support/steps";

const SWITCHING = live({ state: "switching_modes" });

describe("deleteQueue", () => {
  test.each([[{}], [null], [["deleted"]]])(
    "K-3: reads and deletes; %j is a response to believe",
    async (response) => {
      const { result } = await play([reads(live()), deletes(response)], deleting);
      expect(result).toBe("deleted");
    },
  );

  test("K-3, F-19: after a text response it confirms by a read that the queue is gone", async () => {
    const { result } = await play([reads(live()), deletes(), reads(GONE)], deleting);
    expect(result).toBe("deleted");
  });

  test("F-22: a queue whose pull requests the service does not show is not deleted, and the error says why", async () => {
    const unlisted = reads(without(live(), "enqueuedPullRequests"));
    const { error } = await playFailure([unlisted], deleting);
    expect(error).toMatchObject({
      code: "unexpected_response",
      message: expect.stringMatching(
        /^Whether queue github\.com\/acme\/web\/main is empty .* has no enqueuedPullRequests\./,
      ) as string,
      details: { queue: QUEUE, operation: "getQueue", field: "enqueuedPullRequests" },
    });
  });

  test("K-3 (1): a queue that is gone already is a success without any call that changes something", async () => {
    const { result } = await play([reads(GONE)], deleting);
    expect(result).toBe("already_gone");
  });

  test("K-3 (1): a first read that fails ends it", async () => {
    const { error } = await playFailure([reads(failure("wrong_address"))], deleting);
    expect(error.code).toBe("wrong_address");
  });

  test("F-17: unknown values and new or missing fields do not prevent a deletion", async () => {
    const odd = without(live({ state: "resting", mode: "quantum", shiny: 1 }), "concurrency");
    const { result } = await play([reads(odd), deletes(), reads(GONE)], deleting);
    expect(result).toBe("deleted");
  });

  test("F-22, K-3 (1): a queue with pull requests is left alone, and they are listed", async () => {
    const { error } = await playFailure([reads(live({}, [7, 12]))], deleting);
    expect(error).toMatchObject({ code: "queue_not_empty", details: { queue: QUEUE } });
    expect(error.message).toContain(`${QUEUE_ID} was not deleted, because 2 pull requests are in it`);
    expect(error.message).toContain('#7 "Change 7" by ada (testing)');
    expect(error.message).toContain("#12");
    expect(error.message).toContain("Nothing was changed.");
  });

  test("F-22: a pull request submitted in between gives the same error, whatever the status of the refusal", async () => {
    for (const code of ["refused", "outcome_unknown", "not_found"] as const) {
      const steps = [reads(live()), deletes(failure(code)), reads(live({}, [9]))];
      const { error } = await playFailure(steps, deleting);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toContain("#9");
    }
  });

  test("I-1, F-19: a refusal dressed as success is found by reading back", async () => {
    const steps = [reads(live()), deletes("queue is not empty"), reads(live({}, [9]))];
    const { error } = await playFailure(steps, deleting);
    expect(error.code).toBe("queue_not_empty");
  });

  test("I-1: a queue that still exists after a successful deletion is an error", async () => {
    const { error } = await playFailure([reads(live()), deletes(), ...times(8, reads(live()))], deleting);
    expect(error).toMatchObject({ code: "unexpected_response", details: { operation: "deleteQueue" } });
    expect(error.message).toContain("still exists");
  });

  test("F-27: reads that lag behind the deletion are given time", async () => {
    const steps = [reads(live()), deletes("OK"), reads(live()), reads(GONE)];
    const { result, clock } = await play(steps, deleting);
    expect(result).toBe("deleted");
    expect(clock.sleeps).toEqual([250]);
  });

  describe("when /deleteQueue does not succeed", () => {
    test("K-3 (3), F-02: after a lost response reading decides", async () => {
      const steps = [reads(live()), deletes(failure("outcome_unknown")), reads(GONE)];
      const { result } = await play(steps, deleting);
      expect(result).toBe("deleted");
    });

    test.each(["refused", "not_found"] as const)(
      "F-23: an outside change deleted it between read and delete (%s)",
      async (code) => {
        const { result } = await play([reads(live()), deletes(failure(code)), reads(GONE)], deleting);
        expect(result).toBe("already_gone");
      },
    );

    test("K-3 (3): a refusal of an empty queue is thrown with what the service said", async () => {
      const refusal = failure("refused", { serverText: "locked" });
      const { error } = await playFailure([reads(live()), deletes(refusal), reads(live())], deleting);
      expect(error).toBe(refusal);
    });

    test("K-3 (3): a refusal is thrown where reading what it means fails", async () => {
      const refusal = failure("refused");
      const steps = [reads(live()), deletes(refusal), reads(failure("server_error"))];
      const { error } = await playFailure(steps, deleting);
      expect(error).toBe(refusal);
    });

    test("a 404 for a queue that keeps showing is thrown", async () => {
      const steps = [reads(live()), deletes(GONE), ...times(8, reads(live()))];
      const { error } = await playFailure(steps, deleting);
      expect(error).toBe(GONE);
    });

    test.each(["unauthorized", "forbidden", "rate_limited", "unreachable"] as const)(
      "F-15: %s is thrown unchanged, and nothing is read",
      async (code) => {
        const { error } = await playFailure([reads(live()), deletes(failure(code))], deleting);
        expect(error.code).toBe(code);
      },
    );

    test("F-25: a refusal while the empty queue is switching modes is waited out", async () => {
      const steps = [
        reads(SWITCHING),
        deletes(failure("refused")),
        reads(SWITCHING),
        reads(SWITCHING),
        reads(live()),
        deletes(),
        reads(GONE),
      ];
      const { result } = await play(steps, deleting);
      expect(result).toBe("deleted");
    });
  });

  describe("when an interrupt comes", () => {
    test("K-7: it ends before /deleteQueue", async () => {
      const { error } = await playFailure([reads(live(), INTERRUPT)], deleting);
      expect(error.code).toBe("interrupted");
      expect(error.message).toContain("nothing was changed");
    });

    test("K-8: a deletion in progress is finished and read once more", async () => {
      const { result } = await play([reads(live()), deletes("OK", INTERRUPT), reads(GONE)], deleting);
      expect(result).toBe("deleted");
    });

    test("K-7: it ends the wait for a queue that is switching modes", async () => {
      const steps = [reads(SWITCHING), deletes(failure("refused")), reads(SWITCHING)];
      const { error } = await playFailure(steps, async (stage) => {
        stage.clock.after(1, () => {
          stage.stop.abort();
        });
        return deleting(stage);
      });
      expect(error.code).toBe("interrupted");
    });
  });
});
