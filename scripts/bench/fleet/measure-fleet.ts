import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { runCommand } from "../../support/run-command";
import type { BenchContext, PartReport, Section } from "../bench-part";
import type { Figure } from "../figure";
import { toSeconds } from "../figure";
import type { Traffic } from "../terraform/measured-service";
import { MeasuredService } from "../terraform/measured-service";
import { declareOwn } from "../terraform/subject";
import type { ProcessUse } from "../terraform/watch-providers";
import { watchProviders } from "../terraform/watch-providers";
import { makeFleetId } from "./make-fleet-id";

/** A plan of the command, by its size and the latency of every answer. */
interface Shape {
  readonly queues: number;
  readonly latencyMs: number;
}

interface FleetRun extends Shape, ProcessUse, Traffic {
  readonly durationMs: number;
}

const QUEUES = 1_000;
const MANY_QUEUES = 10_000;
/** The shape whose time is promised. */
const PROMISED: Shape = { queues: QUEUES, latencyMs: 20 };
const SHAPES: readonly Shape[] = [
  { queues: QUEUES, latencyMs: 0 },
  PROMISED,
  { queues: QUEUES, latencyMs: 30 },
  { queues: MANY_QUEUES, latencyMs: 0 },
  { queues: MANY_QUEUES, latencyMs: 30 },
];
const LIMIT_SECONDS = 4;
/** Requests that the command makes at once. */
const IN_FLIGHT = 12;
const LIMIT_KIBIBYTES = 10;
/** What is held for a queue is measured between so many queues and {@link QUEUES}. */
const HEAP_QUEUES = 5_000;
/** Every tenth queue has that many pull requests in it. */
const PULL_REQUESTS = 5;

/**
 * Measures plans of many queues, each of which differs from what is declared: how long the command takes, process start
 * and reading the stack included; the requests on their way; and the memory that a plan holds.
 */
export async function measureFleet({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-fleet-"));
  try {
    const runs: FleetRun[] = [];
    for (const shape of isQuick ? [PROMISED] : SHAPES) {
      say(`${shape.queues} queues at ${shape.latencyMs} ms`);
      runs.push(await planFleet(root, scratch, shape));
    }
    const kibibytes = await measureHeap(root);
    return { figures: listFigures(runs, kibibytes), sections: [toSection(runs)] };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function planFleet(root: string, directory: string, shape: Shape): Promise<FleetRun> {
  const service = await MeasuredService.start({ scheme: "http", latencyMs: shape.latencyMs });
  try {
    fillService(service.emulator, shape.queues);
    await writeFile(join(directory, "main.tf.json"), JSON.stringify(declareOwn(shape.queues)));
    const { result, traffic } = await service.record(async () => {
      const startedAt = performance.now();
      const stopWatching = watchProviders(process.pid);
      const args = [join(root, "dist/cli.js"), "plan", directory, "--json"];
      const output = await runNode(args, directory, service.emulator);
      const durationMs = performance.now() - startedAt;
      if (!output.includes(`"update": ${shape.queues}`)) {
        throw new Error(`This is no plan: ${output.slice(0, 500)}`);
      }
      return { durationMs, ...stopWatching() };
    });
    return { ...shape, ...result, ...traffic };
  } finally {
    await service.close();
  }
}

function listFigures(runs: readonly FleetRun[], kibibytes: number): Figure[] {
  const mostInFlight = Math.max(...runs.map((run) => run.mostInFlight));
  const counts: Figure[] = [
    {
      name: "requests of `mergequeue plan` in flight at once",
      value: String(mostInFlight),
      limit: `at most ${IN_FLIGHT}`,
      isKept: mostInFlight <= IN_FLIGHT,
    },
    {
      name: `memory that a plan holds for each queue more, from ${QUEUES} to ${HEAP_QUEUES}`,
      value: `${kibibytes.toFixed(2)} KiB`,
      limit: `below ${LIMIT_KIBIBYTES} KiB`,
      isKept: kibibytes < LIMIT_KIBIBYTES,
    },
  ];
  const promised = runs.find(
    ({ queues, latencyMs }) => queues === PROMISED.queues && latencyMs === PROMISED.latencyMs,
  );
  return [...listTimes(promised), ...compareSizes(runs), ...counts];
}

function listTimes(promised: FleetRun | undefined): Figure[] {
  if (promised === undefined) return [];
  const seconds = promised.durationMs / 1_000;
  return [
    {
      name: `mergequeue plan of ${PROMISED.queues} queues at ${PROMISED.latencyMs} ms latency`,
      value: `${seconds.toFixed(2)} s`,
      limit: `below ${LIMIT_SECONDS} s`,
      isKept: seconds < LIMIT_SECONDS,
    },
  ];
}

/** A plan of ten times the queues takes no more than ten times the processor's time. */
function compareSizes(runs: readonly FleetRun[]): Figure[] {
  const find = (queues: number): FleetRun | undefined =>
    runs.find((run) => run.queues === queues && run.latencyMs === 0);
  const [few, many] = [find(QUEUES), find(MANY_QUEUES)];
  if (few === undefined || many === undefined) return [];
  const ratio = many.processorMs / many.queues / (few.processorMs / few.queues);
  return [
    {
      name: `processor time of \`mergequeue plan\` for each of ${MANY_QUEUES} queues, as a multiple of that for each of ${QUEUES}`,
      value: ratio.toFixed(2),
      limit: "at most 1",
      isKept: ratio <= 1,
    },
  ];
}

function toSection(runs: readonly FleetRun[]): Section {
  return {
    title: "mergequeue plan",
    text: [
      "Seconds that `mergequeue plan --json` takes for queues that all differ from what is declared, its own start and " +
        `the reading of the stack included. \`latency alone\` is queues / ${IN_FLIGHT} times the latency: each queue is ` +
        `read once, ${IN_FLIGHT} at a time.`,
    ],
    columns: ["queues", "latency", "latency alone, s", "time, s", "processor, s", "requests", "memory, MiB"],
    rows: runs.map(({ queues, latencyMs, durationMs, processorMs, calls, peakMebibytes }) => [
      String(queues),
      `${latencyMs} ms`,
      ((queues / IN_FLIGHT) * (latencyMs / 1_000)).toFixed(2),
      toSeconds(durationMs),
      toSeconds(processorMs),
      [...calls].map(([operation, count]) => `${count} ${operation}`).join(", "),
      peakMebibytes.toFixed(0),
    ]),
  };
}

/** @returns KiB that a plan holds for each queue more */
async function measureHeap(root: string): Promise<number> {
  const service = await MeasuredService.start({ scheme: "http", latencyMs: 0 });
  try {
    fillService(service.emulator, HEAP_QUEUES);
    const held = async (count: number): Promise<number> => {
      const args = ["--expose-gc", "--import", "tsx", "scripts/bench/fleet/plan-fleet.ts", String(count)];
      return Number(await runNode(args, root, service.emulator));
    };
    return ((await held(HEAP_QUEUES)) - (await held(QUEUES))) / (HEAP_QUEUES - QUEUES) / 1_024;
  } finally {
    await service.close();
  }
}

function fillService({ engine }: OpenEmulator, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const identity = makeFleetId(index);
    engine.apply({ type: "createQueue", identity, settings: {} });
    if (index % 10 > 0) continue;
    for (let number = 1; number <= PULL_REQUESTS; number += 1) {
      engine.apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
    }
  }
}

/** Runs a script and answers what it printed. @throws Error if it fails */
async function runNode(args: readonly string[], cwd: string, { url, token }: OpenEmulator): Promise<string> {
  const env = { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token };
  const { status, stdout, output } = await runCommand(process.execPath, args, { cwd, env });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${output.slice(-2_000)}`);
  return stdout;
}
