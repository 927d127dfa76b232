import { deleteQueue } from "../../../src/reconcile/delete/delete-queue";
import { catchRejection } from "../../api/support/catch-rejection";
import { expectError, play, playFailure } from "../support/play";
import { deleting } from "../support/runs";
import {
  deletes,
  failure,
  GONE,
  INTERRUPT,
  INTERRUPT_LIST,
  interruptAfter,
  live,
  looks,
  pullRequest,
  QUEUE,
  QUEUE_ID,
  reads,
  times,
  without,
} from "../support/steps";

const SWITCHING = live({ state: "switching_modes" });
const LOST = deletes(failure("outcome_unknown"));
const REFUSED = deletes(failure("refused"));

describe("deleteQueue", () => {
  const ODD = without(live({ state: "resting", mode: "quantum", shiny: 1 }), "concurrency");
  test.each([
    ["K-3: a response in JSON is believed", live(), [deletes({})]],
    ["K-3: as is null", live(), [deletes(null)]],
    ["K-3: as is a list", live(), [deletes(["deleted"])]],
    ["K-3, F-19: after text, a read confirms it", live(), [deletes(), looks(GONE)]],
    ["K-8: also after an interrupt", live(), [deletes("OK", INTERRUPT), looks(GONE)]],
    ["F-17: unknown values and new or missing fields do not prevent it", ODD, [deletes(), looks(GONE)]],
    ["F-27: reads that lag are given time", live(), [deletes(), looks(live()), looks(GONE)]],
    ["K-3 (3), F-02: after a lost response, reading decides", live(), [LOST, looks(GONE)]],
    [
      "F-25: a refusal while it is switching modes is waited out",
      SWITCHING,
      [REFUSED, ...times(2, looks(SWITCHING)), looks(live()), deletes(), looks(GONE)],
    ],
  ])("an empty queue is deleted: %s", async (_, shown, steps) => {
    expect((await play([looks(shown), ...steps], deleting)).result).toBe("deleted");
  });

  test("F-22: a queue whose pull requests the service does not show is not deleted, and the error says why", async () => {
    const unlisted = looks(without(live(), "enqueuedPullRequests"));
    const { error } = await playFailure([unlisted], deleting);
    expect(error).toMatchObject({
      code: "unexpected_response",
      message: expect.stringMatching(
        /^It is not known whether queue github\.com\/acme\/web\/main is empty: .* has no enqueuedPullRequests\./,
      ) as string,
      details: { queue: QUEUE, operation: "getQueue", field: "enqueuedPullRequests" },
    });
  });

  test("K-3 (1): a queue that is gone already is a success without any call that changes something", async () => {
    expect((await play([looks(GONE)], deleting)).result).toBe("already_gone");
  });

  test("K-3 (1): a first read that fails ends it", async () => {
    await expectError(playFailure([looks(failure("wrong_address"))], deleting), "wrong_address");
  });

  test("F-22, K-3 (1): a queue with pull requests is left alone, and they are listed", async () => {
    const { error } = await playFailure([looks(live({}, [7, 12]))], deleting);
    expect(error).toMatchObject({ code: "queue_not_empty", details: { queue: QUEUE } });
    expect(error.message).toContain(`${QUEUE_ID} was not deleted, because 2 pull requests are in it`);
    expect(error.message).toContain('#7 "Change 7" by ada (testing)');
    expect(error.message).toContain("#12");
    expect(error.message).toContain("Nothing was changed.");
  });

  test("F-22: a pull request submitted in between gives the same error, whatever the status of the refusal", async () => {
    for (const code of ["refused", "outcome_unknown", "not_found"] as const) {
      const steps = [looks(live()), deletes(failure(code)), looks(live({}, [9]))];
      await expectError(playFailure(steps, deleting), "queue_not_empty", "#9");
    }
  });

  test("I-1, F-19: a refusal dressed as success is found by reading back", async () => {
    const steps = [looks(live()), deletes("queue is not empty"), looks(live({}, [9]))];
    await expectError(playFailure(steps, deleting), "queue_not_empty");
  });

  test("I-1: a queue that still exists after a successful deletion is an error", async () => {
    const { error } = await playFailure([looks(live()), deletes(), ...times(8, looks(live()))], deleting);
    expect(error).toMatchObject({ code: "unexpected_response", details: { operation: "deleteQueue" } });
    expect(error.message).toContain("still exists");
  });

  describe("when /deleteQueue does not succeed", () => {
    test.each(["refused", "not_found"] as const)(
      "F-23: an outside change deleted it between read and delete (%s)",
      async (code) => {
        const { result } = await play([looks(live()), deletes(failure(code)), looks(GONE)], deleting);
        expect(result).toBe("already_gone");
      },
    );

    test("K-3 (3): a refusal of an empty queue is thrown with what the service said", async () => {
      const refusal = failure("refused", { serverText: "locked" });
      const { error } = await playFailure([looks(live()), deletes(refusal), looks(live())], deleting);
      expect(error).toBe(refusal);
    });

    test("K-3 (3): a refusal is thrown where reading what it means fails", async () => {
      const refusal = failure("refused");
      const steps = [looks(live()), deletes(refusal), looks(failure("server_error"))];
      expect((await playFailure(steps, deleting)).error).toBe(refusal);
    });

    test("a 404 for a queue that keeps showing is thrown", async () => {
      const steps = [looks(live()), deletes(GONE), ...times(8, looks(live()))];
      expect((await playFailure(steps, deleting)).error).toBe(GONE);
    });

    test.each(["unauthorized", "forbidden", "rate_limited", "unreachable"] as const)(
      "F-15: %s is thrown unchanged, and nothing is read",
      async (code) => {
        expect((await playFailure([looks(live()), deletes(failure(code))], deleting)).error.code).toBe(code);
      },
    );
  });

  describe("when pull requests are not ready, and the service does not show them with the queue", () => {
    const HIDDEN = looks(live(), { notReady: [pullRequest(9, "not_ready")] });
    const UNLISTED = looks(live(), { notReady: failure("forbidden") });

    test.each([
      ["before /deleteQueue", []],
      ["after a lost response", [looks(live()), LOST]],
      ["after a refusal", [looks(live()), REFUSED]],
      ["after a refusal while it was switching modes", [looks(SWITCHING), REFUSED, looks(SWITCHING)]],
      ["after a success in text", [looks(live()), deletes(), ...times(7, looks(live()))]],
    ])("F-47: a queue with only those is not deleted, and they are listed: %s", async (_, steps) => {
      const { error } = await playFailure([...steps, HIDDEN], deleting);
      expect(error.code).toBe("queue_not_empty");
      expect(error.message).toContain('because 1 pull request is in it:\n  #9 "Change 9" by ada (not_ready)');
      expect(error.message).toContain(`cancel them first: mergequeue pr cancel "${QUEUE_ID}" NUMBER`);
    });

    test("F-47: if they cannot be listed, nothing is sent, and the error says why", async () => {
      const { error } = await playFailure([UNLISTED], deleting);
      expect(error).toMatchObject({ code: "forbidden", details: { queue: QUEUE } });
      expect(error.message).toMatch(
        /It is not known whether .* is empty: .*not ready could not be listed\. The service: forbidden\./,
      );
      await expectError(playFailure([looks(live()), LOST, UNLISTED], deleting), "outcome_unknown");
      await expectError(playFailure([looks(live()), REFUSED, UNLISTED], deleting), "refused");
    });

    test("F-23, F-47: a list of a queue that is gone is no failure; one that the service does not have is", async () => {
      const unknown = looks(live(), { notReady: GONE });
      expect((await play([unknown, reads(GONE)], deleting)).result).toBe("already_gone");
      await expectError(playFailure([unknown, reads(live())], deleting), "unexpected_response");
    });

    test("F-47: a fault of ours while they are listed is thrown unchanged", async () => {
      const fault = new TypeError("ours");
      await expect(play([looks(live(), { notReady: fault })], deleting)).rejects.toBe(fault);
    });
  });

  describe("when it is not the queue that it was", () => {
    const OTHER = live({ concurrency: 9 });
    test.each<[string, object, boolean]>([
      ["another value", { settings: { concurrency: 2 } }, true],
      ["an additional setting with another value", { additionalFields: { shiny: 2 } }, true],
      ["another list of statuses", { settings: { requiredStatuses: ["ci/mine"] } }, true],
      [
        "the same values, in another order",
        { settings: { concurrency: 5, requiredStatuses: ["ci/build", "ci/build"] } },
        false,
      ],
      ["another state", { settings: { state: "paused" } }, false],
      ["fields that are not declared, or not known", { settings: { requiredStatuses: undefined } }, false],
    ])("F-44: %s than planned: refused is %s", async (_, fields, isRefused) => {
      const expected = { settings: {}, additionalFields: {}, ...fields };
      const found = looks(live({ shiny: 1 }));
      const steps = isRefused ? [found] : [found, deletes({})];
      const run = play(steps, ({ context }) => deleteQueue(context, expected));
      if (!isRefused) expect((await run).result).toBe("deleted");
      else {
        const error = await catchRejection(run);
        expect(error).toMatchObject({ code: "plan_outdated", details: { queue: QUEUE } });
        expect(error.message).toMatch(
          /was not deleted, because .* since this was planned: its .*Nothing was changed/,
        );
      }
    });

    test.each([
      ["after a lost response", [LOST]],
      ["after a 429 with Retry-After", [deletes(failure("rate_limited"), { isRepeated: true })]],
      ["once it has switched modes", [REFUSED, looks(SWITCHING)]],
    ])("F-40: another queue is not deleted %s", async (_, begun) => {
      const { error } = await playFailure([looks(live()), ...begun, looks(OTHER)], deleting);
      expect(error).toMatchObject({ code: "outcome_unknown", details: { field: "concurrency" } });
    });

    test("F-42: a queue that is gone after a 429 with Retry-After is gone already", async () => {
      const limited = deletes(failure("rate_limited"), { isRepeated: true });
      expect((await play([looks(live()), limited, looks(GONE)], deleting)).result).toBe("already_gone");
    });

    test("F-25: a queue that is gone once it has switched modes is gone already", async () => {
      const steps = [looks(SWITCHING), REFUSED, looks(SWITCHING), looks(GONE)];
      expect((await play(steps, deleting)).result).toBe("already_gone");
    });
  });

  describe("when an interrupt comes", () => {
    test("K-7: it ends before /deleteQueue", async () => {
      const failing = playFailure([looks(live(), INTERRUPT_LIST)], deleting);
      await expectError(failing, "interrupted", "nothing was changed");
      expect((await playFailure([looks(live(), INTERRUPT)], deleting)).error.code).toBe("interrupted");
    });

    test("K-7: it ends the wait for a queue that is switching modes", async () => {
      const steps = [looks(SWITCHING), REFUSED, looks(SWITCHING, interruptAfter(1))];
      await expectError(playFailure(steps, deleting), "interrupted");
    });
  });
});
