import type { Figure } from "../figure";
import { median } from "../figure";
import type { CellRuns } from "./cell-runs";
import { isSameCell, PROMISED } from "./cell-runs";
import { BINARY_NAME, GO_NAME, NODE_NAME } from "./list-subjects";
import type { Run } from "./stage";
import { FLOOR } from "./subject";

const LIMIT_FLOOR = 1.15;
const MOST_CONNECTIONS = 12;
/** Resources that Terraform works on at once unless told otherwise. */
const PARALLELISM = 10;

const OWN_NAMES = [NODE_NAME, BINARY_NAME];

/**
 * Answers the least time that a plan without changes can take: what Terraform itself takes for a stack of that size,
 * and the latency of one call for each queue, ten at once.
 */
export function computeFloorMs({ cell, runs }: CellRuns): number {
  const alone = median(runs["plan without changes"].map(({ durationMs }) => durationMs));
  return alone + (cell.queues / PARALLELISM) * cell.line.latencyMs;
}

/** Compares what was measured with what is promised. */
export function listFigures(results: readonly CellRuns[]): Figure[] {
  const own = results.filter(({ subject }) => OWN_NAMES.includes(subject));
  return [...OWN_NAMES.flatMap((name) => listTimes(results, name)), ...listCounts(own)];
}

function listTimes(results: readonly CellRuns[], name: string): Figure[] {
  const promised = results.filter(({ cell }) => isSameCell(cell, PROMISED));
  const findRuns = (subject: string): CellRuns | undefined => promised.find((it) => it.subject === subject);
  const [own, floor, go] = [findRuns(name), findRuns(FLOOR.name), findRuns(GO_NAME)];
  if (own === undefined || floor === undefined) return [];
  const what = `plan without changes of ${PROMISED.queues} queues at ${PROMISED.line.latencyMs} ms over TLS (${name})`;
  const ownMs = median(listDurations(own));
  const overFloor = ownMs / computeFloorMs(floor);
  const figures: Figure[] = [
    {
      name: `${what}, as a multiple of the floor`,
      value: `${overFloor.toFixed(2)} (${(ownMs / 1_000).toFixed(2)} s)`,
      limit: `at most ${LIMIT_FLOOR}`,
      isKept: overFloor <= LIMIT_FLOOR,
    },
  ];
  if (go === undefined) return figures;
  const goDurations = listDurations(go);
  const overGo = median(listDurations(own).map((ms, index) => ms / (goDurations[index] ?? Number.NaN)));
  const againstGo = {
    name: `${what}, as a multiple of the provider in Go`,
    value: overGo.toFixed(2),
    limit: "at most 1",
    isKept: overGo <= 1,
  };
  return [...figures, againstGo];
}

function listDurations({ runs }: CellRuns): number[] {
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
