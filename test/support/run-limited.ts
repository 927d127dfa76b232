import { createContext, Script } from "node:vm";

/** Milliseconds after which a call that does not end is stopped. */
const MAX_MS = 60_000;

const SCRIPT = new Script("run()");
const CONTEXT = createContext();

/**
 * Runs a synchronous function within a limit of processor time, so that a busy machine makes no difference.
 * @param maxCpuMs - milliseconds
 * @throws Error if it takes too long; whatever the function throws
 */
export function runLimited(run: () => void, maxCpuMs: number): void {
  CONTEXT["run"] = run;
  const before = process.cpuUsage();
  // Of all that a synchronous call cannot escape, the time limit of a script is the cheapest.
  SCRIPT.runInContext(CONTEXT, { timeout: MAX_MS });
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > maxCpuMs)
    throw new Error(`It took more than ${maxCpuMs} ms of processor time.`);
}
