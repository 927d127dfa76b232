import { toQueueRecord, tryToCompleteRecord } from "../../src/api/queue-record";
import { SETTING_NAMES } from "../../src/queue/settings";
import { catchError } from "../support/catch-error";

const COMPLETE = {
  state: "running",
  branch: "main",
  concurrency: 3,
  testingTimeoutMinutes: 60,
  mode: "single",
  canOptimisticallyMerge: false,
  pendingFailureDepth: 0,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 2,
  createPrsForTestingBranches: true,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  bisectionConcurrency: 1,
  requiredStatuses: ["ci"],
  directMergeMode: "off",
  optimizationMode: "off",
  mergeMethod: "squash",
};

describe("toQueueRecord", () => {
  test("picks exactly the settings", () => {
    const record = toQueueRecord({ ...COMPLETE, enqueuedPullRequests: [], later: 1 });
    expect({ branch: "main", ...record }).toEqual(COMPLETE);
    expect(Object.keys(toQueueRecord(COMPLETE))).toEqual(SETTING_NAMES);
  });

  test("leaves out what is missing or null", () => {
    expect(toQueueRecord({ concurrency: 1, mode: null })).toEqual({ concurrency: 1 });
    expect(toQueueRecord({})).toEqual({});
  });

  test("F-18: an enum in another case gets the table's spelling", () => {
    const record = toQueueRecord({ mode: "PARALLEL", state: "Switching_Modes", mergeMethod: "Squash" });
    expect(record).toEqual({ mode: "parallel", state: "switching_modes", mergeMethod: "squash" });
  });

  test("F-17, K-4: an unknown word and a number out of bounds are kept as given", () => {
    const record = toQueueRecord({ mode: "Quantum", pendingFailureDepth: 0, concurrency: 5_000_000_000 });
    expect(record).toEqual({ mode: "Quantum", pendingFailureDepth: 0, concurrency: 5_000_000_000 });
  });

  test.each([
    ["concurrency", "3", "a string"],
    ["concurrency", true, "a boolean"],
    ["concurrency", {}, "an object"],
    ["concurrency", Number("1e999"), "the number Infinity"],
    ["concurrency", Number("9007199254740993"), "the number 9007199254740992"],
    ["batch", "false", "a string"],
    ["mode", 1, "the number 1"],
    ["requiredStatuses", "ci", "a string"],
    ["requiredStatuses", ["ci", 1], "a list"],
  ])("S-13: %s as %p is an unexpected response that names it", (name, value, words) => {
    const error = catchError(() => toQueueRecord({ ...COMPLETE, [name]: value }));
    expect(error).toMatchObject({ code: "unexpected_response", details: { field: name } });
    expect(String(error)).toContain(`"${name}" as ${words}`);
  });

  test("S-12: inherited properties are no settings", () => {
    expect(toQueueRecord(Object.create({ concurrency: 1 }) as Record<string, unknown>)).toEqual({});
  });
});

describe("tryToCompleteRecord", () => {
  test("answers a whole record", () => {
    expect(tryToCompleteRecord(COMPLETE)).toEqual(toQueueRecord(COMPLETE));
  });

  test.each(SETTING_NAMES)("F-18: answers nothing without a readable %s", (name) => {
    expect(tryToCompleteRecord({ ...COMPLETE, [name]: undefined })).toBeUndefined();
    expect(tryToCompleteRecord({ ...COMPLETE, [name]: { strange: true } })).toBeUndefined();
  });

  test("F-19: answers nothing where there was no body", () => {
    expect(tryToCompleteRecord(undefined)).toBeUndefined();
  });
});
