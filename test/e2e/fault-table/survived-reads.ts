import {
  changeAnswer,
  compress,
  drip,
  dropAfterCommit,
  fail,
  firstTimes,
  fromTime,
  onTime,
  truncate,
} from "../../../src/emulator/faults";
import { deleted, type FaultCase, recreated, THREE_SQUASH, UNTOUCHED } from "./fault-case";

/** Refreshes that succeed despite faults, and their results. */
export const SURVIVED_READS: readonly FaultCase[] = [
  {
    title: "F-03, R-1: a storm of 500 and lost responses over a refresh passes",
    name: "read_storm",
    ...UNTOUCHED,
    faults: [firstTimes(3, fail(500)), firstTimes(1, dropAfterCommit)],
    expected: { calls: "getQueue getQueue getQueue getQueue getQueue" },
  },
  {
    title: "F-07: responses that are cut off, with a length and without, are read again",
    name: "read_truncated",
    ...UNTOUCHED,
    faults: [onTime(1, truncate(20)), onTime(2, truncate(20, false))],
    expected: { calls: "getQueue getQueue getQueue" },
  },
  {
    title: "F-06: heads and bodies that drip are cut off and read again",
    name: "read_slow",
    ...UNTOUCHED,
    faults: [onTime(1, drip(1, 500, "head")), onTime(2, drip(1, 500))],
    expected: { calls: "getQueue getQueue getQueue" },
  },
  {
    title: "F-20: responses that a proxy compresses, in any way, are read",
    name: "read_compressed",
    ...UNTOUCHED,
    faults: [onTime(1, compress("gzip")), fromTime(2, compress("br"))],
    expected: { calls: "getQueue" },
  },
  {
    title: "F-18: a queue whose pull requests the service does not show is read as it is",
    name: "read_unlisted",
    ...UNTOUCHED,
    faults: [changeAnswer({ remove: ["enqueuedPullRequests"] })],
    doFaultsStay: true,
    expected: { calls: "getQueue" },
  },
  {
    title: "F-18: upper case and another order are not drift",
    name: "read_shouted",
    before: { ...THREE_SQUASH, required_statuses: ["ci/a", "ci/b"] },
    after: { ...THREE_SQUASH, required_statuses: ["ci/a", "ci/b"] },
    faults: [
      changeAnswer({ set: { mergeMethod: "SQUASH", state: "RUNNING", requiredStatuses: ["ci/b", "ci/a"] } }),
    ],
    doFaultsStay: true,
    expected: { calls: "getQueue" },
  },
  {
    title: "F-17: fields and words of a newer service are let through, words with a warning",
    name: "read_newer",
    ...UNTOUCHED,
    faults: [changeAnswer({ set: { optimizationMode: "warp", color: "blue" } })],
    doFaultsStay: true,
    expected: { calls: "getQueue", warnings: ["Unknown value of optimization_mode"] },
  },
  {
    title: "F-25: switching_modes is not drift",
    name: "read_switching",
    before: { ...THREE_SQUASH, state: "running" },
    after: { ...THREE_SQUASH, state: "running" },
    faults: [changeAnswer({ set: { state: "switching_modes" } })],
    doFaultsStay: true,
    expected: { calls: "getQueue" },
  },
  {
    title:
      "F-23, F-16: a queue deleted outside Terraform is created again, with a warning where the token came from",
    name: "read_gone",
    ...UNTOUCHED,
    meanwhile: [{ act: deleted }],
    expected: {
      calls: "getQueue+ createQueue updateQueue",
      commits: { createQueue: 1, updateQueue: 1 },
      warnings: ["Queue does not exist: github.com/acme/web/read_gone"],
    },
  },
  {
    title: "F-24, I-2: a queue created again outside Terraform is drift in the managed settings only",
    name: "read_recreated",
    ...UNTOUCHED,
    meanwhile: [{ act: recreated({ mergeMethod: "rebase", concurrency: 3, testingTimeoutMinutes: 7 }) }],
    expected: {
      calls: "getQueue updateQueue",
      commits: { updateQueue: 1 },
      queue: { ...THREE_SQUASH, testing_timeout_minutes: 7 },
    },
  },
];
