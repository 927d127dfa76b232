import { fail, onOperation, rewriteAnswer } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { isRead } from "../support/is-read";
import { configure, QUEUE_ID, reportCheck, submit } from "./support/run-on-service";
import { call, callBy, cancelInTurn, emulator, onStage } from "./support/stage";

const { repo: REPO } = parseQueueId(QUEUE_ID);

const parse = (out: string): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

// Without a required status, tests fail as they begin.
onStage(
  () => {
    configure(emulator, { requiredStatuses: ["ci/test"] });
  },
  { answers: "live" },
);

/** Counts the requests that changed something. */
const countWrites = (): number =>
  emulator.requests.filter(({ operation }) => !isRead(operation) && !operation?.startsWith("GET ")).length;

describe.each(["first", "second"] as const)("with the %s interface", (face) => {
  const run = (args: string, key?: string) => callBy(face, args, key);

  test("pr set, and pr submit of what is queued, change what is given; the same again sends nothing", async () => {
    submit(emulator, 5, 6, 7);
    for (const [args, told, shown] of [
      ["set --priority high", "is in Q now with priority high", { priorityName: "high", noBatch: false }],
      ["set --no-batch", "is in Q now, to be tested alone", { priorityName: "high", noBatch: true }],
      ["submit --priority LOW", "It is there now with priority LOW", { priorityName: "low" }],
      ["submit --no-batch --priority 10", "to be tested alone", { priorityName: "high", noBatch: true }],
      ["set --batch", "is in Q now, to be tested in a batch", { priorityName: "high", noBatch: false }],
      ["set --priority high", "with priority high already; nothing was sent", { priorityName: "high" }],
      ["submit --priority 10", "is in Q already; nothing was sent", { priorityName: "high" }],
    ] as const) {
      const before = countWrites();
      const [name = "", ...options] = args.split(" ");
      const { out } = await run(`pr ${[name, QUEUE_ID, "7", ...options].join(" ")}`).succeeds();
      expect(out).toContain(`${told.replace("Q", `queue ${QUEUE_ID}`)}.`);
      const { out: list } = await run(`pr list ${QUEUE_ID} --json`);
      expect(parse(list)["pullRequests"]).toContainEqual(expect.objectContaining({ prNumber: 7, ...shown }));
      expect(countWrites() > before).toBe(!told.includes("nothing"));
    }
  });

  test("pr set of what is not in the queue is an error that says how to submit it", async () => {
    await run(`pr set ${QUEUE_ID} 7 --priority high`).fails(
      "Pull request #7 is not in queue github.com/acme/web/main, so nothing was changed.",
      `run mergequeue pr submit "${QUEUE_ID}" 7.`,
    );
    await run(`pr set ${QUEUE_ID} 7`).fails("Say what to change: --priority,");
    expect(countWrites()).toBe(0);
  });

  test("pr history shows each change, newest first, with reason and test run", async () => {
    submit(emulator, 7);
    reportCheck(emulator, "ci/test", "failure");
    const { out } = await run(`pr history ${QUEUE_ID} 7`).succeeds();
    expect(out).toMatch(/^SINCE +STATE +REASON +BY +TEST RUN\n\S.* failed /);
    expect(out).toMatch(/ testing +- +- +\S{36}\n.* not_ready +api_requested +- +-\n$/s);
    const { prNumber, timeline } = parse((await run(`pr history ${QUEUE_ID} 7 --json`)).out);
    expect(prNumber).toBe(7);
    expect(timeline).toHaveLength(out.trim().split("\n").length - 1);
  });

  test("pr get and pr wait show when it is expected to merge, unless the service makes no estimate", async () => {
    const show = () => run(`pr get ${QUEUE_ID} 6`).succeeds();
    for (const number of [1, 2, 3, 4, 5]) {
      submit(emulator, number);
      emulator.clock.advance(600_000);
      reportCheck(emulator, "ci/test", "success");
    }
    submit(emulator, 6);
    const expected = "expected to merge in about 57 min, at 09:00 UTC";
    expect((await show()).out).toMatch(new RegExp(`^ {2}state +testing\n {2}estimate +${expected}$`, "m"));
    expect(parse((await run(`pr get ${QUEUE_ID} 6 --json`)).out)).toMatchObject({
      estimate: { status: "available", kind: "merge", estimatedAt: "2026-01-31T09:00:00.000Z" },
    });
    const MERGEQUEUE_BASE_URL = emulator.url.replace("v1", face === "first" ? "v1" : "v2");
    const wait = () =>
      call(`pr wait ${QUEUE_ID} 6`, { clock: cancelInTurn([6], 3), environment: { MERGEQUEUE_BASE_URL } });
    expect((await wait()).error).toContain(`Pull request #6: testing, ${expected} (0 s)\n`);
    submit(emulator, 6);
    let refused = 0;
    emulator.setFaults(async (request, next) => {
      const asked = `${request.operation ?? ""} ${JSON.stringify(request.body)}`;
      if (!/queue-entry-estimate|includeEstimatedTimeToMerge/.test(asked)) return next();
      refused += 1;
      return fail(face === "first" ? 400 : 403)(request, next);
    });
    expect((await show()).out).not.toContain("estimate");
    expect((await wait()).error).toContain("#6: testing (0 s)\n");
    // Once a command: what is refused is not asked again.
    expect(refused).toBe(2);
  });

  test("pr get shows the checks of what is tested, as text and as JSON, and the timeline", async () => {
    submit(emulator, 7);
    reportCheck(emulator, "lint", "success");
    expect((await run(`pr get ${QUEUE_ID} 7`)).out).toMatch(/^lint +success +1 +-$/m);
    const shown = parse((await run(`pr get ${QUEUE_ID} 7 --json`)).out);
    expect(shown).toMatchObject({
      state: "testing",
      timeline: [{ state: "testing" }, { state: "pending" }, { state: "not_ready" }],
      testRun: {
        statusChecks: expect.arrayContaining([
          expect.objectContaining({ context: "lint", state: "success" }),
        ]) as unknown,
      },
    });
  });
});

describe("what one interface has", () => {
  test("pr get names the code host's reasons where the service passes them on", async () => {
    emulator.declarePullRequest(REPO, { number: 5, mergeability: "not_mergeable" });
    submit(emulator, 5);
    const conflict = "conflict: The pull request conflicts with its base branch";
    expect((await callBy("second", `pr get ${QUEUE_ID} 5`)).out).toMatch(
      new RegExp(`^ {2}why +it cannot be merged: ${conflict}$`, "m"),
    );
    expect(parse((await callBy("second", `pr get ${QUEUE_ID} 5 --json`)).out)).toMatchObject({
      readiness: {
        reasons: [{ code: "conflict", message: "The pull request conflicts with its base branch." }],
      },
    });
    expect((await callBy("first", `pr get ${QUEUE_ID} 5`)).out).toContain("because of a conflict");
  });

  test("pr set --direct tests before it is ready; the first interface cannot", async () => {
    emulator.declarePullRequest(REPO, { number: 7, mergeability: "not_mergeable" });
    submit(emulator, 7);
    await callBy("first", `pr set ${QUEUE_ID} 7 --direct`).fails("only the second interface has it");
    for (const [option, state] of [
      ["direct", "testing"],
      ["no-direct", "testing"],
    ]) {
      const { out } = await callBy("second", `pr set ${QUEUE_ID} 7 --${option} --json`).succeeds();
      expect(parse(out)).toMatchObject({ state, forceEnqueued: option === "direct" });
    }
  });

  test.each([
    ["reader", "submit", "--priority 1", ['submitting needs "merge and cancel"', 'needs "set priority"']],
    ["submitter", "submit", "--no-batch", ['--no-batch needs "skip batching"']],
    ["submitter", "set", "--no-batch", ['--no-batch needs "skip batching"']],
    ["submitter", "set", "--direct", ['--direct needs "direct to queue"']],
    ["reader", "cancel", "", ['cancelling needs "merge and cancel"']],
    ["reader", "restart", "", ['restarting needs "merge and cancel"']],
  ])("a %s's pr %s %s says which permission what needs", async (key, name, option, told) => {
    if (name !== "submit") submit(emulator, 7);
    const args = `pr ${name} ${QUEUE_ID} 7 ${option}`.trim();
    await callBy("second", args, key).fails("INSUFFICIENT_PERMISSIONS", ...told);
  });

  test.each([
    ["leaves it out", rewriteAnswer((body) => ({ ...(body as object), timeline: undefined }))],
    ["refuses the question", fail(400)],
  ])("pr history of a service that %s says so", async (_what, fault) => {
    submit(emulator, 7);
    emulator.setFaults(onOperation(["getSubmittedPullRequest"], fault));
    await call(`pr history ${QUEUE_ID} 7`).fails("may not know the field includeTimeline");
  });

  test("the command marks no queue as managed by Terraform", async () => {
    await callBy("second", `queue pause ${QUEUE_ID} --auto-approve`).succeeds();
    const { out } = await callBy("second", `queue get ${QUEUE_ID} --json`).succeeds();
    expect(parse(out)).toMatchObject({ state: "paused", managedState: "manual" });
  });
});
