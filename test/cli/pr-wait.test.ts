import { changeAnswer, fail, onOperation, rewriteAnswer } from "../../src/emulator/faults";
import { createGate } from "../support/create-gate";
import { LONGEST_POLL_MS, VirtualClock } from "../support/virtual-clock";
import type { Running } from "./fake-context";
import { answerLike, cancel, configure, QUEUE_ID, reportCheck, submit } from "./support/run-on-service";
import { call, emulator, onStage } from "./support/stage";

let clock: VirtualClock;

onStage(() => {
  clock = new VirtualClock(LONGEST_POLL_MS);
});

const WAIT = ["pr", "wait", QUEUE_ID, "7"];
const READ = "getSubmittedPullRequest";
const NO_RETRIES = { environment: { MERGEQUEUE_MAX_RETRIES: "0" } };

function wait(args: readonly string[] = WAIT, changes: Parameters<typeof call>[1] = {}): Running {
  return call(args, { clock, ...changes });
}

/** Runs something before each poll but the first, with its number from 1. */
function atPolls(act: (poll: number) => void): void {
  let polls = 0;
  clock.onSleep = () => {
    polls += 1;
    act(polls);
  };
}

/** Runs something before one poll. */
function atPoll(at: number, act: () => void): void {
  atPolls((poll) => {
    if (poll === at) act();
  });
}

/** An error document. */
function readError(out: string): unknown {
  return (JSON.parse(out) as { error: unknown }).error;
}

describe("mergequeue pr wait", () => {
  test("L-1: says the end once, and ends with status 0 when the pull request is merged", async () => {
    submit(emulator, 7);
    atPoll(3, () => {
      reportCheck(emulator, "ci/test", "success");
    });
    const { out, error } = await wait().endsWith(0);
    expect(out).toBe(`Pull request #7 was merged in queue ${QUEUE_ID}.\n`);
    expect(error).toBe("Pull request #7: testing (0 s)\n");
  });

  test("L-1: ends with status 2 when it has failed, and prints the failed checks and all that the service says", async () => {
    configure(emulator, { requiredStatuses: ["ci/build", "ci/test"] });
    submit(emulator, 7);
    emulator.setFaults(onOperation(READ, changeAnswer({ set: { novelty: "words of the service" } })));
    atPoll(2, () => {
      reportCheck(emulator, "ci/build", "success");
      reportCheck(emulator, "ci/test", "timed_out");
    });
    const { out } = await wait().endsWith(2);
    expect(out).toMatch(
      /^Pull request #7 was not merged in queue github\.com\/acme\/web\/main: it failed, because the required status ci\/test failed\.\nFailed checks: ci\/test \(timed_out\)\n\n {2}since /,
    );
    expect(out).toMatch(/^ {2}novelty +words of the service$/m);
    expect(out).toMatch(/^Test run .*\n\n {2}status +failed$/m);
    expect(out).toMatch(/^ci\/build +completed +success /m);
    expect(out).toMatch(/^ci\/test +completed +timed_out /m);
  });

  test("does not wait for one that has left the queue already", async () => {
    submit(emulator, 7);
    cancel(emulator, 7);
    const { exitStatus, error } = await wait();
    expect({ exitStatus, error }).toEqual({ exitStatus: 2, error: "" });
  });

  test("a word that the interface does not have ends the wait if the service says that it has left", async () => {
    submit(emulator, 7);
    const left = changeAnswer({ set: { state: "EVICTED", isCurrentlySubmittedToQueue: false } });
    emulator.setFaults(onOperation(READ, left));
    const { out } = await wait().endsWith(2);
    expect(out).toContain("it left the queue as evicted.");
  });

  test("L-2: --json prints one document that says isConcluded, with the test run of a failed one", async () => {
    submit(emulator, 7, 8);
    atPoll(1, () => {
      reportCheck(emulator, "ci/test", "failure");
    });
    const failed = await wait([...WAIT, "--json"]).endsWith(2);
    const runs = [{ name: "ci/test", conclusion: "failure" }];
    expect(JSON.parse(failed.out)).toMatchObject({
      prNumber: 7,
      state: "failed",
      isConcluded: true,
      testRun: { status: "failed", checkSuites: [{ checkRuns: runs }] },
    });
    submit(emulator, 9);
    reportCheck(emulator, "ci/test", "success");
    const merged = await wait(["pr", "wait", QUEUE_ID, "9", "--json"]).endsWith(0);
    const document = JSON.parse(merged.out) as object;
    expect(document).toMatchObject({ prNumber: 9, state: "merged", isConcluded: true });
    expect(document).not.toHaveProperty("testRun");
  });

  test.each([
    ["503", fail(503)],
    ["a page of a proxy", fail(200, { body: "<html>", headers: { "content-type": "text/html" } })],
  ])("a fault of the network (%s) does not end it, however long it lasts", async (_what, fault) => {
    submit(emulator, 7);
    atPolls((poll) => {
      if (poll === 2) emulator.setFaults(onOperation(READ, fault));
      if (poll !== 200) return;
      reportCheck(emulator, "ci/test", "success");
      emulator.setFaults();
    });
    const { out } = await wait(WAIT, NO_RETRIES).endsWith(0);
    expect(out).toContain("was merged");
  });

  test("L-1: the end of its time is status 1, and says what is true and what to run", async () => {
    submit(emulator, 7);
    const { out, error } = await wait([...WAIT, "--timeout", "10m", "--json"]).fails();
    // The last read may have had too little time.
    expect(error).toMatch(
      /^Error: Pull request #7 has not left queue github\.com\/acme\/web\/main after 600 s: it is testing\./m,
    );
    expect(error).toMatch(
      /^The pull request stays in the queue\. To see why it waits, run mergequeue pr get .* To wait again, run mergequeue pr wait "github\.com\/acme\/web\/main" 7\.$/m,
    );
    expect(readError(out)).toMatchObject({ code: "deadline_exceeded", isConcluded: false });
    expect(clock.now()).toBeLessThanOrEqual(600_000);
  });

  test("at the end of its time it says that the service could not be read", async () => {
    submit(emulator, 7);
    atPoll(2, () => {
      emulator.setFaults(onOperation(READ, fail(503)));
    });
    const { error } = await wait([...WAIT, "--timeout", "2m"], NO_RETRIES);
    expect(error).toContain("it is testing. The last read failed: ");
  });

  test("L-1: an interrupt is status 130, and says that the pull request is still in the queue", async () => {
    submit(emulator, 7);
    const { opened, open } = createGate();
    atPoll(2, open);
    const catchStop = async () => opened.then(() => "SIGINT" as const);
    const { out } = await wait([...WAIT, "--json"], { catchStop }).endsWith(
      130,
      `Interrupted while waiting for pull request #7 in queue ${QUEUE_ID}: it is testing, and stays in the queue.\n` +
        `To wait again, run mergequeue pr wait "${QUEUE_ID}" 7. To remove it from the queue, run mergequeue pr cancel "${QUEUE_ID}" 7.\n`,
    );
    expect(readError(out)).toMatchObject({ code: "interrupted", isConcluded: false });
  });

  test("one that was never submitted is an error with the command that submits it", async () => {
    const { out } = await wait([...WAIT, "--json"]).fails(
      `There is nothing to wait for. To submit the pull request, run mergequeue pr submit "${QUEUE_ID}" 7 --wait.`,
    );
    expect(readError(out)).toMatchObject({ code: "not_found" });
    expect(clock.now()).toBe(0);
  });

  test("F-15: a token that is revoked meanwhile ends it at once", async () => {
    submit(emulator, 7);
    atPoll(2, () => {
      emulator.setFaults(onOperation(READ, fail(401)));
    });
    const { out } = await wait([...WAIT, "--json"]).fails();
    expect(readError(out)).toMatchObject({ code: "unauthorized" });
  });

  test("F-27: a pull request that one read does not show is still waited for; one that is gone is an error", async () => {
    submit(emulator, 7);
    emulator.setFaults(onOperation(READ, async (request, next) => next(request.body)));
    atPolls((poll) => {
      const fault = poll === 2 || poll >= 6 ? [onOperation(READ, fail(404))] : [];
      emulator.setFaults(...fault);
    });
    const { out } = await wait([...WAIT, "--json"]).fails();
    expect(readError(out)).toMatchObject({ code: "not_found" });
    expect(clock.now()).toBeGreaterThan(20_000);
  });
});

describe("mergequeue pr submit --wait", () => {
  const SUBMIT = ["pr", "submit", QUEUE_ID, "7", "--wait"];

  test("submits without a question, and waits until it is merged", async () => {
    emulator.setFaults(
      onOperation("submitPullRequest", async (_request, next) => {
        const answer = await next();
        submit(emulator, 8);
        return answer;
      }),
    );
    configure(emulator, { mode: "single" });
    atPoll(2, () => {
      reportCheck(emulator, "ci/test", "success");
    });
    const { out, error } = await wait(SUBMIT, answerLike("no")).endsWith(0);
    expect(out).toBe(`Pull request #7 was merged in queue ${QUEUE_ID}.\n`);
    expect(error).toMatch(/^Pull request #7 was submitted to queue github.com\/acme\/web\/main\.\n/);
  });

  test("F-27: the end of an earlier submission, which a late read still shows, does not end the wait", async () => {
    configure(emulator, { mode: "single" });
    submit(emulator, 7);
    cancel(emulator, 7);
    let cancelled: unknown;
    let polls = 0;
    const fallBack = rewriteAnswer((body) => {
      cancelled ??= body;
      polls += 1;
      // The command reads before and after the submission; then reads fall back.
      return polls > 3 && polls < 6 ? cancelled : body;
    });
    emulator.setFaults(onOperation(READ, fallBack));
    atPoll(6, () => {
      reportCheck(emulator, "ci/test", "success");
    });
    const { out } = await wait(SUBMIT).endsWith(0);
    expect(out).toContain("was merged");
  });

  test("a refused submission is not waited for", async () => {
    emulator.setFaults(onOperation("submitPullRequest", fail(400, { body: "The pull request is closed." })));
    const { error } = await wait(SUBMIT).fails();
    expect(error).toContain("The pull request is closed.");
    expect(clock.now()).toBe(0);
  });
});
