import type { EngineEvent } from "../../../src/emulator/engine/engine-event";
import type { PageModel } from "../../../src/emulator/page/page-model";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import { parseQueueId } from "../../../src/queue/queue-identity";
import { describeInBrowser } from "./describe-in-browser";
import { openPage } from "./open-browser";
import { NOW_MS } from "./page-fixtures";

const identity = parseQueueId("github.com/acme/web/main");

let emulator: OpenEmulator;
let pageUrl: string;

beforeEach(async () => {
  emulator = await startOpenEmulator({ clock: "manual", now: () => NOW_MS, seed: "page" });
  pageUrl = new URL("/", emulator.url).href;
});
afterEach(async () => {
  await emulator.close();
});

function apply(event: EngineEvent): void {
  const outcome = emulator.engine.apply(event);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
}

/** Makes a queue of batches of two, with one slot, and submits pull requests 1 to 4 and 5, which has conflicts. */
function fillQueue(): void {
  apply({ type: "createQueue", identity, settings: {} });
  const settings = { batch: true, batchingMinSize: 2, requiredStatuses: ["ci/test"] };
  apply({ type: "updateQueue", identity, settings, deletesRequiredStatuses: false });
  const conflict = { number: 5, mergeability: "not_mergeable" } as const;
  apply({ type: "declarePullRequest", repo: identity.repo, pullRequest: conflict });
  for (const number of [1, 2, 3, 4, 5]) {
    apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
  }
}

function report(conclusion: "success" | "failure"): void {
  for (const { id, status } of emulator.engine.tryFindQueue(identity)?.testRuns.values() ?? []) {
    if (status === "in_progress") apply({ type: "reportCheck", testRunId: id, name: "ci/test", conclusion });
  }
}

async function readModel(): Promise<PageModel> {
  const response = await fetch(`${pageUrl}page.json`);
  return (await response.json()) as PageModel;
}

describe("the local service", () => {
  test("shows batches in testing, waiting pull requests with reasons, and merges", async () => {
    fillQueue();
    const { shown: before } = await readModel();
    expect(before?.line.map(({ pullRequests }) => pullRequests.map(({ number }) => number))).toEqual([
      [1, 2],
    ]);
    expect(before?.waiting.map(({ number, state }) => [number, state])).toEqual([
      [3, "pending"],
      [4, "pending"],
      [5, "not_ready"],
    ]);
    expect(before?.waiting.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("#1, #2"),
      expect.stringContaining("#1, #2"),
      expect.stringMatching(/conflict|cannot be merged|not mergeable/i),
    ]);
    emulator.clock.advance(90_000);
    report("success");
    const { shown: after } = await readModel();
    expect(
      after?.merged.map(({ number, submittedAtMs, concludedAtMs }) => [
        number,
        concludedAtMs - submittedAtMs,
      ]),
    ).toEqual([
      [2, 90_000],
      [1, 90_000],
    ]);
    expect(after?.line[0]?.pullRequests.map(({ number }) => number)).toEqual([3, 4]);
  });

  test("applies due changes before it shows them, without any other request", async () => {
    fillQueue();
    emulator.clock.set(NOW_MS + 60 * 60_000);
    const model = await readModel();
    expect(model.nowMs).toBe(NOW_MS + 60 * 60_000);
    expect(model.shown?.line[0]?.state).toBe("bisecting");
  });
});

describeInBrowser("the local service in a browser", (findBrowser) => {
  test("an open page shows a batch that is tested, fails, is bisected, and merges in part", async () => {
    const { page, complaints } = await openPage(findBrowser(), pageUrl);
    await page.getByRole("heading", { name: "There is no queue yet" }).waitFor();
    fillQueue();
    const line = page.getByRole("region", { name: "In testing" }).locator("ol > li");
    await line.filter({ hasText: /^testingBatch of 2#1 .*#2 .*ci\/testwaiting/ }).waitFor();
    report("failure");
    await line
      .filter({ hasText: /^bisectingBatch of 2.*Part of the batch: #1\..*ci\/testwaiting/ })
      .waitFor();
    report("failure");
    const dropped = page.getByRole("table", { name: "Pull requests that failed or were cancelled" });
    await dropped.getByRole("row", { name: "#1 " }).filter({ hasText: "ci/test" }).waitFor();
    for (let runs = 0; runs < 5; runs += 1) report("success");
    const merged = page.getByRole("table", { name: "Pull requests that merged, latest first" });
    await merged.getByRole("row", { name: "#2 " }).waitFor();
    await page.getByRole("row", { name: "#5 " }).filter({ hasText: "not ready" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
