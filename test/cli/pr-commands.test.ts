import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeAnswer, fail, onOperation, rewriteAnswer } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { LONGEST_POLL_MS, VirtualClock } from "../support/virtual-clock";
import { answerLike, cancel, configure, QUEUE_ID, reportCheck, submit } from "./support/run-on-service";
import { call, directory, emulator, onStage } from "./support/stage";

onStage();

const REPO = parseQueueId(QUEUE_ID).repo;

const NO_TARGETS = "its impacted targets have not been reported";

/** Bodies of the requests of an operation that took effect. */
function listCommitted(operation: string): unknown[] {
  return emulator.requests
    .filter((request) => request.operation === operation && request.isCommitted)
    .map(({ body }) => body);
}

describe("mergequeue pr submit", () => {
  test("L-4: submits without a question, because pr cancel undoes it, and says how", async () => {
    const args = ["pr", "submit", QUEUE_ID, "#7", "--priority", "high", "--no-batch"];
    await call(args, answerLike("no")).succeeds(
      `Pull request #7 was submitted to queue ${QUEUE_ID} with priority high, to be tested alone. Its state is not_ready: ${NO_TARGETS}.\n` +
        `Report its impacted targets: mergequeue pr impacted-targets "${QUEUE_ID}" 7 --all\n`,
    );
    expect(listCommitted("submitPullRequest")).toEqual([
      { repo: REPO, targetBranch: "main", pr: { number: 7 }, priority: "high", noBatch: true },
    ]);
  });

  test("sends nothing that was not asked for, and a priority of digits as a number", async () => {
    await call(`pr submit ${QUEUE_ID} 7 --auto-approve`);
    await call(`pr submit ${QUEUE_ID} 8 --auto-approve --priority 0`);
    expect(listCommitted("submitPullRequest")).toEqual([
      { repo: REPO, targetBranch: "main", pr: { number: 7 } },
      { repo: REPO, targetBranch: "main", pr: { number: 8 }, priority: 0 },
    ]);
  });

  test("L-2: --json prints the pull request as it is read afterwards", async () => {
    const { out } = await call(`pr submit ${QUEUE_ID} 7 --auto-approve --json`);
    expect(JSON.parse(out)).toMatchObject({
      prNumber: 7,
      isCurrentlySubmittedToQueue: true,
      state: "not_ready",
    });
  });

  test("I-1: a submission that reading never shows is an error, although the service said yes", async () => {
    emulator.setFaults(onOperation("submitPullRequest", fail(200, { body: "{}" })));
    await call(`pr submit ${QUEUE_ID} 7 --auto-approve`).fails("reading shows no such pull request");
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
    let interrupt: () => void = () => undefined;
    const stopped = new Promise<"SIGINT">((resolve) => {
      interrupt = () => {
        resolve("SIGINT");
      };
    });
    emulator.setFaults(
      onOperation("submitPullRequest", async (request, next) => {
        await next();
        interrupt();
        return fail(200, { body: "{}" })(request, next);
      }),
    );
    const args = ["pr", "submit", QUEUE_ID, "7", "--auto-approve", "--json"];
    const { out } = await call(args, { catchStop: () => stopped }).endsWith(
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
    expect(out).toBe(`Pull request #7 was cancelled in queue ${QUEUE_ID}. Its state is cancelled.\n`);
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
    expect(out).toContain("Its state is cancelled.");
    expect(stale).toBe(0);
  });
});

test.each([
  ["cancel", "cancelPullRequest"],
  ["restart", "restartTestsOnPullRequest"],
])(
  "L-4: without a terminal pr %s does not ask, also not for tests that are lost",
  async (name, operation) => {
    submit(emulator, 7);
    await call(`pr ${name} ${QUEUE_ID} 7`).succeeds();
    expect(listCommitted(operation)).toHaveLength(1);
  },
);

describe("mergequeue pr get", () => {
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
    expect(out).toMatch(
      /^ {2}state +pending\n {2}why +waits for its turn behind #7\n {2}place +2 of 2 waiting$/m,
    );
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

  test.each([[[]], [["7", "--branch", "fix"]]])(
    "%j: exactly one of number and branch names it",
    async (selector) => {
      await call(["pr", "get", QUEUE_ID, ...selector]).fails(
        "Name the pull request either by its number or by --branch.",
      );
      expect(emulator.requests).toEqual([]);
    },
  );
});

/** Numbers of the pull requests that `pr list` prints. */
async function listNumbers(...options: readonly string[]): Promise<number[]> {
  const { out } = await call(["pr", "list", QUEUE_ID, "--json", ...options]);
  const { pullRequests } = JSON.parse(out) as { pullRequests: { prNumber: number }[] };
  return pullRequests.map(({ prNumber }) => prNumber);
}

describe("mergequeue pr list", () => {
  const many = Array.from({ length: 230 }, (_, index) => index + 1);

  test("shows what is in the queue, in its order, with one request", async () => {
    submit(emulator, ...many);
    cancel(emulator, 8);
    reportCheck(emulator, "ci/test", "success");
    expect(await listNumbers()).toEqual(many.filter((each) => each > 2 && each !== 8));
    expect(emulator.requests.map(({ operation }) => operation)).toEqual(["getQueue"]);
    const { out: limited } = await call(`pr list ${QUEUE_ID} --limit 1`);
    expect(limited).toMatch(/^NUMBER .*\n#3 .*\n$/);
  });

  test("if the service does not show what is in the queue, finds it in the list of all", async () => {
    submit(emulator, 7, 8, 9);
    cancel(emulator, 8);
    emulator.setFaults(onOperation("getQueue", changeAnswer({ set: { enqueuedPullRequests: undefined } })));
    expect(await listNumbers()).toEqual([7, 9]);
  });

  test("an empty queue is a sentence with the command that shows what has left it", async () => {
    submit(emulator, 7);
    cancel(emulator, 7);
    await call(`pr list ${QUEUE_ID}`).succeeds(
      `No pull requests are in queue ${QUEUE_ID}. Those that have left it: mergequeue pr list "${QUEUE_ID}" --all\n`,
    );
    expect((await call(`pr list ${QUEUE_ID} --all`)).out).toContain("#7");
  });

  test("--all walks through all pages, in the service's order", async () => {
    submit(emulator, ...many);
    cancel(emulator, 1);
    expect(await listNumbers("--all")).toEqual(many);
    expect(emulator.requests).toHaveLength(3);
  });

  test("a list of more than 1000 is written while it is read, and writing counts towards --timeout", async () => {
    submit(emulator, ...Array.from({ length: 1050 }, (_, index) => index + 1));
    const list = ["pr", "list", QUEUE_ID, "--all"];
    for (const options of [[], ["--json"]]) {
      const requestsBefore: number[] = [];
      const { out } = await call([...list, ...options], {
        writeOut: () => requestsBefore.push(emulator.requests.length),
      }).succeeds();
      expect(requestsBefore[0]).toBeLessThan(emulator.requests.length);
      if (options.length === 0) expect(out.match(/^ *#\d+ /gm)).toHaveLength(1050);
      else {
        const document = JSON.parse(out) as { pullRequests: unknown[] };
        expect(document.pullRequests).toHaveLength(1050);
        expect(out).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
      }
    }

    const clock = new VirtualClock(LONGEST_POLL_MS);
    const { exitStatus, error } = await call([...list, "--timeout", "1m"], {
      clock,
      writeOut: () => {
        clock.advance(120_000);
      },
    });
    expect(exitStatus).toBe(1);
    expect(error).toContain("its time was up before a request could be made");
  });

  test("--limit ends the walk", async () => {
    submit(emulator, ...many);
    expect(await listNumbers("--all", "--limit", "101")).toHaveLength(101);
    expect(emulator.requests).toHaveLength(2);
  });

  test("--state and --since narrow it", async () => {
    submit(emulator, 7, 8);
    cancel(emulator, 8);
    const { out } = await call(`pr list ${QUEUE_ID} --state cancelled --since 1h`);
    expect(out).toMatch(/^NUMBER +STATE +TITLE +AUTHOR +PRIORITY +SINCE\n#8 +cancelled/);
    expect(out).not.toContain("#7");
    expect(emulator.requests[0]?.body).toMatchObject({
      state: "cancelled",
      since: "2026-01-31T07:03:00.000Z",
    });
  });

  test("an empty list is a sentence for people and an empty list for programs", async () => {
    await call(`pr list ${QUEUE_ID} --all`).succeeds(`No such pull requests in queue ${QUEUE_ID}.\n`);
    for (const options of [[], ["--all"]]) expect(await listNumbers(...options)).toEqual([]);
  });
});

describe("mergequeue pr impacted-targets", () => {
  const command = ["pr", "impacted-targets", QUEUE_ID, "7"];

  function readSent(): unknown {
    return (listCommitted("setImpactedTargets").at(-1) as { impactedTargets?: unknown } | undefined)
      ?.impactedTargets;
  }

  test("--all means every target", async () => {
    const { out } = await call([...command, "--all", "--auto-approve"]).succeeds();
    expect(out).toContain("pull request #7 in queue github.com/acme/web/main impacts every target.");
    expect(readSent()).toBe("ALL");
  });

  test("L-4: --target may be given several times; it asks how many are meant", async () => {
    const args = [...command, "--target", "api", "--target", "web", "--target", "api"];
    const { error } = await call(args, answerLike("y"));
    expect(error).toContain("impacts 2 targets? [y/N]");
    expect(readSent()).toEqual(["api", "web"]);
  });

  test("--from reads a file, and --sha names the commit", async () => {
    writeFileSync(join(directory, "targets"), "//api:all\r\n\n//web:all\n");
    const args = [...command, "--from", "targets", "--auto-approve", "--json"];
    const { out } = await call(args).succeeds();
    expect(readSent()).toEqual(["//api:all", "//web:all"]);
    expect(JSON.parse(out)).toEqual({
      repo: REPO,
      targetBranch: "main",
      pr: { number: 7 },
      impactedTargets: ["//api:all", "//web:all"],
    });
    expect((await call([...command, "--all", "--sha", "0000", "--auto-approve"])).exitStatus).toBe(0);
    expect(listCommitted("setImpactedTargets").at(-1)).toMatchObject({ pr: { number: 7, sha: "0000" } });
  });

  test("--from - reads standard input, which can then answer no question", async () => {
    const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from('["api"]'));
    const asked = await call([...command, "--from", "-"], { ...answerLike("y"), readInput });
    expect(asked.exitStatus).toBe(1);
    expect(asked.error).toContain("but standard input has another use. Nothing was changed.");
    await call([...command, "--from", "-", "--auto-approve"], {
      readInput,
    }).succeeds();
    expect(readSent()).toEqual(["api"]);
  });

  test.each([[[]], [["--all", "--target", "api"]], [["--target", "api", "--from", "targets"]]])(
    "%j: exactly one option says which targets",
    async (options) => {
      await call([...command, ...options]).fails("Give exactly one of --all, --target and --from");
    },
  );
});
