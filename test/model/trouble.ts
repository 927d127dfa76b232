import type { QueueRecord, SettingName } from "../../src/queue/settings";
import type { Trouble } from "./command";
import type { ObservedCall, ObservedQueue } from "./world";

/** Whether retries overcome the trouble, so that the command must end as if there were none. */
export function isTransient(trouble: Trouble): boolean {
  return (
    trouble.kind === "fault" && (trouble.fault.times !== undefined || trouble.fault.onTime !== undefined)
  );
}

/** Whether the trouble affected any of the calls. */
export function isStruck(trouble: Trouble, calls: readonly ObservedCall[]): boolean {
  if (trouble.kind === "kill") {
    return calls.filter(({ operation }) => operation === trouble.operation).length >= trouble.time;
  }
  const { operations, onTime, fromTime } = trouble.fault;
  const names: readonly (string | undefined)[] | undefined =
    operations === undefined ? undefined : [operations].flat();
  const reached = calls.filter(({ operation }) => names === undefined || names.includes(operation));
  return reached.length >= (onTime ?? fromTime ?? 1);
}

/**
 * Returns a queue as stored by a service that limits numbers.
 * @param before - its earlier settings; a setting that was not sent is not limited
 */
export function limitNumbers(
  trouble: Trouble | undefined,
  before: QueueRecord,
  queue: ObservedQueue,
): ObservedQueue {
  if (trouble?.kind !== "fault" || trouble.fault.kind !== "clampNumbers") return queue;
  const limited = Object.entries(trouble.fault.largest).flatMap(([name, largest]) => {
    const value = queue.settings[name as SettingName];
    const isLimited = typeof value === "number" && value > largest && value !== before[name as SettingName];
    return isLimited ? [[name, largest] as const] : [];
  });
  return { ...queue, settings: { ...queue.settings, ...Object.fromEntries(limited) } };
}
