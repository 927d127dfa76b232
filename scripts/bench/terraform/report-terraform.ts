import { atMost, type Figure, type PartReport } from "../bench-part";
import { REPLAY_NAME } from "../replay/create-replay-stage";
import { EXECUTABLE_NAME, NODE_NAME } from "./providers";
import {
  type Cell,
  compareWithGo,
  type Limit,
  listNames,
  namePlan,
  tabulateCells,
  tryMedian,
} from "./report-cells";
import { PARALLELISM, type Run } from "./stage";

/** The number of queues whose plan is compared with the floor. */
const FLOOR_QUEUES = 300;

const HASHED = "Terraform hashes the package at every command, and a JavaScript runtime is large";

/** The most that a plan may take, as a multiple of the floor, and why it takes more. */
const FLOOR_LIMITS: Readonly<Record<string, Pick<Limit, "limit" | "missed">>> = {
  [NODE_NAME]: { limit: 1.35 },
  [EXECUTABLE_NAME]: { limit: 1.15, missed: HASHED },
};

const GO_LIMITS: readonly Limit[] = [
  { queues: 1, name: NODE_NAME, limit: 2.3 },
  { queues: 1, name: EXECUTABLE_NAME, limit: 1.1, missed: HASHED },
  { queues: 300, name: NODE_NAME, limit: 1 },
  { queues: 300, name: EXECUTABLE_NAME, limit: 1 },
];

/** Compares the runs with the promises and makes table and plot of them. @param missing - what was not measured, and why */
export function reportTerraform(
  cells: readonly Cell[],
  roundTripMs: number,
  missing: readonly string[],
): PartReport {
  const own = cells.flatMap((cell) => listOwnPlans(cell).map((run) => ({ ...run, queues: cell.queues })));
  const computeFloorMs = (cell: Cell): number | undefined => tryComputeFloorMs(cell, roundTripMs);
  const hasFloor = cells.some(({ plans }) => plans.has(REPLAY_NAME));
  return {
    figures: [
      ...compareWithFloor(cells, computeFloorMs),
      ...compareWithGo(cells, GO_LIMITS),
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
        `30 ms. One round trip takes ${roundTripMs.toFixed(1)} ms. Each provider is installed from a mirror by \`terraform init\`, so`,
        "that Terraform hashes its package at every command and compares it with the lock file. Plans are medians of runs",
        "in turn; an apply is one run. *CPU* is the processor time, user and system, of Terraform and of all provider",
        "processes that it starts; on a machine that does other work, too, times have the same ratios. From some hundred",
        "queues on, Terraform itself takes most of an apply: it writes the whole state after every resource.",
        ...missing,
      ].join("\n"),
      ...tabulateCells(cells, hasFloor ? computeFloorMs : undefined),
    },
    series: [
      ...listNames(cells).map((name) => ({
        name,
        points: toPoints(cells, ({ plans }) => tryMedian(plans.get(name), "durationMs")),
      })),
      { name: "floor", points: toPoints(cells, computeFloorMs) },
    ].filter(({ points }) => points.length > 0),
  };
}

/**
 * Computes the least that a plan can take: the replay, and a round trip for every ten queues.
 * @returns milliseconds; undefined without a replay
 */
function tryComputeFloorMs({ queues, plans }: Cell, roundTripMs: number): number | undefined {
  const replayMs = tryMedian(plans.get(REPLAY_NAME), "durationMs");
  return replayMs === undefined ? undefined : replayMs + Math.ceil(queues / PARALLELISM) * roundTripMs;
}

function compareWithFloor(
  cells: readonly Cell[],
  computeFloorMs: (cell: Cell) => number | undefined,
): readonly Figure[] {
  const cell = cells.find(({ queues }) => queues === FLOOR_QUEUES);
  const floorMs = cell === undefined ? undefined : computeFloorMs(cell);
  if (cell === undefined || floorMs === undefined) return [];
  return Object.entries(FLOOR_LIMITS).flatMap(([name, { limit, missed }]) => {
    const ms = tryMedian(cell.plans.get(name), "durationMs");
    return ms === undefined
      ? []
      : [{ ...atMost(`${namePlan(FLOOR_QUEUES)}, ${name} / floor`, ms / floorMs, limit), missed }];
  });
}

function listOwnPlans({ plans }: Cell): readonly Run[] {
  return Object.keys(FLOOR_LIMITS).flatMap((name) => plans.get(name) ?? []);
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
