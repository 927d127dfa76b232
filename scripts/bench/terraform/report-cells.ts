import { atMost, type Figure, median, type Section, toSeconds } from "../bench-part";
import { REPLAY_NAME } from "../replay/create-replay-stage";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME } from "./providers";
import type { Run } from "./stage";

/** The runs with one number of queues, by the names of the providers. */
export interface Cell {
  readonly queues: number;
  /** Plans without changes, made in turn. */
  readonly plans: ReadonlyMap<string, readonly Run[]>;
  readonly applies: ReadonlyMap<string, Run>;
}

/** The most that a plan may take, as a multiple of a plan of the same queues with the Go provider. */
export interface Limit {
  readonly queues: number;
  readonly name: string;
  readonly limit: number;
  /** As in {@link Figure}. */
  readonly missed?: string;
}

/** Lists the names of the providers that were measured. */
export function listNames(cells: readonly Cell[]): readonly string[] {
  return [NODE_NAME, EXECUTABLE_NAME, GO_NAME].filter((name) => cells.some(({ plans }) => plans.has(name)));
}

/** Compares plans with those of the Go provider, round by round. */
export function compareWithGo(cells: readonly Cell[], limits: readonly Limit[]): readonly Figure[] {
  return limits.flatMap(({ queues, name, limit, missed }) => {
    const plans = cells.find((cell) => cell.queues === queues)?.plans;
    const [runs, go] = [plans?.get(name), plans?.get(GO_NAME)];
    if (runs === undefined || go === undefined) return [];
    const ratios = runs.map(({ durationMs }, round) => durationMs / (go[round]?.durationMs ?? Number.NaN));
    return [{ ...atMost(`${namePlan(queues)}, ${name} / ${GO_NAME}`, median(ratios), limit), missed }];
  });
}

/** Returns a plan's name in figures. */
export function namePlan(queues: number): string {
  return `plan of ${queues} ${queues === 1 ? "queue" : "queues"}`;
}

/** Returns the median of the runs' times in milliseconds; undefined without runs. */
export function tryMedian(
  runs: readonly Run[] | undefined,
  time: "durationMs" | "processorMs",
): number | undefined {
  return runs === undefined ? undefined : median(runs.map((run) => run[time]));
}

/**
 * Makes the table of plans and applies.
 * @param computeFloorMs - returns the floor of a cell's plans. Default: there is no column for it
 */
export function tabulateCells(
  cells: readonly Cell[],
  computeFloorMs?: (cell: Cell) => number | undefined,
): Pick<Section, "columns" | "rows"> {
  const names = listNames(cells);
  const floors = computeFloorMs === undefined ? [] : ["floor"];
  return {
    columns: ["queues", "", ...floors, ...names, ...[...floors, ...names].map((name) => `CPU: ${name}`)],
    rows: cells.flatMap((cell) => {
      const { plans, applies } = cell;
      const formatPlan = (name: string, time: "durationMs" | "processorMs"): string =>
        formatSeconds(tryMedian(plans.get(name), time));
      return [
        [
          String(cell.queues),
          "plan",
          ...floors.map(() => formatSeconds(computeFloorMs?.(cell))),
          ...names.map((name) => formatPlan(name, "durationMs")),
          ...floors.map(() => formatPlan(REPLAY_NAME, "processorMs")),
          ...names.map((name) => formatPlan(name, "processorMs")),
        ],
        [
          String(cell.queues),
          "apply",
          ...floors.map(() => ""),
          ...names.map((name) => formatSeconds(applies.get(name)?.durationMs)),
          ...floors.map(() => ""),
          ...names.map((name) => formatSeconds(applies.get(name)?.processorMs)),
        ],
      ];
    }),
  };
}

function formatSeconds(ms: number | undefined): string {
  return ms === undefined ? "" : toSeconds(ms);
}
