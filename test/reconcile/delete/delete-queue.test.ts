import { deleteQueue } from "../../../src/reconcile/delete/delete-queue";
import { catchRejection } from "../../api/support/catch-rejection";
import { play, playFailure } from "../support/play";
import { deleting } from "../support/runs";
import {
  deletes,
  failure,
  GONE,
  INTERRUPT,
  interruptAfter,
  live,
  QUEUE,
  QUEUE_ID,
  reads,
  times,
  without,
} from "../support/steps";

const SWITCHING = live({ state: "switching_modes" });

describe("deleteQueue", () => {
  const ODD = without(live({ state: "resting", mode: "quantum", shiny: 1 }), "concurrency");
  test.each([
    ["K-3: a response in JSON is believed", live(), [deletes({})]],
    ["K-3: as is null", live(), [deletes(null)]],
    ["K-3: as is a list", live(), [deletes(["deleted"])]],
    ["K-3, F-19: after text, a read confirms it", live(), [deletes(), reads(GONE)]],
    ["K-8: also after an interrupt", live(), [deletes("OK", INTERRUPT), reads(GONE)]],
    ["F-17: unknown values and new or missing fields do not prevent it", ODD, [deletes(), reads(GONE)]],
    ["F-27: reads that lag are given time", live(), [deletes(), reads(live()), reads(GONE)]],
    [
      "K-3 (3), F-02: after a lost response, reading decides",
      live(),
      [deletes(failure("outcome_unknown")), reads(GONE)],
    ],
    [
      "F-25: a refusal while it is switching modes is waited out",
      SWITCHING,
      [deletes(failure("refused")), ...times(2, reads(SWITCHING)), reads(live()), deletes(), reads(GONE)],
    ],
  ])("an empty queue is deleted: %s", async (_, shown, steps) => {
    expect((await play([reads(shown), ...steps], deleting)).result).toBe("deleted");
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

  describe("when /deleteQueue does not succeed", () => {
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
  });

  describe("when it is not the queue that it was", () => {
    const OTHER = live({ concurrency: 9 });
    test.each<[string, object, boolean]>([
      ["another value", { settings: { concurrency: 2 } }, true],
      ["an additional setting with another value", { additionalFields: { shiny: 2 } }, true],
      ["another list of statuses", { settings: { requiredStatuses: ["ci/mine"] } }, true],
      [
        "the same values, in another order",
        { settings: { concurrency: 1, requiredStatuses: ["ci/build", "ci/build"] } },
        false,
      ],
      ["another state", { settings: { state: "paused" } }, false],
      ["fields that are not declared, or not known", { settings: { requiredStatuses: undefined } }, false],
    ])("F-44: %s than planned: refused is %s", async (_, fields, isRefused) => {
      const expected = { settings: {}, additionalFields: {}, ...fields };
      const found = reads(live({ shiny: 1 }));
      const steps = isRefused ? [found] : [found, deletes({})];
      const run = play(steps, ({ context }) => deleteQueue(context, expected));
      if (!isRefused) expect((await run).result).toBe("deleted");
      else {
        const error = await catchRejection(run);
        expect(error).toMatchObject({ code: "plan_outdated", details: { queue: QUEUE } });
        expect(error.message).toMatch(
          /was not deleted, because its .* when this was planned.*Nothing was changed/,
        );
      }
    });

    test.each([
      ["after a lost response", [deletes(failure("outcome_unknown"))], [reads(OTHER)]],
      [
        "after a 429 with Retry-After",
        [deletes(failure("rate_limited"), { isRepeated: true })],
        [reads(OTHER)],
      ],
      ["once it has switched modes", [deletes(failure("refused")), reads(SWITCHING)], [reads(OTHER)]],
    ])("F-40: another queue is not deleted %s", async (_, begun, rest) => {
      const { error } = await playFailure([reads(live()), ...begun, ...rest], deleting);
      expect(error).toMatchObject({ code: "outcome_unknown", details: { field: "concurrency" } });
    });

    test("F-42: a queue that is gone after a 429 with Retry-After is gone already", async () => {
      const limited = deletes(failure("rate_limited"), { isRepeated: true });
      expect((await play([reads(live()), limited, reads(GONE)], deleting)).result).toBe("already_gone");
    });

    test("F-25: a queue that is gone once it has switched modes is gone already", async () => {
      const steps = [reads(SWITCHING), deletes(failure("refused")), reads(SWITCHING), reads(GONE)];
      expect((await play(steps, deleting)).result).toBe("already_gone");
    });
  });

  describe("when an interrupt comes", () => {
    test("K-7: it ends before /deleteQueue", async () => {
      const { error } = await playFailure([reads(live(), INTERRUPT)], deleting);
      expect(error.code).toBe("interrupted");
      expect(error.message).toContain("nothing was changed");
    });

    test("K-7: it ends the wait for a queue that is switching modes", async () => {
      const steps = [reads(SWITCHING), deletes(failure("refused")), reads(SWITCHING, interruptAfter(1))];
      const { error } = await playFailure(steps, deleting);
      expect(error.code).toBe("interrupted");
    });
  });
});
