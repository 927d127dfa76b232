import type { PlannedQueue } from "./fleet-plan";

type Placed = Pick<PlannedQueue, "origin" | "id" | "address">;

/** Sorts the queues of a plan by origin, id and address. */
export function sortQueues<Queue extends Placed>(queues: readonly Queue[]): Queue[] {
  return [...queues].sort(compareQueues);
}

/** Compares two queues of a plan; unknown values come first. */
export function compareQueues(a: Placed, b: Placed): number {
  return (
    compareTexts(a.origin ?? "", b.origin ?? "") ||
    compareTexts(a.id, b.id) ||
    compareTexts(a.address ?? "", b.address ?? "")
  );
}

/** Compares by code units, because locales differ between machines. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
