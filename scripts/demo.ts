import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { chooseDemoTool, type DemoTool } from "./demo/choose-demo-tool";
import { DemoLog, expectThat } from "./demo/demo-log";
import { DemoService } from "./demo/demo-service";
import { DemoShell } from "./demo/demo-shell";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

/** The queue that examples/quickstart declares. */
const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const QUEUE_ID = "github.com/acme/web/main";

/** What testing four pull requests at once does to a queue that tests two. */
const SIMULATE =
  "mergequeue simulate --now concurrency=2 --set concurrency=4 --single-mode one-line " +
  "--arrivals 8/h --test-time 10m --failure-rate 5% --pull-requests 200 --replications 10";

const log = new DemoLog(
  (text) => {
    process.stdout.write(text);
  },
  process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
);

/** `npm run demo`: the lifecycle of a queue from code, each step shown as the command that makes it. */
async function main(): Promise<void> {
  const root = findRoot();
  const folder = await mkdtemp(join(tmpdir(), "mergequeue-demo-"));
  try {
    const tool = chooseDemoTool();
    const shell = await DemoShell.create(log, folder, {
      node: [process.execPath],
      mergequeue: [process.execPath, join(root, "dist/cli.js")],
      tsx: [process.execPath, join(root, "node_modules/tsx/dist/cli.mjs")],
      ...(tool.program === undefined ? {} : { [tool.program.name]: [tool.program.path] }),
    });
    log.heading("A local service stands in for the merge queue service");
    const service = await DemoService.start(root, log);
    try {
      shell.export({ MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token });
      await live(shell, service, tool);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  log.output("\nDone: every step did what it says.\n");
}

async function live(shell: DemoShell, service: DemoService, tool: DemoTool): Promise<void> {
  log.heading("examples/quickstart declares a queue in TypeScript; synth checks it and needs no network");
  await shell.run(`tsx ${join(findRoot(), "examples/quickstart/main.ts")}`);
  if (tool.init !== undefined) {
    shell.changeDirectory("cdktf.out/stacks/quickstart");
    await shell.run(tool.init);
  }

  log.heading(`${tool.name} creates the queue`);
  await shell.run(tool.apply);
  const declared = await readConcurrency(service);

  log.heading("The queue tests two pull requests as one batch and merges them");
  for (const number of [41, 42]) await submit(shell, number);
  for (const number of [41, 42]) await shell.run(`mergequeue pr wait ${QUEUE_ID} ${number} --quiet`);

  log.heading("A simulation says what a change of settings would do");
  const { output: forecast } = await shell.run(SIMULATE);
  expectThat(forecast.includes("time to merge p90"), "the forecast has the time to merge");

  log.heading(`The queue is changed outside ${tool.name}; the next apply shows it and repairs it`);
  await shell.run(changeOutside(1));
  const { output } = await shell.run(tool.apply);
  expectThat(
    /concurrency\s*= 1 -> /.test(stripVTControlCharacters(output)),
    "the plan changes concurrency back from 1",
  );
  expectThat((await readConcurrency(service)) === declared, "the queue has its declared concurrency again");

  log.heading("Destroying is refused while a pull request is in the queue");
  await shell.run(`mergequeue queue pause ${QUEUE_ID} --auto-approve`);
  await submit(shell, 43);
  const refused = await shell.run(tool.destroy, 1);
  expectThat(refused.output.includes("#43"), "the refusal names the pull request");

  log.heading("Once it is cancelled, the queue can be destroyed");
  await shell.run(`mergequeue pr cancel ${QUEUE_ID} 43`);
  await shell.run(tool.destroy);
  const { status } = await service.post("getQueue", QUEUE);
  expectThat(status === 404, "the queue no longer exists");
}

async function submit(shell: DemoShell, number: number): Promise<void> {
  await shell.run(`mergequeue pr submit ${QUEUE_ID} ${number}`);
}

/** Returns a command that changes the queue with a separate request. It needs only Node.js. */
function changeOutside(concurrency: number): string {
  return `node --eval '
  fetch(process.env.MERGEQUEUE_BASE_URL + "/updateQueue", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": process.env.MERGEQUEUE_TOKEN },
    body: JSON.stringify(${JSON.stringify({ ...QUEUE, concurrency })}),
  })'`;
}

async function readConcurrency(service: DemoService): Promise<number> {
  const { text } = await service.post("getQueue", QUEUE);
  return (JSON.parse(text) as { readonly concurrency: number }).concurrency;
}

runMain(main);
