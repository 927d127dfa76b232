import type { Trouble } from "./command";
import type { ObservedCall } from "./world";

/** Tells whether a patient client gets over the trouble, so that the command must end as if there were none. */
export function isPassing(trouble: Trouble): boolean {
  return (
    trouble.kind === "fault" && (trouble.fault.times !== undefined || trouble.fault.onTime !== undefined)
  );
}

/** Tells whether the trouble met any of the calls. */
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
