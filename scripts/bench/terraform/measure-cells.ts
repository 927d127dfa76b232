import type { Line } from "../measured-service";
import { createReplayStage } from "../replay/create-replay-stage";
import type { Provider } from "./providers";
import type { Cell } from "./report-cells";
import { APPLY, createStage, PLAN, type Run, type Stage } from "./stage";

/** The way to a service on the internet. */
export const LINE: Line = { scheme: "https", latencyMs: 30 };

/** How often to plan, by number of queues. */
export type Rounds = readonly (readonly [queues: number, rounds: number])[];

/** What to measure. */
export interface CellsInput {
  readonly providers: readonly Provider[];
  readonly rounds: Rounds;
  /** The replay's executable. Default: plans are not compared with a replay. */
  readonly replay?: string | undefined;
  /** Shows progress. */
  readonly say: (text: string) => void;
}

/** Measures Terraform with each provider, for each number of queues: an apply of new queues, and plans without changes. */
export async function measureCells({ providers, rounds, replay, say }: CellsInput): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const [queues, count] of rounds) {
    say(`queues: ${queues}`);
    const stages: Stage[] = [];
    try {
      const applies = new Map<string, Run>();
      for (const provider of providers) {
        const stage = await createStage(provider, queues, LINE);
        stages.push(stage);
        applies.set(provider.name, await stage.measure(APPLY));
      }
      if (replay !== undefined) stages.push(await createReplayStage(replay, queues, LINE));
      cells.push({ queues, plans: await measureInTurn(stages, count), applies });
    } finally {
      for (const stage of stages) await stage.close();
    }
  }
  return cells;
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
