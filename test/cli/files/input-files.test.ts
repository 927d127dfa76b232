import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate } from "../../api/support/make-certificate";
import { toDocument, WEB } from "../review/terraform-document";
import { QUEUE_ID, TOKEN } from "../support/run-on-service";
import { call, directory, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

const COMMAND = join(__dirname, "../../../dist/cli.js");

const PLAN = JSON.stringify(toDocument([{ actions: ["no-op"], before: WEB, after: WEB }]));

onStage(() => {
  writeFileSync(join(directory, "p.json"), PLAN);
  linkSync(join(directory, "p.json"), join(directory, "hard.json"));
  symlinkSync("p.json", join(directory, "soft.json"));
  symlinkSync(".", join(directory, "here"));
});

/** Expects that a command writes nothing, and that a file which it reads keeps its text. */
async function expectRefused(args: readonly string[], out: string, kept: string): Promise<void> {
  const before = readFileSync(join(directory, kept), "utf8");
  await call(args).fails(`would replace "${out}", which this command reads. That file was not changed.`);
  expect(readFileSync(join(directory, kept), "utf8")).toBe(before);
}

describe("a command does not write over what it reads", () => {
  test.each([
    ["p.json", "p.json"],
    ["p.json", "here/p.json"],
    ["p.json", "hard.json"],
    ["soft.json", "p.json"],
  ])("S-17: review %s --report %s", async (input, out) => {
    await expectRefused(["review", input, "--report", out], out, "p.json");
    await expectRefused(["review", input, "--out", out], out, "p.json");
  });

  test("S-17: review of standard input, redirected from the file", () => {
    const input = openSync(join(directory, "p.json"), "r");
    const args = [COMMAND, "review", "-", "--out", join(directory, "hard.json")];
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: [input, "pipe", "pipe"] });
    expect(stderr.toString()).toContain('hard.json", which this command reads.');
    expect(status).toBe(1);
    expect(readFileSync(join(directory, "hard.json"), "utf8")).toBe(PLAN);
  });

  const INPUTS = ["main.tf.json", "token", "ca.pem", "vars.json", "workload.json"];
  test.each(INPUTS)("S-17: plan --out %s", async (out) => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 9 } });
    const workload = { format: "mergequeue-workload", version: 1, queues: [{ queue: QUEUE_ID }] };
    const texts = { token: TOKEN, "ca.pem": makeCertificate().cert, "vars.json": "{}" };
    const all = { ...texts, "workload.json": JSON.stringify(workload) };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(directory, name), text);
    const secrets = ["--token-file", "token", "--ca-file", "ca.pem"];
    const inputs = [...secrets, "--var-file", "vars.json", "--foresight", "workload.json"];
    await expectRefused(["plan", ".", ...inputs, "--out", out], out, out);
  });

  test("S-17: plan --out with the manifest of the stacks", async () => {
    mkdirSync(join(directory, "stacks/a"), { recursive: true });
    writeStack(join(directory, "stacks/a"), { [QUEUE_ID]: { concurrency: 9 } });
    const manifest = { version: "0", stacks: { a: { name: "a", workingDirectory: "stacks/a" } } };
    writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
    await expectRefused(["plan", ".", "--out", "manifest.json"], "manifest.json", "manifest.json");
  });

  test("S-17: workload import --out, also with --force", async () => {
    const rows = Array.from({ length: 100 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 5), 9)).toISOString();
      return `${day},${day},${day},success`;
    });
    writeFileSync(join(directory, "runs.csv"), ["queued,started,finished,conclusion", ...rows].join("\n"));
    const args = ["workload", "import", "runs.csv", "--queue", QUEUE_ID, "--out", "runs.csv", "--force"];
    await expectRefused(args, "runs.csv", "runs.csv");
  });

  test("S-17: serve --data with its file of options", async () => {
    writeFileSync(join(directory, "options.json"), "{}");
    const args = ["serve", "--port", "0", "--options", "options.json", "--data", "options.json"];
    await expectRefused(args, "options.json", "options.json");
  });
});
