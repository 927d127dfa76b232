import { changeAnswer, dropAfterCommit, firstTimes, onOperation } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { LONGEST_POLL_MS, VirtualClock } from "../support/virtual-clock";
import {
  answerLike,
  cancel,
  configure,
  deleteQueue,
  happen,
  QUEUE_ID,
  submit,
} from "./support/run-on-service";
import { call, cancelInTurn, emulator, onStage } from "./support/stage";

onStage();

const PAUSE = `queue pause ${QUEUE_ID} --auto-approve`;
const DRAIN = `queue drain ${QUEUE_ID} --wait --auto-approve`;

function readState(): unknown {
  const outcome = emulator.engine.preview({ type: "readQueue", identity: parseQueueId(QUEUE_ID) });
  return outcome.kind === "done" ? outcome.queue?.settings.state : outcome.refusal;
}

function listWrites(): string[] {
  return emulator.requests.map(({ operation }) => operation ?? "?").filter((name) => !name.startsWith("get"));
}

describe("mergequeue queue get", () => {
  test("shows the settings first, so that a short terminal still shows the state and the pull requests", async () => {
    submit(emulator, 7, 8);
    const { out } = await call(`queue get ${QUEUE_ID}`).succeeds();
    const lines = out.split("\n");
    expect(lines[0]).toBe(`Queue ${QUEUE_ID}`);
    expect(out).toMatch(/\n\n {2}state +running\n\nPull requests in it: 2\n/);
    expect(out).toMatch(/^ {2}testingTimeoutMinutes +300 min$/m);
    expect(out).toMatch(/^ {2}requiredStatuses +none$/m);
    expect(out).toMatch(
      /^#7 +testing +Pull request 7 +developer +medium +2026-01-31T08:00:00Z \(3 min ago\)$/m,
    );
    expect(lines.at(-2)).toMatch(/^#8 /);
  });

  test("L-2: --json is the response of the service, with unknown fields", async () => {
    emulator.setFaults(changeAnswer({ set: { novelty: [1] } }));
    const { out } = await call(`queue get ${QUEUE_ID} --json`).succeeds();
    expect(JSON.parse(out)).toMatchObject({
      state: "running",
      branch: "main",
      concurrency: 2,
      enqueuedPullRequests: [],
      novelty: [1],
    });
    const { out: shown } = await call(`queue get ${QUEUE_ID}`);
    expect(shown).toContain("Fields that this version does not know\n\n  novelty  [1]\n");
  });

  test("S-14: a response cannot steer the terminal, in a table or in JSON", async () => {
    submit(emulator, 7);
    const { repo } = parseQueueId(QUEUE_ID);
    const title = "\u001b[2J\u202eevil\nline\u009b";
    happen(emulator, { type: "declarePullRequest", repo, pullRequest: { number: 7, title } });
    const { out } = await call(`queue get ${QUEUE_ID}`);
    expect(out).toContain("\\x1b[2J\\u202eevil line\\x9b");
    const { out: json } = await call(`queue get ${QUEUE_ID} --json`);
    expect(out + json).not.toMatch(/[\u001b\u202e\u009b]/);
    expect(JSON.parse(json)).toMatchObject({ enqueuedPullRequests: [{ prTitle: title }] });
  });

  test("L-1: a queue that is not there is status 1, with what to check", async () => {
    await call("queue get github.com/acme/web/other").fails("check host, owner, name and branch");
  });

  test.each(["main", "github.com/acme/web", "github.com//web/main"])(
    "%j is not a queue id, and nothing is sent",
    async (id) => {
      await call(["queue", "get", id]).fails('Write it as "host/owner/name/branch"');
      expect(emulator.requests).toEqual([]);
    },
  );
});

describe("mergequeue queue pause and resume", () => {
  test("L-4: pausing asks, says how many pull requests are concerned, and does it after a yes", async () => {
    submit(emulator, 7);
    const { out, error } = await call(`queue pause ${QUEUE_ID}`, answerLike("yes")).endsWith(0);
    expect(out).toBe(`Queue ${QUEUE_ID} is paused now; it was running.\n`);
    expect(error).toMatch(/^Pause queue .*\/main\? It is running, with 1 pull request in it\. .*\[y\/N\] $/);
    expect(readState()).toBe("paused");
  });

  test("with --auto-approve it does not ask, and --json is the response of /updateQueue", async () => {
    const args = ["queue", "pause", QUEUE_ID, "--auto-approve", "--json"];
    const { out } = await call(args).succeeds();
    expect(JSON.parse(out)).toMatchObject({ state: "paused", branch: "main", concurrency: 2 });
  });

  test("a queue that is already paused is not changed, without a question", async () => {
    await call(PAUSE);
    const before = listWrites().length;
    await call(`queue pause ${QUEUE_ID}`).succeeds(
      `Queue ${QUEUE_ID} is paused already; nothing was changed.\n`,
    );
    expect(listWrites()).toHaveLength(before);
  });

  test("resuming lets it run again", async () => {
    await call(PAUSE);
    await call(PAUSE.replace("pause", "resume")).succeeds(
      `Queue ${QUEUE_ID} is running now; it was paused.\n`,
    );
    expect(readState()).toBe("running");
  });

  test("F-17: the question works without a known state, and counts the pull requests", async () => {
    submit(emulator, 7, 8);
    emulator.setFaults(onOperation("getQueue", changeAnswer({ set: { state: null } })));
    const { error } = await call(`queue pause ${QUEUE_ID}`, answerLike("no"));
    expect(error).toContain("It is in an unknown state, with 2 pull requests in it.");
    cancel(emulator, 7);
    cancel(emulator, 8);
    const empty = await call(`queue pause ${QUEUE_ID}`, answerLike("no"));
    expect(empty.error).toContain("with no pull requests in it.");
  });
});

test("L-3: a lost response is not a failure: the change is read back", async () => {
  emulator.setFaults(onOperation("updateQueue", firstTimes(1, dropAfterCommit)));
  await call(PAUSE).succeeds(`Queue ${QUEUE_ID} is paused now; it was running.\n`);
});

describe("mergequeue queue drain", () => {
  test("--wait ends when the queue is empty, and meanwhile shows what is left", async () => {
    submit(emulator, 7, 8);
    const clock = cancelInTurn([7, 8]);
    const { out, error } = await call(DRAIN, { clock }).endsWith(0);
    expect(out).toBe(`Queue ${QUEUE_ID} is empty. It is draining.\n`);
    expect(error).toBe(
      `Queue ${QUEUE_ID} is draining now; it was running.\n2 left: testing #7, #8\n1 left: testing #8\n`,
    );
  });

  test("with --wait on a draining queue it does not ask, and --json is one document", async () => {
    await call(`queue drain ${QUEUE_ID} --auto-approve`);
    const { out } = await call(`queue drain ${QUEUE_ID} --wait --json`).succeeds();
    expect(JSON.parse(out)).toMatchObject({ state: "draining" });
  });

  test("when the time is up it lists what is left, and says that the queue continues draining", async () => {
    submit(emulator, 7, 8);
    const args = ["queue", "drain", QUEUE_ID, "--wait", "--timeout", "2m", "--auto-approve", "--json"];
    const { out } = await call(args).fails(
      "is not empty after 120 s. 2 pull requests are in it:",
      '  #7 "Pull request 7" by developer (testing)\n',
      `is still draining. To wait again, run the same command. To end the draining, run mergequeue queue resume`,
    );
    expect(JSON.parse(out)).toMatchObject({
      error: { code: "deadline_exceeded", record: { state: "draining" } },
    });
    expect(readState()).toBe("draining");
  });

  test("when only pull requests are left that do not start, it says at once what to do, and waits on until they are cancelled", async () => {
    configure(emulator, { state: "paused" });
    submit(emulator, 7, 8);
    const clock = cancelInTurn([7, 8], 4);
    const { out, error } = await call(DRAIN, { clock }).endsWith(0);
    expect(out).toBe(`Queue ${QUEUE_ID} is empty. It is draining.\n`);
    expect(error.split("\n").slice(1)).toEqual([
      `Warning: Nothing in queue ${QUEUE_ID} is being tested, and a draining queue starts nothing new, so it does not become empty ` +
        `by itself. Cancel the 2 waiting pull requests (mergequeue pr cancel "${QUEUE_ID}" NUMBER), or let the queue run until ` +
        `it is empty (mergequeue queue resume "${QUEUE_ID}") and drain it then.`,
      "2 left: 2 waiting",
      "1 left: 1 waiting",
      "",
    ]);
  });

  test("an outside change that ends the draining ends the wait", async () => {
    submit(emulator, 7);
    const clock = new VirtualClock(LONGEST_POLL_MS);
    clock.onSleep = () => {
      configure(emulator, { state: "running" });
    };
    await call(DRAIN, { clock }).fails(
      "is no longer draining: its state was changed to running. 1 pull request is in it:",
    );
  });

  test("a queue that is deleted meanwhile is an error that says so", async () => {
    submit(emulator, 7);
    const clock = new VirtualClock(LONGEST_POLL_MS);
    clock.onSleep = () => {
      cancel(emulator, 7);
      deleteQueue(emulator);
      clock.onSleep = () => undefined;
    };
    await call(DRAIN, { clock }).fails("it was deleted while it was draining");
  });
});
