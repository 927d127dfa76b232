import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../src/emulator/faults";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { listLogCommands } from "../support/list-log-commands";
import { makeScratch } from "../support/make-scratch";
import { type CommandRun, expecting } from "./fake-context";
import { configure, createQueue, QUEUE_ID, runOn, TOKEN } from "./support/run-on-service";
import { writeStack } from "./support/write-stack";

const STATUS = "ci/build-1";

let emulator: OpenEmulator | undefined;

afterEach(async () => {
  await emulator?.close();
});

/** Runs a command on a service with one queue that requires a status. */
async function runWithToken(token: string, args: readonly string[]): Promise<CommandRun> {
  emulator = await startOpenEmulator({ token, clock: "manual", seed: "output" });
  createQueue(emulator, QUEUE_ID);
  configure(emulator, { requiredStatuses: [STATUS] });
  return runOn(emulator, args, { environment: { MERGEQUEUE_TOKEN: token } });
}

describe("a token in generated output", () => {
  const directory = makeScratch();

  test.each([
    ["a long one", "build-1-0123456789-abcdefghij", 0],
    ["a word of the language", "build", 0],
  ])("S-04: code exported with %s as the token matches the service", async (_what, token) => {
    const args = ["export", QUEUE_ID, "--required-statuses"];
    const { out } = await expecting(runWithToken(token, args)).endsWith(0);
    expect(out).toContain(`requiredStatuses: [\n    "${STATUS}",\n  ],`);
  });

  test("S-04: a configured token in a plan gives an error that names the place, and no file is left", async () => {
    const token = "nightly-build";
    writeStack(directory, { [QUEUE_ID]: { required_statuses: [`ci/${token}`] } });
    for (const args of [["--json"], ["--format", "markdown"], ["--out", join(directory, "plan.json")]]) {
      const { out, error } = await expecting(runWithToken(token, ["plan", directory, ...args])).fails(
        "The output would contain the API token",
        "ci/[redacted]",
      );
      expect(out + error).not.toContain(token);
      await emulator?.close();
    }
    expect(readdirSync(directory)).toEqual(["main.tf.json"]);
  });
});

test("S-14: text of a service cannot be a command of a CI system, wherever its lines break", async () => {
  emulator = await startOpenEmulator({ token: TOKEN });
  const commands = "::error::e ##[group]e ##vso[task.complete]e";
  const words = Array.from({ length: 40 }, (_, length) => `${"x".repeat(length)} ${commands}`);
  emulator.setFaults(fail(400, { body: words.join("\n") }));
  for (const option of ["", " --json", " --verbose"]) {
    const { out, error } = await runOn(emulator, `queue get ${QUEUE_ID}${option}`).fails("::error::e");
    expect(listLogCommands(out + error)).toEqual([]);
  }
});
