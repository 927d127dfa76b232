import { OPERATIONS } from "../../../src/api/operations";
import { showsAllSettings, toQueueRecord } from "../../../src/api/queue-record";
import { SETTING_NAMES, SETTINGS } from "../../../src/queue/settings";

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

const { responseSchema } = OPERATIONS.getQueue;

describe("getQueue's response", () => {
  test("contains the settings, which can be picked", () => {
    const read = responseSchema.parse({ ...COMPLETE, enqueuedPullRequests: [], later: 1 });
    expect(read).toEqual({ ...COMPLETE, enqueuedPullRequests: [], additionalFields: { later: 1 } });
    expect({ branch: "main", ...toQueueRecord(read) }).toEqual(COMPLETE);
  });

  test("a setting that is missing or null is left out", () => {
    expect(responseSchema.parse({ concurrency: 1, mode: null })).toEqual({ concurrency: 1 });
  });

  test("F-18: a word in another case is the same word, in lower case", () => {
    const record = responseSchema.parse({
      mode: "PARALLEL",
      state: "Switching_Modes",
      mergeMethod: "Squash",
    });
    expect(record).toEqual({ mode: "parallel", state: "switching_modes", mergeMethod: "squash" });
  });

  test("F-17, K-4: an unknown word comes in lower case, and a number out of bounds as given", () => {
    const record = responseSchema.parse({ mode: "Quantum", pendingFailureDepth: 0, concurrency: 5e9 });
    expect(record).toEqual({ mode: "quantum", pendingFailureDepth: 0, concurrency: 5e9 });
  });

  test("F-18: a string that is not a word keeps its case", () => {
    expect(responseSchema.parse({ enqueueingLabel: "Ready" })).toEqual({ enqueueingLabel: "Ready" });
  });

  test.each([
    ["concurrency", "3", "Must be a number that can be read exactly."],
    ["concurrency", Number("1e999"), "Must be a number that can be read exactly."],
    ["concurrency", Number("9007199254740993"), "Must be a number that can be read exactly."],
    ["batch", "false", "Must be true or false."],
    ["mode", 1, "Must be a string."],
    ["enqueueingLabel", false, "Must be a string."],
    ["requiredStatuses", "ci", "Must be a list of strings."],
    ["requiredStatuses", ["ci", 1], "Must be a list of strings."],
  ])("S-13: %s as %p is not read, and the problem names it", (name, value, message) => {
    const read = responseSchema.safeParse({ ...COMPLETE, [name]: value });
    expect(read.error?.issues).toMatchObject([{ path: [name], message }]);
  });
});

describe("updateQueue's response", () => {
  test("is whole if it shows every setting of the interface", () => {
    expect(showsAllSettings(COMPLETE)).toBe(true);
  });

  const everywhere = SETTINGS.filter(({ isAlwaysShown }) => isAlwaysShown).map(({ name }) => name);
  test.each(everywhere)("F-18: is not whole without %s", (name) => {
    expect(showsAllSettings({ ...COMPLETE, [name]: undefined })).toBe(false);
  });

  test.each(SETTING_NAMES)("F-18: is nothing if the type of %s is another", (name) => {
    const strange = { ...COMPLETE, [name]: { strange: true } };
    expect(OPERATIONS.updateQueue.responseSchema.parse(strange)).toBeUndefined();
  });
});
