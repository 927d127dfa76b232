import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext, PartReport } from "../bench-part";
import { runBesideBusyLoops } from "../busy-loops";
import { measureCells, type Rounds } from "./measure-cells";
import { layOutProviders } from "./providers";
import { reportBusy } from "./report-terraform";

const ROUNDS: Rounds = [
  [1, 15],
  [30, 5],
];
const QUICK_ROUNDS: Rounds = [
  [1, 2],
  [30, 2],
];

/** Measures plans and applies of few queues while another process uses each core, as on a shared build machine. */
export async function measureBusy({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-busy-"));
  try {
    const { providers, missing } = await layOutProviders(root, scratch);
    const loops = availableParallelism();
    const cells = await runBesideBusyLoops(loops, () =>
      measureCells({ providers, rounds: isQuick ? QUICK_ROUNDS : ROUNDS, say }),
    );
    return reportBusy(cells, loops, missing);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
