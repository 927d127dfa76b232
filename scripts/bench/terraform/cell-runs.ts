import type { Line } from "./measured-service";
import type { Run, WatchedRun } from "./stage";

/** A number of queues, reached over a line. */
export interface Cell {
  readonly queues: number;
  readonly line: Line;
}

/** What Terraform is told to do, in this order. */
export type Action = "plan of new queues" | "apply" | "plan without changes";

/** The runs of one subject in one cell; several of one action were made in turn with the other subjects'. */
export interface CellRuns {
  readonly cell: Cell;
  /** Milliseconds that one call takes over the cell's line for a client that is alone there. */
  readonly roundTripMs: number;
  readonly subject: string;
  readonly runs: Readonly<Record<Action, readonly Run[]>>;
  /** Runs that were watched, where that was done. Those of plans without changes are not among `runs`. */
  readonly watched: { readonly [action in Action]?: WatchedRun | undefined };
}

/** The cell whose time is promised. */
export const PROMISED: Cell = { queues: 300, line: { scheme: "https", latencyMs: 30 } };

/** Finds what was measured of a subject in a cell. */
export function tryFindRuns(results: readonly CellRuns[], subject: string, cell: Cell): CellRuns | undefined {
  return results.find((it) => it.subject === subject && isSameCell(it.cell, cell));
}

/** Tells whether what providers use is shown for a cell: over the promised line, for any number of queues. */
export function isWatched({ line }: Cell): boolean {
  return isSameLine(line, PROMISED.line);
}

/** Tells whether two cells are the same. */
export function isSameCell(a: Cell, b: Cell): boolean {
  return a.queues === b.queues && isSameLine(a.line, b.line);
}

/** Tells whether two lines are the same. */
export function isSameLine(a: Line, b: Line): boolean {
  return a.scheme === b.scheme && a.latencyMs === b.latencyMs;
}
