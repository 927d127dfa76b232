import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext, PartReport } from "../bench-part";
import type { Line } from "../measured-service";
import { buildReplay, createReplayStage } from "../replay/create-replay-stage";
import { measureRoundTripMs } from "./measure-round-trip";
import { layOutProviders } from "./providers";
import { type Cell, reportTerraform } from "./report-terraform";
import { APPLY, createStage, PLAN, type Run, type Stage } from "./stage";

const LINE: Line = { scheme: "https", latencyMs: 30 };

/** How often to plan, by number of queues. */
const ROUNDS: readonly (readonly [queues: number, rounds: number])[] = [
  [1, 5],
  [30, 5],
  [100, 5],
  [300, 7],
  [1_000, 3],
];
const QUICK_ROUNDS: typeof ROUNDS = [
  [1, 2],
  [30, 2],
];

/** Measures Terraform with each provider: an apply of new queues, and plans without changes; and the floor of these. */
export async function measureTerraform({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-terraform-"));
  try {
    const { providers, missing } = await layOutProviders(root, scratch);
    const replay = tryBuildReplay(scratch);
    const roundTripMs = await measureRoundTripMs(LINE);
    const cells: Cell[] = [];
    for (const [queues, rounds] of isQuick ? QUICK_ROUNDS : ROUNDS) {
      say(`${queues} queues`);
      const stages: Stage[] = [];
      try {
        const applies = new Map<string, Run>();
        for (const provider of providers) {
          const stage = await createStage(provider, queues, LINE);
          stages.push(stage);
          applies.set(provider.name, await stage.measure(APPLY));
        }
        if ("executable" in replay)
          stages.push(await createReplayStage(replay.executable, scratch, queues, LINE));
        const plans = await measureInTurn(stages, rounds);
        cells.push({ queues, plans, applies });
      } finally {
        for (const stage of stages) await stage.close();
      }
    }
    const notMeasured = "whyNot" in replay ? [...missing, replay.whyNot] : missing;
    return reportTerraform(cells, roundTripMs, notMeasured);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function tryBuildReplay(scratch: string): { readonly executable: string } | { readonly whyNot: string } {
  try {
    return { executable: buildReplay(scratch) };
  } catch (error) {
    return { whyNot: error instanceof Error ? error.message : String(error) };
  }
}

/** Plans in turn, so that a temporarily slow machine affects all of them. */
async function measureInTurn(
  stages: readonly Stage[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly Run[]>> {
  const plans = new Map<string, Run[]>(stages.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const stage of stages) plans.get(stage.name)?.push(await stage.measure(PLAN));
  }
  return plans;
}
