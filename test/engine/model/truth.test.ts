import fc from "fast-check";
import type { EngineEvent, ReportedCheck } from "../../../src/engine/engine-event";
import type { EngineState, EngineTest, Queue } from "../../../src/engine/engine-state";
import { readRandomRuns } from "../../support/random-runs";
import { ARBITRARY_SCHEDULE, type Schedule } from "./arbitrary-schedule";
import { describeShortest } from "./describe-shortest";
import { playSchedule } from "./play-schedule";

/** Part of the schedules. */
const SHARE = 0.5;
/** No test times out. */
const NEVER_MINUTES = 10_000_000;

/** Numbers of the pull requests that are broken. */
type Broken = readonly number[];

const broken: fc.Arbitrary<Broken> = fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { maxLength: 6 });

/** What a run contains decides how its checks end, and the host knows which pull requests are broken. */
function tellTruth(
  event: EngineEvent,
  state: EngineState,
  isBroken: (number: number) => boolean,
): EngineEvent {
  const judge = <Report extends ReportedCheck>(report: Report): Report => {
    const conclusion = contains(state, report.testRunId, isBroken) ? "failure" : "success";
    return { ...report, conclusion };
  };
  switch (event.type) {
    case "reportCheck":
      return judge(event);
    case "reportChecks":
      return { ...event, reports: event.reports.map(judge) };
    case "declarePullRequest": {
      const { number } = event.pullRequest;
      return { ...event, pullRequest: { ...event.pullRequest, hasPassedChecks: !isBroken(number) } };
    }
    case "updateQueue": {
      const settings = { ...event.settings, testingTimeoutMinutes: NEVER_MINUTES };
      return { ...event, settings };
    }
    default:
      return event;
  }
}

function contains(state: EngineState, testRunId: string, isBroken: (number: number) => boolean): boolean {
  for (const queue of state.queues.values()) {
    const run: EngineTest | undefined = queue.testRuns.get(testRunId);
    if (run === undefined) continue;
    return [...run.beneath, ...run.sequences].some((sequence) =>
      isBroken(queue.submissions.get(sequence)?.number ?? 0),
    );
  }
  return false;
}

function findWrong(given: Schedule, numbers: Broken): string | undefined {
  const isBroken = (number: number): boolean => numbers.includes(number);
  const { newQueue } = given.options;
  const options = {
    ...given.options,
    newQueue: { ...newQueue, testingTimeoutMinutes: NEVER_MINUTES },
    withoutRequiredStatuses: "first_check" as const,
    describePullRequest: (_: unknown, number: number) => ({ hasPassedChecks: !isBroken(number) }),
  };
  // Waiting until something is due would wait for time-outs; what is merged by hand is not tested.
  const actions = given.actions.filter(({ kind }) => !["waitUntilDue", "merge", "failStart"].includes(kind));
  let wrong: string | undefined;
  playSchedule(
    { options, actions },
    ({ before, after }) => {
      for (const [key, queue] of after.queues) wrong ??= findWrongIn(before.queues.get(key), queue, isBroken);
    },
    (event, state) => tellTruth(event, state, isBroken),
  );
  return wrong;
}

function findWrongIn(
  before: Queue | undefined,
  after: Queue,
  isBroken: (number: number) => boolean,
): string | undefined {
  for (const sequence of after.concluded.values((before?.concluded.size ?? 0) + 1)) {
    const { number = 0, state } = after.submissions.get(sequence) ?? {};
    if (state === "merged" && isBroken(number)) return `#${number} is broken and has merged`;
    if (state === "failed" && !isBroken(number)) return `#${number} is good and has failed`;
  }
  return undefined;
}

describe("when no test flakes, whatever else happens", () => {
  test("no broken change merges, and no good one is thrown out", () => {
    fc.assert(
      fc.property(ARBITRARY_SCHEDULE, broken, (schedule, numbers) => {
        if (findWrong(schedule, numbers) === undefined) return;
        const shortest = describeShortest(schedule, (shorter) => findWrong(shorter, numbers));
        throw new Error(`broken are ${numbers.join(", ")}\n${shortest}`);
      }),
      { ...readRandomRuns(150, SHARE), endOnFailure: true },
    );
  });
});
