import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { onOperation } from "../../src/emulator/faults";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { QUEUE_ID, reportCheck, runOn, startService, TOKEN } from "../cli/support/run-on-service";
import { makeScratchInProject } from "../support/make-scratch";
import { listBlocks } from "./support/page-program";
import { ROOT, readText } from "./support/registry-pages";

const PAGE = readText("docs/client.md");
const PATH = process.env["PATH"] ?? "";
const testCurl = PATH.split(delimiter).some((folder) => existsSync(join(folder, "curl"))) ? test : test.skip;

let emulator: OpenEmulator;

beforeEach(async () => {
  emulator = await startService();
});

afterEach(async () => {
  await emulator.close();
});

/** Runs the four lines of the page. Between two polls they do not sleep. */
async function runBlock() {
  const blocks = listBlocks(PAGE, "sh").filter((block) => block.includes("curl"));
  expect(blocks).toHaveLength(1);
  return runCommand("sh", ["-c", `sleep() { :; }\n${blocks.join("")}`], {
    cwd: ROOT,
    env: { PATH, MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: TOKEN },
  });
}

/** Reports a check when the pull request is looked at for the second time. */
function endWith(conclusion: "success" | "failure"): void {
  let polls = 0;
  emulator.setFaults(
    onOperation("getSubmittedPullRequest", async (_request, next) => {
      polls += 1;
      if (polls === 2) reportCheck(emulator, "ci/test", conclusion);
      return next();
    }),
  );
}

test("the program in docs/client.md does the same with both interfaces", async () => {
  const [program = ""] = listBlocks(PAGE, "ts").filter((block) => block.includes("interfaceName"));
  const cwd = makeScratchInProject();
  writeFileSync(join(cwd, "both.mts"), program);
  const env = { PATH, MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: TOKEN };
  const run = await runCommand(process.execPath, ["--import", "tsx", "both.mts"], { cwd, env });
  expect(run.output).toMatch(
    /^first { concurrency: (\d+), queueId: undefined, state: '(\w+)' }\nsecond { concurrency: \1, queueId: '\w+', state: '\2' }\n$/,
  );
});

testCurl(
  "the lines of curl in docs/client.md submit a pull request, report its targets, and wait until it is merged",
  async () => {
    endWith("success");
    const { status, stdout } = await runBlock();
    expect(status).toBe(0);
    expect(stdout.trimEnd()).toMatch(/"state": ?"merged"$/);
    const looks = ["getSubmittedPullRequest", "getSubmittedPullRequest"];
    const operations = emulator.requests.map(({ operation }) => operation);
    expect(operations).toEqual(["submitPullRequest", "setImpactedTargets", ...looks]);
    expect(await runOn(emulator, ["pr", "wait", QUEUE_ID, "7"])).toMatchObject({ exitStatus: 0 });
  },
);

testCurl("the lines of curl in docs/client.md fail if the pull request fails", async () => {
  endWith("failure");
  expect((await runBlock()).status).toBe(1);
});
