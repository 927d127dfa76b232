import { QueuePlay } from "./support/queue-play";

/** Reports the status of several runs at one moment. */
function reportAll(play: QueuePlay, conclusions: Readonly<Record<number, "success" | "failure">>): void {
  play.apply({
    type: "reportChecks",
    reports: Object.entries(conclusions).map(([number, conclusion]) => ({
      testRunId: play.run(Number(number)).id,
      name: "ci",
      conclusion,
    })),
  });
}

describe("runs that end at the same moment", () => {
  test("have all ended before anything starts again", () => {
    const play = QueuePlay.parallel({ concurrency: 3 }).submit(1, 2, 3, 4).at(5);
    reportAll(play, { 1: "success", 2: "failure", 3: "failure" });
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.schedule()).toEqual([
      "0-5 1 succeeded",
      "0-5 2 on 1 failed",
      "0-5 3 on 1,2 failed",
      "5- 3 in_progress",
      "5- 4 on 3 in_progress",
    ]);
  });

  test("count in any order: a pass on top clears the failure that is reported after it", () => {
    const inOrder = QueuePlay.parallel({ canOptimisticallyMerge: true, pendingFailureDepth: 1 }).submit(1, 2);
    reportAll(inOrder, { 1: "failure", 2: "success" });
    expect(inOrder.states(1, 2)).toBe("merged merged");
    const reversed = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2);
    const reports = [2, 1].map((number) => ({
      testRunId: reversed.run(number).id,
      name: "ci",
      conclusion: number === 1 ? ("failure" as const) : ("success" as const),
    }));
    reversed.apply({ type: "reportChecks", reports });
    expect(reversed.states(1, 2)).toBe("merged merged");
  });

  test("time out together", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5 }).submit(1, 2, 3).at(5);
    expect(play.schedule()).toEqual([
      "0-5 1 failed",
      "0-5 2 on 1 failed",
      "0-5 3 on 1,2 failed",
      "5- 2 in_progress",
      "5- 3 on 2 in_progress",
    ]);
  });

  test("time out together with those whose checks are reported", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5, concurrency: 2 }).submit(1);
    play.at(1).submit(2, 3);
    const { id } = play.run(2);
    const reports = [{ testRunId: id, name: "ci", conclusion: "failure" }] as const;
    // The clock has moved, and nothing has looked at it.
    play.later(5).apply({ type: "reportChecks", reports });
    expect(play.schedule()).toEqual([
      "0-5 1 failed",
      "1-5 2 on 1 failed",
      "5- 2 in_progress",
      "5- 3 on 2 in_progress",
    ]);
  });

  test("a check that is reported at the moment of the time-out is too late", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5 }).submit(1);
    reportAll(play.later(5), { 1: "success" });
    expect(play.states(1)).toBe("failed");
  });

  test("an unknown run refuses all reports, and what was due happens", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5 }).submit(1, 2);
    const report = { testRunId: play.run(1).id, name: "ci", conclusion: "success" } as const;
    const reports = [report, { ...report, testRunId: "none" }];
    expect(play.tryToBeRefused({ type: "reportChecks", reports })).toBe("test_run_unknown");
    expect(play.states(1, 2)).toBe("testing testing");
    expect(play.later(5).tryToBeRefused({ type: "reportChecks", reports })).toBe("test_run_unknown");
    expect(play.states(1, 2)).toBe("failed testing");
  });
});
