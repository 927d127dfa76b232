import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext, PartReport } from "../bench-part";
import type { Cell, CellRuns } from "./cell-runs";
import { isSameCell, isSameLine, isWatched, PROMISED } from "./cell-runs";
import { listFigures } from "./list-figures";
import { listSections } from "./list-sections";
import { listSubjects } from "./list-subjects";
import { measureRoundTripMs } from "./measure-round-trip";
import type { Line } from "./measured-service";
import { listReplays } from "./replay/list-replays";
import { APPLY, HAS_CHANGES, PLAN, Stage } from "./stage";
import type { Subject } from "./subject";
import { FLOOR } from "./subject";

const QUEUES = [1, 30, 300, 1_000];
const QUICK_QUEUES = [1, 30];
const LINES: readonly Line[] = [
  { scheme: "http", latencyMs: 0 },
  { scheme: "https", latencyMs: 0 },
  { scheme: "http", latencyMs: 30 },
  { scheme: "https", latencyMs: 30 },
];
const QUICK_LINES: readonly Line[] = [{ scheme: "https", latencyMs: 30 }];

/**
 * Measures Terraform with each provider, and without one: plans of new queues, applies, and plans without changes, of
 * different sizes, over plain connections and TLS, with and without latency. Where a time is promised, two replays tell
 * what of it is not the provider's.
 */
export async function measureTerraform({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-terraform-"));
  try {
    const { providers, missing } = await listSubjects(root, scratch);
    say("round trips");
    const lines = await measureRoundTrips(isQuick ? QUICK_LINES : LINES);
    // The cell that they are for is not measured in a hurry.
    if (!isQuick) say("recording what the replays answer");
    const replays = isQuick ? [] : await listReplays(scratch, findPromised(lines).roundTripMs);
    const results: CellRuns[] = [];
    for (const queues of isQuick ? QUICK_QUEUES : QUEUES) {
      for (const { line, roundTripMs } of lines) {
        say(`${queues} queues over ${line.scheme} at ${line.latencyMs} ms`);
        const cell = { queues, line };
        const others = isSameCell(cell, PROMISED) && typeof replays !== "string" ? replays : [];
        results.push(...(await measureCell([...providers, FLOOR, ...others], { cell, roundTripMs })));
      }
    }
    const notMeasured = typeof replays === "string" ? [...missing, replays] : missing;
    return { figures: listFigures(results), sections: listSections(results, notMeasured) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A line, and what one call takes over it. */
interface MeasuredLine extends Pick<CellRuns, "roundTripMs"> {
  readonly line: Line;
}

async function measureRoundTrips(lines: readonly Line[]): Promise<MeasuredLine[]> {
  const measured: MeasuredLine[] = [];
  for (const line of lines) measured.push({ line, roundTripMs: await measureRoundTripMs(line) });
  return measured;
}

function findPromised(lines: readonly MeasuredLine[]): MeasuredLine {
  const found = lines.find(({ line }) => isSameLine(line, PROMISED.line));
  if (found === undefined) throw new Error("The line whose time is promised is not measured.");
  return found;
}

async function measureCell(
  subjects: readonly Subject[],
  { cell, roundTripMs }: Pick<CellRuns, "cell" | "roundTripMs">,
): Promise<CellRuns[]> {
  const stages: Stage[] = [];
  try {
    for (const subject of subjects) stages.push(await Stage.create(subject, cell.queues, cell.line));
    const inTurn = async <R>(times: number, run: (stage: Stage) => Promise<R>): Promise<R[][]> => {
      const runs: R[][] = stages.map(() => []);
      for (let time = 0; time < times; time += 1) {
        for (const [index, stage] of stages.entries()) runs[index]?.push(await run(stage));
      }
      return runs;
    };
    const planned = await inTurn(1, (stage) => stage.measure(PLAN, HAS_CHANGES));
    const watchedTimes = isWatched(cell) ? 1 : 0;
    // An apply cannot be repeated, so that where it is watched its time is that of a watched one.
    const watchedApplies = await inTurn(watchedTimes, (stage) => stage.watch(APPLY));
    const applied = isWatched(cell) ? watchedApplies : await inTurn(1, (stage) => stage.measure(APPLY));
    const unchanged = await inTurn(countRounds(cell), (stage) => stage.measure(PLAN));
    const watchedPlans = await inTurn(watchedTimes, (stage) => stage.watch(PLAN));
    return subjects.map(({ name }, index) => ({
      cell,
      roundTripMs,
      subject: name,
      runs: {
        "plan of new queues": planned[index] ?? [],
        apply: applied[index] ?? [],
        "plan without changes": unchanged[index] ?? [],
      },
      watched: { apply: watchedApplies[index]?.[0], "plan without changes": watchedPlans[index]?.[0] },
    }));
  } finally {
    for (const stage of stages) await stage.close();
  }
}

function countRounds(cell: Cell): number {
  if (isSameCell(cell, PROMISED)) return 7;
  return cell.queues > 300 ? 1 : 3;
}
