import { fail, onOperation } from "../../src/emulator/faults";
import { LONGEST_POLL_MS, VirtualClock } from "../support/virtual-clock";
import { answerLike, cancel, QUEUE_ID, submit, submitUnready } from "./support/run-on-service";
import { call, cancelInTurn, directory, emulator, onStage } from "./support/stage";
import { writeStack } from "./support/write-stack";

const UNLISTED = `Warning: The pull requests in queue ${QUEUE_ID} that are not ready could not be listed. `;

function breakList(): void {
  emulator.setFaults(onOperation("listPullRequests", fail(403)));
}

describe.each(["interface", "live"] as const)("pull requests that are not ready, answers: %s", (answers) => {
  onStage(
    () => {
      submitUnready(emulator, 9);
      writeStack(directory, { [QUEUE_ID]: {} });
    },
    { answers, inheritedStatuses: ["ci/test"] },
  );

  test("F-47: pr list and queue get show them", async () => {
    submit(emulator, 7);
    const { out } = await call(`pr list ${QUEUE_ID}`).succeeds();
    expect(out).toMatch(/^NUMBER .*\n#7 +testing .*\n#9 +not_ready .*\n$/);
    expect((await call(`queue get ${QUEUE_ID}`)).out).toMatch(/Pull requests in it: 2\n[^]*#9 +not_ready/);
    for (const words of ["pr list", "queue get"]) {
      const { out: json } = await call(`${words} ${QUEUE_ID} --json`);
      expect([...json.matchAll(/"prNumber": (\d+)/g)].map(([, number]) => number)).toEqual(["7", "9"]);
    }
  });

  test("F-47: the question before a drain counts them, and plans to destroy warn of them", async () => {
    const { error } = await call(`queue drain ${QUEUE_ID}`, answerLike("no"));
    expect(error).toContain("It is running, with 1 pull request in it.");
    const { out } = await call("plan --destroy").succeeds();
    expect(out).toContain(`Queue to be deleted has pull requests in it: ${QUEUE_ID}`);
    expect(out).toContain("Not ready: #9.");
  });

  test("F-47: queue drain --wait names them, and what to cancel, before the first wait and in each line", async () => {
    submit(emulator, 7, 8);
    const clock = cancelInTurn([7, 8, 9]);
    const { error } = await call(`queue drain ${QUEUE_ID} --wait --auto-approve`, { clock }).endsWith(0);
    expect(error.split("\n").slice(1)).toEqual([
      expect.stringMatching(
        /^Warning: Not ready: #9\..*mergequeue pr cancel "github.com\/acme\/web\/main" NUMBER\.$/,
      ),
      "3 left: testing #7, #8; not_ready #9 (cancel)",
      "2 left: testing #8; not_ready #9 (cancel)",
      "1 left: not_ready #9 (cancel)",
      "",
    ]);
  });

  test("F-47: queue drain --stack --wait does so for each of its queues", async () => {
    submit(emulator, 7);
    const clock = cancelInTurn([7, 9]);
    const { error } = await call(`queue drain --stack . --wait --auto-approve`, { clock }).endsWith(0);
    expect(error).toContain(`Not ready: #9.`);
    expect(error).toContain(
      `1 queue not empty yet, pull requests left: 2; cancel #9 of ${QUEUE_ID}, not ready\n`,
    );
  });

  test("F-47: queue drain --wait that runs out of time says what to cancel", async () => {
    submit(emulator, 7);
    const clock = new VirtualClock(LONGEST_POLL_MS);
    const words = `queue drain ${QUEUE_ID} --wait --timeout 1m --auto-approve`;
    await call(words, { clock }).fails("2 pull requests are in it:", "  #9", "Not ready: #9.");
  });
});

describe("when what is not ready cannot be listed", () => {
  onStage(() => {
    writeStack(directory, { [QUEUE_ID]: {} });
    breakList();
  });

  test("F-47: lists, questions and plans go on and say so", async () => {
    submit(emulator, 7);
    for (const words of ["pr list", "queue get"]) {
      const { out, error } = await call(`${words} ${QUEUE_ID}`).endsWith(0);
      expect(out).toContain("#7");
      expect(error).toContain(UNLISTED);
    }
    const { error } = await call(`queue pause ${QUEUE_ID}`, answerLike("no"));
    expect(error).toContain("with 1 pull request, and perhaps some that are not ready, in it.");
    cancel(emulator, 7);
    const { out } = await call("plan --destroy").succeeds();
    expect(out).toContain(`Queue to be deleted may not be empty: ${QUEUE_ID}`);
  });
});
