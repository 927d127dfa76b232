import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Print } from "./demo/demo-log";
import { expectThat, printCommand, printHeading } from "./demo/demo-log";
import { DemoService } from "./demo/demo-service";
import { prepareDemoStage } from "./demo/prepare-demo-stage";
import { findRoot } from "./support/find-root";

/** The queue that examples/quickstart declares. */
const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const PULL_REQUEST = 42;

const print: Print = (text) => {
  process.stdout.write(text);
};

/** `npm run demo`: the life of a queue from code, each step shown as the command that makes it. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "mergequeue-demo-"));
  try {
    printHeading(print, "A local service stands in for the merge queue service");
    const service = await DemoService.start(findRoot(), print);
    try {
      await live(service, folder);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  print("\nDone: every step did what it says.\n");
}

async function live(service: DemoService, folder: string): Promise<void> {
  const root = findRoot();
  printCommand(print, `export MERGEQUEUE_BASE_URL=${service.url} MERGEQUEUE_TOKEN=…`);
  const { shell, tool } = await prepareDemoStage(
    folder,
    { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token },
    print,
  );

  printHeading(print, "examples/quickstart declares a queue in TypeScript; synthesizing it needs no network");
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  // CDKTF keeps the state where synth runs; the demo leaves none in the project.
  await shell.run(process.execPath, [tsx, join(root, "examples/quickstart/main.ts")], {
    cwd: folder,
    shown: "npx tsx examples/quickstart/main.ts",
  });
  await tool.prepare();

  printHeading(print, "The plan shows the queue to be created (exit status 2: there are changes)");
  const created = await tool.plan(2);
  expectThat(created.output.includes(tool.creates), "the plan adds one queue");
  await tool.apply();
  const before = await service.post("getQueue", QUEUE);
  expectThat(before.status === 200, "the queue is there");

  printHeading(print, "A second plan is empty (exit status 0)");
  await tool.plan(0);

  printHeading(print, `Somebody changes the queue behind the back of ${tool.name}, and the plan says so`);
  await service.post("updateQueue", { ...QUEUE, concurrency: 1 });
  const drift = await tool.plan(2);
  expectThat(
    /concurrency\s*= 1 -> /.test(stripColours(drift.output)),
    "the plan changes concurrency back from 1",
  );
  await tool.apply();
  const repaired = await service.post("getQueue", QUEUE);
  expectThat(
    (JSON.parse(repaired.text) as { concurrency: number }).concurrency ===
      (JSON.parse(before.text) as { concurrency: number }).concurrency,
    "the queue has its declared concurrency again",
  );

  printHeading(print, `Pull request #${PULL_REQUEST} is in the queue, so that destroying it is refused`);
  await service.post("submitPullRequest", { ...QUEUE, pr: { number: PULL_REQUEST } });
  const refused = await tool.destroy(1);
  expectThat(refused.output.includes(`#${PULL_REQUEST}`), "the refusal names the pull request");

  printHeading(print, "Once it is cancelled, the queue can go");
  await service.post("cancelPullRequest", { ...QUEUE, pr: { number: PULL_REQUEST } });
  await tool.destroy(0);
  const gone = await service.post("getQueue", QUEUE);
  expectThat(gone.status === 404, "the queue is gone");
}

function stripColours(text: string): string {
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
