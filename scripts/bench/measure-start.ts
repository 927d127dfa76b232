import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import { ProviderService } from "../../src/plugin/protocol/services";
import { call, connect } from "../../test/plugin/support/connect";
import { type ClientIdentity, parseHandshake, startProcess } from "../../test/plugin/support/plugin-process";
import type { BenchContext, PartReport } from "./bench-part";
import { atMost, type Figure, median } from "./figure";
import { EXECUTABLE_NAME, GO_NAME, layOutProviders, NODE_NAME } from "./terraform/providers";

const ROUNDS = 21;
const QUICK_ROUNDS = 5;

/** Milliseconds from the start of a process: until its handshake line, and until its answer to Terraform's first call. */
interface Start {
  readonly handshakeMs: number;
  readonly schemaMs: number;
}

/**
 * Measures how long providers take to start, compared with `node -e 0`. Each round starts each of them once, so that the
 * machine's own speed cancels out of the ratios.
 */
export async function measureStart({ root, isQuick }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-start-"));
  try {
    const { providers, missing } = await layOutProviders(root, scratch);
    const commands = new Map(providers.flatMap(({ starts }) => Object.entries(starts)));
    const empty: number[] = [];
    const starts = new Map<string, Start[]>([...commands.keys()].map((name) => [name, []]));
    const identity = createCertificate({ curve: "P-521" });
    const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
    for (let round = 0; round <= rounds; round += 1) {
      const emptyMs = await timeEmptyRun();
      // The first round fills the file cache.
      if (round > 0) empty.push(emptyMs);
      for (const [name, command] of commands) {
        const start = await timeStart(command, identity, scratch);
        if (round > 0) starts.get(name)?.push(start);
      }
    }
    return {
      figures: listFigures(starts, empty),
      section: {
        title: "Start",
        text: [
          "Terraform starts a provider three times for a plan and four times for an apply. Milliseconds from the start of",
          `the process; medians of ${rounds} rounds. *Without launcher* leaves out the shell script that finds Node.js.`,
          ...missing,
        ].join("\n"),
        columns: ["", "handshake, ms", "first answer, ms", "handshake / `node -e 0`"],
        rows: [
          ["`node -e 0`", median(empty).toFixed(1), "", "1.00"],
          ...[...starts].map(([name, all]) => [
            name,
            median(all.map(({ handshakeMs }) => handshakeMs)).toFixed(1),
            median(all.map(({ schemaMs }) => schemaMs)).toFixed(1),
            divide(all, empty).toFixed(2),
          ]),
        ],
      },
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function listFigures(starts: ReadonlyMap<string, readonly Start[]>, empty: readonly number[]): Figure[] {
  const find = (name: string): readonly Start[] | undefined =>
    starts.get(`${name}, without launcher`) ?? starts.get(name);
  const [node = [], executable, go] = [NODE_NAME, EXECUTABLE_NAME, GO_NAME].map(find);
  const figures = [atMost("start of Node.js / `node -e 0`", divide(node, empty), 1.3)];
  if (executable === undefined || go === undefined) return figures;
  const goMs = go.map(({ handshakeMs }) => handshakeMs);
  return [...figures, atMost("start of the executable / Go", divide(executable, goMs), 1)];
}

/** Returns the median of the ratios of each round. */
function divide(starts: readonly Start[], base: readonly number[]): number {
  return median(starts.map(({ handshakeMs }, round) => handshakeMs / (base[round] ?? Number.NaN)));
}

/** Starts a provider as Terraform does, reads its schema and ends it. @throws Error if it does not answer */
async function timeStart(
  command: readonly string[],
  identity: ClientIdentity,
  scratch: string,
): Promise<Start> {
  const startedAt = performance.now();
  const provider = startProcess({ command, identity, env: { TMPDIR: scratch } });
  try {
    const handshake = parseHandshake(await provider.firstLine);
    const handshakeMs = performance.now() - startedAt;
    const connection = connect(handshake, identity);
    await call(connection, ProviderService.getProviderSchema, {});
    const schemaMs = performance.now() - startedAt;
    connection.close();
    return { handshakeMs, schemaMs };
  } finally {
    provider.child.kill("SIGKILL");
    await provider.exited;
  }
}

async function timeEmptyRun(): Promise<number> {
  const startedAt = performance.now();
  const env = { PATH: process.env["PATH"] };
  await once(spawn(process.execPath, ["-e", "0"], { stdio: ["ignore", "pipe", "ignore"], env }), "exit");
  return performance.now() - startedAt;
}
