import type { Figure } from "../figure";
import { median, toSeconds } from "../figure";
import type { CellRuns } from "./cell-runs";
import { PROMISED, tryFindRuns } from "./cell-runs";
import { BINARY_NAME, GO_NAME, NODE_NAME } from "./list-subjects";
import { REPLAY_NAME } from "./replay/list-replays";
import type { Run } from "./stage";
import { FLOOR } from "./subject";

/** What a plan without changes is meant to take at most, as a multiple of the round trips and what else it has to take. */
export const GOAL = 1.15;
const MOST_CONNECTIONS = 12;
/** Resources that Terraform works on at once unless told otherwise. */
const PARALLELISM = 10;

/** What a plan without changes may take at most, as multiples of the floors that are not its own. */
interface Limits {
  readonly floor: number;
  readonly strictFloor: number;
}

/**
 * On Node.js three processes start and run all of their code for the first time. A machine that others slow down at the same
 * time takes longer for all but the round trips: the limits leave room for a quarter.
 */
const LIMITS: readonly (readonly [name: string, limits: Limits])[] = [
  [NODE_NAME, { floor: 1.4, strictFloor: 1.75 }],
  [BINARY_NAME, { floor: GOAL, strictFloor: 1.4 }],
];

/** Answers what a plan waits for at least, in milliseconds: one call for each queue, ten at once. */
export function computeRoundTripsMs({
  cell: { queues },
  roundTripMs,
}: Pick<CellRuns, "cell" | "roundTripMs">): number {
  return Math.ceil(queues / PARALLELISM) * roundTripMs;
}

/** Answers a floor for plans without changes: what one takes with a subject that waits for nothing, and the round trips. */
export function computeFloorMs(base: CellRuns): number {
  return median(listDurations(base)) + computeRoundTripsMs(base);
}

/**
 * Answers the floor of what was measured in the promised cell, in milliseconds, that is made of its own fixed cost: the same
 * plan without latency, with round trips that take their time.
 * @returns undefined if it was not measured without latency
 */
export function tryComputeOwnFloorMs(results: readonly CellRuns[], own: CellRuns): number | undefined {
  const line = { ...PROMISED.line, latencyMs: 0 };
  const fixed = tryFindRuns(results, own.subject, { ...PROMISED, line });
  if (fixed === undefined) return undefined;
  // Without latency a call takes time, too, and that is in the fixed cost.
  return median(listDurations(fixed)) + computeRoundTripsMs(own) - computeRoundTripsMs(fixed);
}

/** Compares what was measured with what is promised. */
export function listFigures(results: readonly CellRuns[]): Figure[] {
  const own = results.filter(({ subject }) => LIMITS.some(([name]) => name === subject));
  return [...LIMITS.flatMap(([name, limits]) => listTimes(results, name, limits)), ...listCounts(own)];
}

function listTimes(results: readonly CellRuns[], name: string, limits: Limits): Figure[] {
  const [own, alone, replay, go] = [name, FLOOR.name, REPLAY_NAME, GO_NAME].map((subject) =>
    tryFindRuns(results, subject, PROMISED),
  );
  if (own === undefined) return [];
  const what = `plan without changes of ${PROMISED.queues} queues at ${PROMISED.line.latencyMs} ms over TLS (${name})`;
  const floors = [
    [OF_OWN_FLOOR, tryComputeOwnFloorMs(results, own), GOAL],
    [OF_FLOOR, replay && computeFloorMs(replay), limits.floor],
    [OF_STRICT_FLOOR, alone && computeFloorMs(alone), limits.strictFloor],
  ] as const;
  return [
    ...floors.flatMap(([ofFloor, floorMs, limit]) =>
      floorMs === undefined ? [] : [compareWithFloor(`${what}, ${ofFloor}`, own, floorMs, limit)],
    ),
    ...(go === undefined ? [] : [compareWithGo(what, own, go)]),
  ];
}

const OF_OWN_FLOOR = "as a multiple of the same plan without latency and the round trips (its own floor)";
const OF_FLOOR = "as a multiple of the replay and the round trips (the floor)";
const OF_STRICT_FLOOR = "as a multiple of Terraform alone and the round trips (the strict floor)";

function compareWithFloor(name: string, own: CellRuns, floorMs: number, limit: number): Figure {
  const ownMs = median(listDurations(own));
  const ratio = ownMs / floorMs;
  return {
    name,
    value: `${ratio.toFixed(2)} (${toSeconds(ownMs)} s)`,
    limit: `at most ${limit}${limit === GOAL ? "" : ` (the goal is ${GOAL})`}`,
    isKept: ratio <= limit,
  };
}

function compareWithGo(what: string, own: CellRuns, go: CellRuns): Figure {
  const goDurations = listDurations(go);
  const ratio = median(listDurations(own).map((ms, index) => ms / (goDurations[index] ?? Number.NaN)));
  return {
    name: `${what}, as a multiple of the provider in Go`,
    value: ratio.toFixed(2),
    limit: "at most 1",
    isKept: ratio <= 1,
  };
}

/** Lists how long the plans without changes took, in milliseconds, in the order in which they were made. */
export function listDurations({ runs }: CellRuns): number[] {
  return runs["plan without changes"].map(({ durationMs }) => durationMs);
}

function listCounts(results: readonly CellRuns[]): Figure[] {
  const excess = results.flatMap(({ cell, runs }) =>
    runs["plan without changes"].map((run) => Math.abs(countCalls(run) - cell.queues)),
  );
  const connections = results.flatMap(({ runs }) =>
    Object.values(runs)
      .flat()
      .map(({ mostOpen }) => mostOpen),
  );
  const [mostExcess, mostConnections] = [Math.max(...excess), Math.max(...connections)];
  return [
    {
      name: "calls of a plan without changes beside one for each queue",
      value: String(mostExcess),
      limit: "none",
      isKept: mostExcess === 0,
    },
    {
      name: "connections open at once",
      value: String(mostConnections),
      limit: `at most ${MOST_CONNECTIONS}`,
      isKept: mostConnections <= MOST_CONNECTIONS,
    },
  ];
}

/** Answers how many requests a run made. */
function countCalls({ calls }: Run): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0);
}
