import type { PlannedQueue } from "./fleet-plan";

/** What the place of a queue in a plan depends on. */
type Placed = Pick<PlannedQueue, "origin" | "id" | "address">;

/** Sorts queues as plans have them: by origin, id and address, the same on every machine. */
export function sortQueues<Queue extends Placed>(queues: readonly Queue[]): Queue[] {
  return [...queues].sort(compareQueues);
}

/** Compares two queues by their places in a plan; what is not known comes first. */
export function compareQueues(a: Placed, b: Placed): number {
  return (
    compareTexts(a.origin ?? "", b.origin ?? "") ||
    compareTexts(a.id, b.id) ||
    compareTexts(a.address ?? "", b.address ?? "")
  );
}

/** By code units: what a locale thinks of it differs between machines. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
