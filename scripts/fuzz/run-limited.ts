import { createContext, Script } from "node:vm";

/** Milliseconds of processor time that a call may take. */
const MAX_CPU_MS = 1000;

/** A call is stopped after so many times its limit at first. */
const PATIENCE = 5;

const SCRIPT = new Script("run()");
const CONTEXT = createContext();

/**
 * Runs a synchronous function within a limit of processor time, so that a busy machine makes no difference. A function that
 * does not end is stopped, and started again if it has had too little processor time for a verdict.
 * @param maxCpuMs - milliseconds of processor time. Default: 1000
 * @throws Error if it takes too long; whatever the function throws
 */
export function runLimited(run: () => void, maxCpuMs = MAX_CPU_MS): void {
  CONTEXT["run"] = run;
  for (let timeout = PATIENCE * maxCpuMs; ; timeout *= 2) {
    const before = process.cpuUsage();
    const hasEnded = tryToEnd(timeout);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > maxCpuMs)
      throw new Error(`It took more than ${maxCpuMs} ms of processor time.`);
    if (hasEnded) return;
  }
}

function tryToEnd(timeout: number): boolean {
  try {
    // Of all that a synchronous call cannot escape, the time limit of a script is the cheapest.
    SCRIPT.runInContext(CONTEXT, { timeout });
    return true;
  } catch (error) {
    // Under Jest it is an error of another realm.
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
