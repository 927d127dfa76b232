import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { runCommand } from "../support/run-command";
import { withScratch } from "../support/with-scratch";
import { atMost, type BenchContext, type PartReport, toSeconds } from "./bench-part";
import { type Run, startMeasuredService } from "./measured-service";
import { declareQueues, OWN_SCHEMA } from "./terraform/providers";

interface FleetRun extends Run {
  readonly queues: number;
  readonly latencyMs: number;
}

const FEW = 1_000;
const MANY = 10_000;
const PULL_REQUESTS = 5;

/** Measures `mergequeue plan` of many queues that differ from their stack. Linux only: it reads /proc. */
export async function measureFleet({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  return withScratch("bench-fleet", async (scratch) => {
    const plan = (queues: number, latencyMs: number): Promise<FleetRun> => {
      say(`${queues} queues at ${latencyMs} ms`);
      return planFleet(root, scratch, queues, latencyMs);
    };
    const promised = await plan(FEW, 20);
    const [few, many] = [await plan(FEW, 0), await plan(isQuick ? 2 * FEW : MANY, 0)];
    const runs = [few, promised, many];
    const ratio = many.processorMs / many.queues / (few.processorMs / few.queues);
    const most = Math.max(...runs.map(({ mostInFlight }) => mostInFlight));
    const name = `processor time of \`mergequeue plan\` per queue: with ${many.queues} queues / with ${FEW}`;
    return {
      figures: [
        atMost(`\`mergequeue plan\` of ${FEW} queues at 20 ms latency`, promised.durationMs / 1_000, 4, "s"),
        atMost(name, ratio, 1),
        atMost("maximum number of concurrent requests of `mergequeue plan`", most, 12, "", 0),
      ],
      section: {
        title: "mergequeue plan",
        text: "`mergequeue plan --json` planned stacks of queues. Every queue differed from its declaration in the stack.",
        columns: ["queues", "latency", "time, s", "processor, s", "requests"],
        rows: runs.map(({ queues, latencyMs, durationMs, processorMs, requests }) => [
          String(queues),
          `${latencyMs} ms`,
          toSeconds(durationMs),
          toSeconds(processorMs),
          String(requests),
        ]),
      },
    };
  });
}

async function planFleet(root: string, directory: string, queues: number, latencyMs: number) {
  const service = await startMeasuredService({ scheme: "http", latencyMs });
  try {
    fillService(service.emulator, queues);
    await writeFile(join(directory, "main.tf.json"), declareQueues(OWN_SCHEMA, queues));
    const args = [join(root, "dist/cli.js"), "plan", directory, "--json"];
    const { url, token } = service.emulator;
    const env = { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token };
    const { result, run } = await service.record(() =>
      runCommand(process.execPath, args, { cwd: directory, env }),
    );
    if (!result.output.includes(`"update": ${queues}`))
      throw new Error(`mergequeue plan failed: ${result.output.slice(0, 2_000)}`);
    return { queues, latencyMs, ...run } satisfies FleetRun;
  } finally {
    await service.close();
  }
}

function fillService({ engine }: OpenEmulator, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const repo = { host: "github.com", owner: "acme", name: `service-${index}` };
    const identity = { repo, targetBranch: "main" };
    engine.apply({ type: "createQueue", identity, settings: {} });
    if (index % 10 > 0) continue;
    for (let number = 1; number <= PULL_REQUESTS; number += 1)
      engine.apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
  }
}
