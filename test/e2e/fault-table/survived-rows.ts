import { changeAnswer, dropAfterCommit, firstTimes, onOperation } from "../../../src/emulator/faults";
import {
  CHANGED,
  CREATED_ONCE,
  deleted,
  type FaultCase,
  FOUR_REBASE,
  recreated,
  THREE_REBASE,
  UNTOUCHED,
} from "./fault-case";

/** Reads and writes that succeed despite faults. */
export const SURVIVED: readonly FaultCase[] = [
  {
    title:
      "F-02, I-6: createQueue is lost after it took effect: a read finds the queue, and all is sent to it",
    name: "create_lost_after",
    after: THREE_REBASE,
    faults: [onOperation("createQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: "getQueue+ createQueue getQueue updateQueue", commits: CREATED_ONCE },
  },
  {
    title: "F-17: fields of a newer service are accepted, and an unknown word is kept with a warning",
    name: "create_newer",
    after: THREE_REBASE,
    faults: [changeAnswer({ set: { optimizationMode: "quantum", color: "blue" } })],
    doFaultsStay: true,
    expected: {
      calls: "getQueue+ createQueue getQueue updateQueue",
      commits: CREATED_ONCE,
      warnings: ["Unknown value of optimization_mode"],
      state: { ...THREE_REBASE, optimization_mode: "quantum" },
    },
  },
  {
    title: "F-02, F-42: updateQueue is lost after it took effect: a read shows that, and it is not repeated",
    name: "update_lost_after",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: "getQueue updateQueue getQueue", commits: { updateQueue: 1 } },
  },
  {
    title:
      "F-25: switching_modes after a change of mode counts as the state that was there: it is never drift",
    name: "update_mode",
    before: { ...THREE_REBASE, mode: "parallel", state: "running" },
    after: { ...FOUR_REBASE, mode: "single", state: "running" },
    faults: [changeAnswer({ set: { state: "switching_modes" } })],
    doFaultsStay: true,
    expected: { calls: "getQueue updateQueue", commits: { updateQueue: 1 } },
  },
  {
    title:
      "F-23, F-16: a queue deleted outside Terraform is created again, with a warning where the token came from",
    name: "read_gone",
    ...UNTOUCHED,
    meanwhile: [{ act: deleted }],
    expected: {
      calls: "getQueue+ createQueue getQueue updateQueue",
      commits: { createQueue: 1, updateQueue: 1 },
      warnings: ["Queue does not exist: github.com/acme/web/read_gone"],
    },
  },
  {
    title: "F-24, I-2: a queue created again outside Terraform is drift in the managed settings only",
    name: "read_recreated",
    ...UNTOUCHED,
    meanwhile: [
      { act: recreated({ mergeMethod: "merge_commit", concurrency: 3, testingTimeoutMinutes: 7 }) },
    ],
    expected: {
      calls: "getQueue updateQueue",
      commits: { updateQueue: 1 },
      queue: { ...THREE_REBASE, testing_timeout_minutes: 7 },
    },
  },
];
