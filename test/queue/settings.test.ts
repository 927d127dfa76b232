import {
  ASSUMED_DEFAULTS,
  findSetting,
  INTEGER_BOUNDS,
  SETTING_NAMES,
  SETTINGS,
  tryFindSetting,
} from "../../src/queue/settings";
import { checkSetting, findFirstProblem } from "../../src/queue/validate-settings";
import { ALL_SETTINGS } from "../support/all-settings";

const ZERO: readonly string[] = ["testingTimeoutMinutes", "pendingFailureDepth", "notReadyTimeoutHours"];

/** Live services take 0 of these through the second interface only. */
const SECOND_ZERO: readonly string[] = ["bisectionConcurrency", "batchingMaxWaitTimeMinutes"];

describe("SETTINGS", () => {
  // Typed from the interface's table of /updateQueue, not from the code.
  const UPDATE_QUEUE: readonly (readonly [string, string])[] = [
    ["state", "running paused draining"],
    ["concurrency", "integer"],
    ["bisectionConcurrency", "integer"],
    ["testingTimeoutMinutes", "integer"],
    ["pendingFailureDepth", "integer"],
    ["canOptimisticallyMerge", "boolean"],
    ["batch", "boolean"],
    ["batchingMaxWaitTimeMinutes", "integer"],
    ["batchingMinSize", "integer"],
    ["mode", "single parallel"],
    ["commentsEnabled", "boolean"],
    ["commandsEnabled", "boolean"],
    ["createPrsForTestingBranches", "boolean"],
    ["directMergeMode", "off always"],
    ["optimizationMode", "off bisection_skip_redundant_tests"],
    ["mergeMethod", "merge_commit squash rebase"],
    ["statusCheckEnabled", "boolean"],
    ["requiredStatuses", "stringSet"],
  ];

  test("contains exactly the settings of /updateQueue, and those that a service may not have", () => {
    const listed = SETTING_NAMES.filter((name) => findSetting(name).isAlwaysShown);
    expect([...listed].sort()).toEqual(UPDATE_QUEUE.map(([name]) => name).sort());
    expect([...SETTING_NAMES].sort()).toEqual(Object.keys(ALL_SETTINGS).sort());
  });

  test.each(UPDATE_QUEUE)("S-27: describes %s with its type: %s", (name, shape) => {
    const setting = tryFindSetting(name);
    expect(setting?.kind === "enum" ? setting.values.join(" ") : setting?.kind).toBe(shape);
  });

  test("bounds every integer as the interface's limits do", () => {
    expect(INTEGER_BOUNDS).toEqual({ min: 1, max: 4_294_967_295 });
    for (const setting of SETTINGS) {
      if (setting.kind !== "integer") continue;
      // Live services take 0 of these, which new queues have (as published in autumn 2026).
      const isSecondZero = SECOND_ZERO.includes(setting.name);
      const min = isSecondZero || ZERO.includes(setting.name) ? 0 : 1;
      expect(setting).toMatchObject({ ...INTEGER_BOUNDS, min, ...(isSecondZero ? { firstMin: 1 } : {}) });
      expect(checkSetting(setting, min)).toEqual([]);
      const problem = `The first interface takes 1 or more ${setting.unit} here, and not 0. Only the second interface takes 0.`;
      expect(findFirstProblem(setting.name, min)).toBe(isSecondZero ? problem : undefined);
    }
  });

  test("marks what /createQueue takes: mode and concurrency", () => {
    const names = SETTINGS.filter((setting) => setting.settableOnCreate).map((setting) => setting.name);
    expect(names).toEqual(["mode", "concurrency"]);
  });

  test("knows which states pass and which flag takes statuses back", () => {
    expect(findSetting("state")).toMatchObject({ transientValues: ["switching_modes"] });
    expect(findSetting("mode")).toMatchObject({ transientValues: [] });
    expect(findSetting("requiredStatuses")).toMatchObject({ deleteFlag: "deleteRequiredStatuses" });
  });

  test("describes every setting in whole sentences", () => {
    for (const setting of SETTINGS) expect(setting.description).toMatch(/^[A-Z`].+\.$/s);
  });
});

test("a new queue is assumed as published in autumn 2026", () => {
  const words = { directMergeMode: "always", mergeMethod: "squash" };
  expect(ASSUMED_DEFAULTS).toMatchObject({ concurrency: 5, testingTimeoutMinutes: 300, ...words });
  const on = Object.entries(ASSUMED_DEFAULTS).flatMap(([name, value]) => (value === true ? [name] : []));
  const enabled = ["comments", "commands", "statusCheck", "extension", "labelCommands"];
  expect(on).toEqual(["createPrsForTestingBranches", ...enabled.map((name) => `${name}Enabled`)]);
});

test.each(["nope", "__proto__", "constructor", "Mode"])("S-12: there is no setting %s", (name) => {
  expect(tryFindSetting(name)).toBeUndefined();
});
