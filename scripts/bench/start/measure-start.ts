import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";
import type { BenchContext, PartReport } from "../bench-part";
import type { Figure } from "../figure";
import { median } from "../figure";
import { BINARY_NAME, DIRECTLY, GO_NAME, listSubjects, NODE_NAME } from "../terraform/list-subjects";
import type { Subject } from "../terraform/subject";
import type { TimedStart } from "./timed-start";
import { timeEmptyRun, timeStart } from "./timed-start";

const ROUNDS = 21;
const QUICK_ROUNDS = 5;
/** The provider on Node.js, against `node -e 0`. */
const LIMIT_NODE = 1.3;

/** Something that is started. */
interface Candidate {
  readonly name: string;
  readonly command: readonly string[];
}

/** The starts of one candidate, one a round. */
interface Series {
  readonly handshakeMs: readonly number[];
  readonly schemaMs: readonly number[];
  /** Multiples of the empty run of the same round. */
  readonly handshakeRatios: readonly number[];
}

/**
 * Measures how long providers take from process start to their handshake line, and to their first answer. In each round
 * each is started once, and `node -e 0` is run beside them: the machine's own speed cancels out of the ratios.
 */
export async function measureStart({ root, isQuick }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-start-"));
  try {
    const folder = join(scratch, "providers");
    await mkdir(folder);
    const { providers, missing } = await listSubjects(root, folder);
    const candidates = providers.flatMap(toCandidates);
    const { empty, series } = await runRounds(candidates, isQuick ? QUICK_ROUNDS : ROUNDS, scratch);
    const rows = candidates.map(({ name }) => toRow(name, findSeries(series, name)));
    return {
      figures: toFigures(series),
      sections: [
        {
          title: "Start",
          text: [
            "Terraform starts a provider three times for a plan and four times for an apply, so that its start is what " +
              "users feel. Milliseconds from the start of the process, with TLS on both sides as Terraform asks for it: " +
              "to the handshake line, by which Terraform finds the socket, and to the answer to its first call, " +
              "`GetProviderSchema`. Medians of " +
              `${empty.length} rounds, in each of which every row was run once; in brackets the fastest. The ratio is ` +
              "the median of handshake and `node -e 0` of the same round. `directly` leaves out the launcher, the shell " +
              "script that Terraform starts: it finds Node.js, and beside a binary it looks whether the system can run it.",
            ...missing,
          ],
          columns: ["", "handshake, ms", "first answer, ms", "handshake as a multiple of `node -e 0`"],
          rows: [["`node -e 0`, whole run", formatMs(empty), "", "1.00"], ...rows],
        },
      ],
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A subject's own name where it is started in one way only. */
function toName(name: string, how: string | undefined): string {
  return how === undefined ? name : `${name}, ${how}`;
}

function toCandidates({ name, starts }: Subject): Candidate[] {
  return starts.map(({ how, command }) => ({ name: toName(name, how), command }));
}

async function runRounds(
  candidates: readonly Candidate[],
  rounds: number,
  scratch: string,
): Promise<{ readonly empty: readonly number[]; readonly series: ReadonlyMap<string, Series> }> {
  // As Terraform makes it (rule G-09).
  const client = createCertificate({ curve: "P-521" });
  const empty: number[] = [];
  const starts = new Map<string, TimedStart[]>(candidates.map(({ name }) => [name, []]));
  // The first round only warms the file cache.
  for (let round = 0; round <= rounds; round += 1) {
    const emptyMs = await timeEmptyRun();
    if (round > 0) empty.push(emptyMs);
    for (const { name, command } of candidates) {
      const start = await timeStart(command, client, scratch);
      if (round > 0) starts.get(name)?.push(start);
    }
  }
  const series = [...starts].map(([name, all]): [string, Series] => {
    const handshakeMs = all.map((start) => start.handshakeMs);
    const schemaMs = all.map((start) => start.schemaMs);
    const handshakeRatios = handshakeMs.map((ms, index) => ms / (empty[index] ?? Number.NaN));
    return [name, { handshakeMs, schemaMs, handshakeRatios }];
  });
  return { empty, series: new Map(series) };
}

function toFigures(series: ReadonlyMap<string, Series>): Figure[] {
  const ratio = median(findSeries(series, toName(NODE_NAME, DIRECTLY)).handshakeRatios);
  const figures: Figure[] = [
    {
      name: "process start to handshake on Node.js, as a multiple of `node -e 0`",
      value: ratio.toFixed(2),
      limit: `at most ${LIMIT_NODE}`,
      isKept: ratio <= LIMIT_NODE,
    },
  ];
  const binary = series.get(toName(BINARY_NAME, DIRECTLY)) ?? series.get(BINARY_NAME);
  const go = series.get(GO_NAME);
  if (binary === undefined || go === undefined) return figures;
  const ratios = binary.handshakeMs.map((ms, index) => ms / (go.handshakeMs[index] ?? Number.NaN));
  const againstGo = median(ratios);
  return [
    ...figures,
    {
      name: "process start to handshake of the binary, as a multiple of the provider in Go",
      value: againstGo.toFixed(2),
      limit: "at most 1",
      isKept: againstGo <= 1,
    },
  ];
}

function toRow(name: string, { handshakeMs, schemaMs, handshakeRatios }: Series): string[] {
  return [name, formatMs(handshakeMs), formatMs(schemaMs), median(handshakeRatios).toFixed(2)];
}

function formatMs(values: readonly number[]): string {
  return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)})`;
}

function findSeries(series: ReadonlyMap<string, Series>, name: string): Series {
  const found = series.get(name);
  if (found === undefined) throw new Error(`${name} was not started.`);
  return found;
}
