import { atMost, type Figure, median, type PartReport, toSeconds } from "../bench-part";
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

/** The number of queues whose time is promised. */
const PROMISED_QUEUES = 300;

/** The most that a plan may take, as a multiple of the floor. */
const LIMITS = { [NODE_NAME]: 1.3, [EXECUTABLE_NAME]: 1.15 } as const;

/** Resources that Terraform works on at once by default. */
const PARALLELISM = 10;

/** Compares the runs with the promises and makes table and plot of them. @param missing - what was not measured, and why */
export function reportTerraform(
  cells: readonly Cell[],
  roundTripMs: number,
  missing: readonly string[],
): PartReport {
  const own = cells.flatMap((cell) => listOwnPlans(cell).map((run) => ({ ...run, queues: cell.queues })));
  const promised = cells.find(({ queues }) => queues === PROMISED_QUEUES);
  const names = [NODE_NAME, EXECUTABLE_NAME, GO_NAME].filter((name) =>
    cells.some(({ plans }) => plans.has(name)),
  );
  const floors = cells.map((cell) => tryComputeFloorMs(cell, roundTripMs));
  return {
    figures: [
      ...(promised === undefined ? [] : listTimes(promised, roundTripMs)),
      atMost(
        "requests of a plan beyond one for each queue",
        Math.max(...own.map(({ requests, queues }) => Math.abs(requests - queues))),
        0,
        "",
        0,
      ),
      atMost(
        "connections of a plan open at once",
        Math.max(...own.map(({ mostOpen }) => mostOpen)),
        12,
        "",
        0,
      ),
    ],
    section: {
      title: "Plans and applies",
      text: [
        "Seconds of `terraform plan` without changes, and of `terraform apply` of new queues, over TLS with a latency of",
        `30 ms. One round trip takes ${roundTripMs.toFixed(1)} ms. Plans are medians of runs in turn. From some hundred`,
        "queues on, Terraform itself takes most of an apply: it writes the whole state after every resource.",
        ...missing,
      ].join("\n"),
      columns: ["queues", "plan: floor", ...names, ...names.map((name) => `apply: ${name}`)],
      rows: cells.map(({ queues, plans, applies }, index) => [
        String(queues),
        formatSeconds(floors[index]),
        ...names.map((name) => formatSeconds(medianMs(plans.get(name)))),
        ...names.map((name) => formatSeconds(applies.get(name)?.durationMs)),
      ]),
    },
    series: [
      ...names.map((name) => ({
        name,
        points: toPoints(cells, ({ plans }) => medianMs(plans.get(name))),
      })),
      { name: "floor", points: toPoints(cells, (cell) => tryComputeFloorMs(cell, roundTripMs)) },
    ].filter(({ points }) => points.length > 0),
  };
}

/**
 * Computes the least that a plan can take: the replay, and a round trip for every ten queues.
 * @returns milliseconds; undefined without a replay
 */
function tryComputeFloorMs({ queues, plans }: Cell, roundTripMs: number): number | undefined {
  const replayMs = medianMs(plans.get(REPLAY_NAME));
  return replayMs === undefined ? undefined : replayMs + Math.ceil(queues / PARALLELISM) * roundTripMs;
}

function listTimes(cell: Cell, roundTripMs: number): Figure[] {
  const floorMs = tryComputeFloorMs(cell, roundTripMs);
  const go = cell.plans.get(GO_NAME);
  return Object.entries(LIMITS).flatMap(([name, limit]) => {
    const runs = cell.plans.get(name);
    const ms = medianMs(runs);
    if (runs === undefined || ms === undefined) return [];
    const what = `plan of ${cell.queues} queues, ${name}`;
    const ratios = runs.map(({ durationMs }, round) => durationMs / (go?.[round]?.durationMs ?? Number.NaN));
    return [
      ...(floorMs === undefined ? [] : [atMost(`${what} / floor`, ms / floorMs, limit)]),
      ...(go === undefined ? [] : [atMost(`${what} / Go`, median(ratios), 1)]),
    ];
  });
}

function listOwnPlans({ plans }: Cell): readonly Run[] {
  return Object.keys(LIMITS).flatMap((name) => plans.get(name) ?? []);
}

function medianMs(runs: readonly Run[] | undefined): number | undefined {
  return runs === undefined ? undefined : median(runs.map(({ durationMs }) => durationMs));
}

function toPoints(
  cells: readonly Cell[],
  toMs: (cell: Cell) => number | undefined,
): (readonly [number, number])[] {
  return cells.flatMap((cell) => {
    const ms = toMs(cell);
    return ms === undefined ? [] : [[cell.queues, ms / 1_000] as const];
  });
}

function formatSeconds(ms: number | undefined): string {
  return ms === undefined ? "" : toSeconds(ms);
}
