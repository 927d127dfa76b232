import { setTimeout } from "node:timers/promises";

/** By then, even a busy host has read the output of a process that ended. */
const WHILE_MS = 500;

/**
 * Whether a process is still running long after it has printed something.
 * @param ended - settles when the process has ended
 */
export async function isThereForAWhile(ended: Promise<unknown>): Promise<boolean> {
  return Promise.race([ended.then(() => false), setTimeout(WHILE_MS, true)]);
}
