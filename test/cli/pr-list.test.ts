import { changeAnswer, onOperation } from "../../src/emulator/faults";
import { cancel, QUEUE_ID, reportCheck, submit } from "./support/run-on-service";
import { call, emulator, onStage } from "./support/stage";

onStage();

/** Numbers of the pull requests that `pr list` prints. */
async function listNumbers(...options: readonly string[]): Promise<number[]> {
  const { out } = await call(["pr", "list", QUEUE_ID, "--json", ...options]);
  const { pullRequests } = JSON.parse(out) as { pullRequests: { prNumber: number }[] };
  return pullRequests.map(({ prNumber }) => prNumber);
}

describe("mergequeue pr list", () => {
  const many = Array.from({ length: 230 }, (_, index) => index + 1);

  test("F-47: shows what is in the queue, in its order, with one request, and one for what is not ready", async () => {
    submit(emulator, ...many);
    cancel(emulator, 8);
    reportCheck(emulator, "ci/test", "success");
    expect(await listNumbers()).toEqual(many.filter((each) => each > 2 && each !== 8));
    expect(emulator.requests.map(({ operation }) => operation)).toEqual(["getQueue", "listPullRequests"]);
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
      `No pull requests are in queue ${QUEUE_ID}. To list pull requests that have left it, run mergequeue pr list "${QUEUE_ID}" --all\n`,
    );
    expect((await call(`pr list ${QUEUE_ID} --all`)).out).toContain("#7");
  });

  test("--all walks through all pages, and shows first what changed last; --limit keeps the first", async () => {
    submit(emulator, ...many);
    emulator.clock.advance(1_000);
    cancel(emulator, 200);
    const [first, ...others] = await listNumbers("--all");
    expect([first, others.length]).toEqual([200, 229]);
    expect(emulator.requests).toHaveLength(3);
    expect(await listNumbers("--all", "--limit", "1")).toEqual([200]);
  });

  test("--state and --since narrow it", async () => {
    submit(emulator, 7, 8);
    cancel(emulator, 8);
    const { out } = await call(`pr list ${QUEUE_ID} --state cancelled --since 1h`);
    expect(out).toMatch(/^NUMBER +STATE +TITLE +AUTHOR +PRIORITY +SINCE\n#8 +cancelled/);
    expect(out).not.toContain("#7");
    const [request] = emulator.requests;
    expect(request?.body).toMatchObject({ state: "cancelled", since: "2026-01-31T07:03:00.000Z" });
  });

  test("an empty list is a sentence for people and an empty list for programs", async () => {
    await call(`pr list ${QUEUE_ID} --all`).succeeds(`No matching pull requests in queue ${QUEUE_ID}.\n`);
    for (const options of [[], ["--all"]]) expect(await listNumbers(...options)).toEqual([]);
  });
});
