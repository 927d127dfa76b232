import { setTimeout } from "node:timers/promises";

/** A host that is busy has read by then what a process printed before it ended. */
const WHILE_MS = 500;

/**
 * Tells whether a process is there long after it has said something.
 * @param ended - settles when the process has ended
 */
export async function isThereForAWhile(ended: Promise<unknown>): Promise<boolean> {
  return Promise.race([ended.then(() => false), setTimeout(WHILE_MS, true)]);
}
