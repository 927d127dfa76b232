import { fail, onOperation, rewriteAnswer } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { createGate } from "../support/create-gate";
import { answerLike, configure, QUEUE_ID, submit } from "./support/run-on-service";
import { call, emulator, listCommitted, onStage } from "./support/stage";

onStage();

const REPO = parseQueueId(QUEUE_ID).repo;

const NO_TARGETS = "its impacted targets have not been reported";

describe("mergequeue pr submit", () => {
  test("L-4: submits without a question, because pr cancel undoes it, and says how", async () => {
    const args = ["pr", "submit", QUEUE_ID, "#7", "--priority", "high", "--no-batch"];
    await call(args, answerLike("no")).succeeds(
      `Pull request #7 was submitted to queue ${QUEUE_ID} with priority high, to be tested alone. It is not ready: ${NO_TARGETS}.\n` +
        `Report its impacted targets: mergequeue pr impacted-targets "${QUEUE_ID}" 7 --all\n`,
    );
    expect(listCommitted("submitPullRequest")).toEqual([
      { repo: REPO, targetBranch: "main", pr: { number: 7 }, priority: "high", noBatch: true },
    ]);
  });

  test("of one that waits it says the place and the reason, if the queue can be read", async () => {
    configure(emulator, { mode: "single", concurrency: 1 });
    submit(emulator, 5, 6);
    await call(`pr submit ${QUEUE_ID} 8`).succeeds(
      `Pull request #8 was submitted to queue ${QUEUE_ID}. It is pending, place 2 of 2: waits for its turn behind #6.\n`,
    );
    emulator.setFaults(onOperation("getQueue", fail(403)));
    await call(`pr set ${QUEUE_ID} 8 --no-batch`).succeeds(
      `Pull request #8 is in queue ${QUEUE_ID} now, to be tested alone. It is pending.\n`,
    );
  });

  test("to a queue that does not exist, says how a queue comes to be", async () => {
    await call("pr submit github.com/acme/none/main 7").fails(
      "There is no queue github.com/acme/none/main.",
      "mergequeue init starts a project that declares one",
    );
  });

  test("sends nothing that was not asked for, and a priority of digits as a number", async () => {
    await call(`pr submit ${QUEUE_ID} 7 --auto-approve`);
    await call(`pr submit ${QUEUE_ID} 8 --auto-approve --priority 0`);
    expect(listCommitted("submitPullRequest")).toEqual([
      { repo: REPO, targetBranch: "main", pr: { number: 7 } },
      { repo: REPO, targetBranch: "main", pr: { number: 8 }, priority: 0 },
    ]);
  });

  test("one that is in the queue stays in its place, with status 0; only what was asked for and differs is sent", async () => {
    submit(emulator, 7);
    for (const args of ["", " --priority medium", " --priority 100"]) {
      await call(`pr submit ${QUEUE_ID} 7${args}`).succeeds(
        `Pull request #7 is in queue ${QUEUE_ID} already; nothing was sent. It is testing.\n`,
      );
    }
    expect(listCommitted("submitPullRequest")).toEqual([]);
  });

  test.each([
    ["merged", "submit", `was merged by queue ${QUEUE_ID} already; nothing was sent.`],
    ["merged", "cancel", `has left queue ${QUEUE_ID} already; nothing was sent. It was merged.`],
    ["failed", "cancel", `has left queue ${QUEUE_ID} already; nothing was sent. It failed.`],
  ])("for one that was %s, a repeated %s sends nothing and ends with status 0", async (state, name, said) => {
    submit(emulator, 7);
    emulator.setFaults(
      onOperation(
        "getSubmittedPullRequest",
        rewriteAnswer((body) => ({ ...(body as object), state, isCurrentlySubmittedToQueue: false })),
      ),
    );
    await call(`pr ${name} ${QUEUE_ID} 7 --auto-approve`).succeeds(`Pull request #7 ${said}\n`);
    expect(listCommitted(`${name}PullRequest`)).toEqual([]);
  });

  test("L-2: --json prints the pull request as it is read afterwards", async () => {
    const { out } = await call(`pr submit ${QUEUE_ID} 7 --auto-approve --json`);
    const shown = { prNumber: 7, isCurrentlySubmittedToQueue: true, state: "not_ready" };
    expect(JSON.parse(out)).toMatchObject(shown);
  });

  test("I-1: a submission that reading never shows is an error, although the service said yes", async () => {
    emulator.setFaults(onOperation("submitPullRequest", fail(200, { body: "{}" })));
    await call(`pr submit ${QUEUE_ID} 7 --auto-approve`).fails("a later read shows no such pull request");
  });

  test("if the pull request cannot be read back, the error says that the change was accepted", async () => {
    let isSubmitted = false;
    emulator.setFaults(
      onOperation("submitPullRequest", async (_request, next) => {
        isSubmitted = true;
        return next();
      }),
      onOperation("getSubmittedPullRequest", (request, next) =>
        isSubmitted ? fail(401)(request, next) : next(),
      ),
    );
    const args = ["pr", "submit", QUEUE_ID, "7", "--auto-approve", "--json"];
    const { out } = await call(args).fails();
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error.code).toBe("unauthorized");
    expect(error.message).toContain("The service accepted the change of pull request 7");
    expect(error.message).toContain("To see the result, run mergequeue pr get.");
  });

  test("L-1: an interrupt while the change is read back says that it was accepted, status 130", async () => {
    const { opened, open } = createGate();
    const catchStop = async () => opened.then(() => "SIGINT" as const);
    emulator.setFaults(
      onOperation("submitPullRequest", async (request, next) => {
        await next();
        open();
        return fail(200, { body: "{}" })(request, next);
      }),
    );
    const args = ["pr", "submit", QUEUE_ID, "7", "--auto-approve", "--json"];
    const { out } = await call(args, { catchStop }).endsWith(
      130,
      "The service accepted the change of pull request 7",
      "you interrupted the check of its result",
    );
    expect(JSON.parse(out)).toMatchObject({ error: { code: "interrupted" } });
    expect(listCommitted("submitPullRequest")).toHaveLength(1);
  });
});

describe("mergequeue pr cancel", () => {
  test("L-4: one that waits is cancelled without a question, because pr submit undoes it", async () => {
    submit(emulator, 5, 6, 7);
    const { out } = await call(`pr cancel ${QUEUE_ID} 7`, answerLike("no")).succeeds();
    expect(out).toContain("was cancelled");
  });

  test("L-4: for one in testing it asks with title, author and state, and cancels after a yes", async () => {
    submit(emulator, 7);
    const { out, error } = await call(`pr cancel ${QUEUE_ID} 7`, answerLike("YES")).endsWith(0);
    expect(out).toBe(`Pull request #7 was cancelled in queue ${QUEUE_ID}.\n`);
    expect(error).toBe(
      `Cancel pull request #7 "Pull request 7" by developer (testing) in queue ${QUEUE_ID}? [y/N] `,
    );
  });

  test("F-27: a reader that lags is given time to show it", async () => {
    submit(emulator, 7);
    let stale = 0;
    emulator.setFaults(
      onOperation("cancelPullRequest", async (_request, next) => {
        stale = 3;
        return next();
      }),
      onOperation(
        "getSubmittedPullRequest",
        rewriteAnswer((body) => {
          if (stale === 0) return body;
          stale -= 1;
          return { ...(body as object), state: "testing", isCurrentlySubmittedToQueue: true };
        }),
      ),
    );
    const { out } = await call(`pr cancel ${QUEUE_ID} 7`).succeeds();
    expect(out).toContain("was cancelled");
    expect(stale).toBe(0);
  });
});

test.each([
  ["cancel", "cancelPullRequest"],
  ["restart", "restartTestsOnPullRequest"],
])("L-4: without a terminal pr %s does not ask, not even for lost tests", async (name, operation) => {
  submit(emulator, 7);
  await call(`pr ${name} ${QUEUE_ID} 7`).succeeds();
  expect(listCommitted(operation)).toHaveLength(1);
});
