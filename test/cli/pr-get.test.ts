import { fail, onOperation } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { configure, QUEUE_ID, reportCheck, submit } from "./support/run-on-service";
import { call, emulator, onStage } from "./support/stage";

describe("mergequeue pr get of a service that answers as a live one", () => {
  onStage(() => undefined, { answers: "live" });

  test("a failed pull request names the check, and pr wait does too", async () => {
    configure(emulator, { requiredStatuses: ["ci/test", "lint"] });
    submit(emulator, 7);
    reportCheck(emulator, "lint", "success");
    reportCheck(emulator, "ci/test", "failure");
    const { out } = await call(`pr get ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^ {2}state +failed\n {2}why +the check ci\/test failed$/m);
    const [, run = ""] = /mergequeue test-run get "[^"]+" "([^"]+)"/.exec(out) ?? [];
    const shown = await call(["test-run", "get", QUEUE_ID, run]).succeeds();
    expect(shown.out).toMatch(/^CHECK +STATE +REPORTS +URL\nlint +success +1 +-\nci\/test +failure +1 +-$/m);
    expect(shown.out).toMatch(/^NUMBER +STATE +TITLE\n#7 +- +Pull request 7$/m);
    const waited = await call(`pr wait ${QUEUE_ID} 7`);
    expect(waited.out).toContain(
      "it failed, because the check ci/test failed.\nFailed checks: ci/test (failure)\n",
    );
  });

  test("a merged one shows the run that it was merged on", async () => {
    configure(emulator, { requiredStatuses: ["ci/test"] });
    submit(emulator, 7);
    reportCheck(emulator, "ci/test", "success");
    const { out } = await call(`pr get ${QUEUE_ID} 7 --json`);
    const { verifiedByTestRun } = JSON.parse(out) as { readonly verifiedByTestRun: string };
    expect(JSON.parse(out)).toMatchObject({ testRun: { status: "succeeded" } });
    const { out: text } = await call(`pr get ${QUEUE_ID} 7`);
    expect(text).toContain(`mergequeue test-run get "${QUEUE_ID}" "${verifiedByTestRun}"`);
  });
});

describe("mergequeue pr get", () => {
  onStage();

  test("for a failed pull request, names the failed status and the command that shows the run", async () => {
    configure(emulator, { requiredStatuses: ["ci/test"] });
    submit(emulator, 7);
    const runs = emulator.engine.tryFindQueue(parseQueueId(QUEUE_ID))?.testRuns.values() ?? [];
    const [testRunId = ""] = Array.from(runs, ({ id }) => id);
    reportCheck(emulator, "ci/test", "failure");
    const { out } = await call(`pr get ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^ {2}state +failed\n {2}why +the required status ci\/test failed$/m);
    expect(out).toContain(`\nIts latest test run: mergequeue test-run get "${QUEUE_ID}" "${testRunId}"\n`);
    const shown = await call(["test-run", "get", QUEUE_ID, testRunId]);
    expect(shown.out).toMatch(/^NUMBER +STATE +TITLE\n#7 +failed +Pull request 7$/m);
  });

  test("for a waiting pull request, shows its place and what it waits for", async () => {
    submit(emulator, 5, 6, 7, 8);
    const { out } = await call(`pr get ${QUEUE_ID} 8`);
    expect(out).toMatch(/state +pending\n {2}why +waits for its turn behind #7\n {2}place +2 of 2 waiting$/m);
    expect((await call(`pr get ${QUEUE_ID} 5`)).out).not.toMatch(/^ {2}place/m);
  });

  test("for a pull request that misses its impacted targets, shows the command that reports them", async () => {
    await call(`pr submit ${QUEUE_ID} 7`);
    const { out } = await call(`pr get ${QUEUE_ID} 7`);
    expect(out).toMatch(/^ {2}why +its impacted targets have not been reported$/m);
    expect(out).toMatch(/^ {2}priority +medium \(the default\)$/m);
    const [, words = ""] = /^Report its impacted targets: mergequeue (.+)$/m.exec(out) ?? [];
    const command = words.split(" ").map((word) => word.replaceAll('"', ""));
    expect(command).toEqual(["pr", "impacted-targets", QUEUE_ID, "7", "--all"]);
    await call([...command, "--auto-approve"]);
    const after = await call(`pr get ${QUEUE_ID} 7`);
    expect(after.out).toMatch(/^ {2}state +testing$/m);
    expect(after.out).not.toContain("Report its impacted targets");
  });

  test("shows the last changes of its state, newest first, and why it was cancelled", async () => {
    const { repo } = parseQueueId(QUEUE_ID);
    submit(emulator, 7);
    for (let round = 0; round < 3; round++) {
      await call(`pr cancel ${QUEUE_ID} 7 --auto-approve`);
      if (round === 2) emulator.declarePullRequest(repo, { number: 7, mergeability: "not_mergeable" });
      await call(`pr submit ${QUEUE_ID} 7`);
    }
    expect((await call(`pr get ${QUEUE_ID} 7`)).out).toMatch(/\n1 earlier change is not shown\.\n/);
    emulator.declarePullRequest(repo, { number: 7, mergeability: "mergeable" });
    await call(`pr cancel ${QUEUE_ID} 7 --auto-approve`);
    const { out } = await call(`pr get ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^ {2}state +cancelled\n {2}why +a user requested it$/m);
    expect(out).toMatch(
      /^Its history, newest first:\nSINCE +STATE +REASON +BY +TEST RUN\n\S.*cancelled +user_requested +- +-\n/m,
    );
    expect(out).toMatch(/\n4 earlier changes are not shown\.\n/);
  });

  test("of a service that refuses the question for a timeline, shows the rest", async () => {
    submit(emulator, 7);
    let calls = 0;
    const second = onOperation(["getSubmittedPullRequest"], fail(400));
    emulator.setFaults((request, next) => {
      if (request.operation === "getSubmittedPullRequest") calls += 1;
      return calls < 2 ? next() : second(request, next);
    });
    const { out } = await call(`pr get ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^ {2}state +testing$/m);
    expect(out).not.toContain("history");
  });

  test("shows the pull request even if the explanation cannot be read", async () => {
    submit(emulator, 7);
    emulator.setFaults(onOperation(["getQueue", "getMergeQueueTestingDetails"], fail(500)));
    const { out } = await call(`pr get ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^ {2}state +testing\n {2}since /m);
  });

  test("finds it by its branch", async () => {
    submit(emulator, 7);
    const { out } = await call(`pr get ${QUEUE_ID} --branch pull-request-7 --json`);
    expect(JSON.parse(out)).toMatchObject({ prNumber: 7, readiness: { hasImpactedTargets: true } });
  });

  test.each([[[]], [["7", "--branch", "fix"]]])("%j: number or branch names it", async (selector) => {
    const advice = "Name the pull request either by its number or by --branch.";
    await call(["pr", "get", QUEUE_ID, ...selector]).fails(advice);
    expect(emulator.requests).toEqual([]);
  });
});
