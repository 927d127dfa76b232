import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import { type ClientIdentity, parseHandshake, startProcess } from "../../test/plugin/support/plugin-process";
import { atMost, type BenchContext, type Figure, median, type PartReport } from "./bench-part";
import { EXECUTABLE_NAME, GO_NAME, layOutProviders, NODE_NAME } from "./terraform/providers";

/** The least work of any plugin on Node.js: a key for TLS, and a socket. */
const LEAST_WORK =
  'require("node:crypto").generateKeyPairSync("ec", { namedCurve: "P-521" });' +
  'require("node:net").createServer().listen(0, "127.0.0.1", () => process.exit(0));';
const LEAST_NAME = "`node`, a key and a socket";

const ROUNDS = 21;
const QUICK_ROUNDS = 5;

/**
 * Measures how long providers take to start, compared with the least work of a plugin on Node.js. Each round starts each of them once, so that the
 * machine's own speed cancels out of the ratios.
 */
export async function measureStart({ root, isQuick }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-start-"));
  try {
    const { providers, missing } = await layOutProviders(root, scratch);
    const commands = new Map(providers.map(({ name, start }) => [name, start]));
    const least: number[] = [];
    const starts = new Map<string, number[]>([...commands.keys()].map((name) => [name, []]));
    const identity = createCertificate({ curve: "P-521" });
    const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
    for (let round = 0; round <= rounds; round += 1) {
      const leastMs = await timeLeastRun();
      // The first round fills the file cache.
      if (round > 0) least.push(leastMs);
      for (const [name, command] of commands) {
        const start = await timeStart(command, identity, scratch);
        if (round > 0) starts.get(name)?.push(start);
      }
    }
    return {
      figures: listFigures(starts, least),
      section: {
        title: "Start",
        text: [
          "Terraform starts a provider three times for a plan and four times for an apply. Milliseconds from the start of",
          `the process to the handshake line, without the shell script that finds Node.js; medians of ${rounds} rounds.`,
          ...missing,
        ].join("\n"),
        columns: ["", "handshake, ms", "handshake / least"],
        rows: [
          [LEAST_NAME, median(least).toFixed(1), "1.00"],
          ...[...starts].map(([name, all]) => [name, median(all).toFixed(1), divide(all, least).toFixed(2)]),
        ],
      },
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function listFigures(starts: ReadonlyMap<string, readonly number[]>, least: readonly number[]): Figure[] {
  const [node = [], executable, go] = [NODE_NAME, EXECUTABLE_NAME, GO_NAME].map((name) => starts.get(name));
  const figures = [atMost(`start of Node.js / ${LEAST_NAME}`, divide(node, least), 1.25)];
  if (executable === undefined || go === undefined) return figures;
  return [...figures, atMost("start of the executable / Go", divide(executable, go), 1)];
}

/** Returns the median of the ratios of each round. */
function divide(starts: readonly number[], base: readonly number[]): number {
  return median(starts.map((ms, round) => ms / (base[round] ?? Number.NaN)));
}

/** Starts a provider as Terraform does, with TLS. @returns milliseconds until its handshake line */
async function timeStart(
  command: readonly string[],
  identity: ClientIdentity,
  scratch: string,
): Promise<number> {
  const startedAt = performance.now();
  const provider = startProcess({ command, identity, env: { TMPDIR: scratch } });
  try {
    parseHandshake(await provider.firstLine);
    return performance.now() - startedAt;
  } finally {
    provider.child.kill("SIGKILL");
    await provider.exited;
  }
}

async function timeLeastRun(): Promise<number> {
  const startedAt = performance.now();
  const env = { PATH: process.env["PATH"] };
  await once(
    spawn(process.execPath, ["-e", LEAST_WORK], { stdio: ["ignore", "pipe", "ignore"], env }),
    "exit",
  );
  return performance.now() - startedAt;
}
