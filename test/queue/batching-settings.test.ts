import { isBatchingSetting, toPropName } from "../../src/queue/batching-settings";

test.each([
  ["batch", "batching.enabled", true],
  ["batchingMinSize", "batching.minSize", true],
  ["batchingMaxWaitTimeMinutes", "batching.maxWaitMinutes", true],
  ["concurrency", "concurrency", false],
] as const)("the prop for %s is %s", (setting, prop, isInBatching) => {
  expect([toPropName(setting), isBatchingSetting(setting)]).toEqual([prop, isInBatching]);
});
