import { MergeQueueError } from "../../../queue/merge-queue-error";
import { DAY_MS } from "../../../text/milliseconds";

/** With fewer observations, a 95th percentile has no upper 95 % bound, because 0.95 ** 59 < 0.05. */
const MIN_CONCLUSIONS = 59;
/** The working days of two weeks, so that each day from Monday to Friday is observed twice. */
const MIN_DAYS = 10;

/** Counts the working days (Monday to Friday, UTC) with at least one of the times. */
export function countWorkingDays(timesMs: readonly number[]): number {
  const days = new Set<number>();
  for (const ms of timesMs) {
    const weekday = new Date(ms).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.add(Math.floor(ms / DAY_MS));
  }
  return days.size;
}

/** Describes which observations (`what`) or working days are missing; undefined if there are enough. */
export function describeShortfall(timesMs: readonly number[], what: string): string | undefined {
  const days = countWorkingDays(timesMs);
  const missing = [
    ...(timesMs.length < MIN_CONCLUSIONS ? [`${MIN_CONCLUSIONS - timesMs.length} more ${what}`] : []),
    ...(days < MIN_DAYS ? [formatWorkingDays(MIN_DAYS - days, "more ")] : []),
  ];
  if (missing.length === 0) return undefined;
  return (
    `There must be at least ${MIN_CONCLUSIONS} ${what}, on at least ${formatWorkingDays(MIN_DAYS)} (Monday to Friday, UTC). There are ` +
    `${timesMs.length} on ${formatWorkingDays(days)}. Missing: ${missing.join(", and ")}.`
  );
}

function formatWorkingDays(count: number, more = ""): string {
  return `${count} ${more}working ${count === 1 ? "day" : "days"}`;
}

/** Refuses a history with too few observations or days. @throws MergeQueueError `history_too_small` */
export function requireEnough(timesMs: readonly number[], what: string): void {
  const shortfall = describeShortfall(timesMs, what);
  if (shortfall === undefined) return;
  const message = `The history is too small, so nothing is estimated. ${shortfall}`;
  throw new MergeQueueError("history_too_small", message);
}
