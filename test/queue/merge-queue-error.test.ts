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
    const [code, message, details] = ["outcome_unknown", "Lost.", { queue: IDENTITY, attempts: 1 }] as const;
    const error = new MergeQueueError(code, message, details, cause);
    expect(error).toMatchObject({ name: "MergeQueueError", code, message, details, cause });
    expect(String(error)).toBe("MergeQueueError: Lost.");
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

  const others = [undefined, null, "refused", { code: "refused" }, new Error("refused")];
  test.each(others)("refuses %p", (value) => {
    expect(isMergeQueueError(value)).toBe(false);
  });
});

test("hasErrorCode distinguishes codes and returns false for other errors", () => {
  const error = new MergeQueueError("queue_gone", "Gone.");
  expect(hasErrorCode(error, "queue_gone")).toBe(true);
  expect(hasErrorCode(error, "refused")).toBe(false);
  expect(hasErrorCode(new Error("queue_gone"), "queue_gone")).toBe(false);
});

test("toErrorMessage returns the message of an error and the string of anything else", () => {
  const messages = [new Error("broken"), "thrown text", undefined].map(toErrorMessage);
  expect(messages).toEqual(["broken", "thrown text", "undefined"]);
});
