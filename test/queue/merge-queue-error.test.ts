import type * as Module from "../../src/queue/merge-queue-error";
import {
  ERROR_CODES,
  hasErrorCode,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../src/queue/merge-queue-error";

const IDENTITY = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

describe("MergeQueueError", () => {
  test("carries code, message, details and cause", () => {
    const cause = new Error("connection reset");
    const error = new MergeQueueError(
      "outcome_unknown",
      "The response was lost.",
      { queue: IDENTITY, attempts: 1 },
      cause,
    );
    expect(error).toMatchObject({
      name: "MergeQueueError",
      code: "outcome_unknown",
      message: "The response was lost.",
      details: { queue: IDENTITY, attempts: 1 },
      cause,
    });
    expect(String(error)).toBe("MergeQueueError: The response was lost.");
  });

  test("has no cause and no details unless given", () => {
    const error = new MergeQueueError("refused", "No.");
    expect("cause" in error).toBe(false);
    expect(error.details).toEqual({});
  });

  test("has each code once", () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });
});

describe("isMergeQueueError", () => {
  test("recognises an error that another copy of the package made", () => {
    jest.isolateModules(() => {
      const copy = jest.requireActual<typeof Module>("../../src/queue/merge-queue-error");
      const foreign: unknown = new copy.MergeQueueError("refused", "No.");
      expect(foreign).not.toBeInstanceOf(MergeQueueError);
      expect(isMergeQueueError(foreign)).toBe(true);
    });
  });

  test.each([[undefined], [null], ["refused"], [{ code: "refused" }], [new Error("refused")]])(
    "refuses %p",
    (value) => {
      expect(isMergeQueueError(value)).toBe(false);
    },
  );
});

describe("hasErrorCode", () => {
  test("distinguishes codes and returns false for other errors", () => {
    const error = new MergeQueueError("queue_gone", "Gone.");
    expect(hasErrorCode(error, "queue_gone")).toBe(true);
    expect(hasErrorCode(error, "refused")).toBe(false);
    expect(hasErrorCode(new Error("queue_gone"), "queue_gone")).toBe(false);
  });
});

describe("toErrorMessage", () => {
  test("returns the message of an error and the string of anything else", () => {
    expect(toErrorMessage(new Error("broken"))).toBe("broken");
    expect(toErrorMessage("thrown text")).toBe("thrown text");
    expect(toErrorMessage(undefined)).toBe("undefined");
  });
});
