import type { BenchContext, PartReport } from "../bench-part";
import { buildReplay } from "../replay/create-replay-stage";
import { LINE, measureCells, type Rounds } from "./measure-cells";
import { measureRoundTripMs } from "./measure-round-trip";
import { withProviders } from "./providers";
import { reportTerraform } from "./report-terraform";

const ROUNDS: Rounds = [
  [1, 11],
  [30, 5],
  [100, 5],
  [300, 7],
  [1_000, 3],
];
const QUICK_ROUNDS: Rounds = [
  [1, 2],
  [30, 2],
];

/** Measures plans and applies with each provider, and the floor of the plans. */
export async function measureTerraform({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }, scratch) => {
    const { executable: replay, whyNot = [] } = tryBuildReplay(scratch);
    const roundTripMs = await measureRoundTripMs(LINE);
    const cells = await measureCells({ providers, rounds: isQuick ? QUICK_ROUNDS : ROUNDS, replay, say });
    return reportTerraform(cells, roundTripMs, [...missing, ...whyNot]);
  });
}

function tryBuildReplay(scratch: string): {
  readonly executable?: string;
  readonly whyNot?: readonly string[];
} {
  try {
    return { executable: buildReplay(scratch) };
  } catch (error) {
    return { whyNot: [error instanceof Error ? error.message : String(error)] };
  }
}
