import { createContext, Script } from "node:vm";

/** Milliseconds of processor time that a call may take. */
const MAX_CPU_MS = 1000;

/** Milliseconds after which a call is stopped that never ends. A busy machine needs more of them than of processor time. */
const MAX_WALL_MS = 20_000;

const SCRIPT = new Script("run()");
const CONTEXT = createContext();

/**
 * Runs a synchronous function within a limit of time.
 * @throws Error if it takes too long; whatever the function throws
 */
export function runLimited(run: () => void): void {
  CONTEXT["run"] = run;
  const before = process.cpuUsage();
  try {
    // Of all that a synchronous call cannot escape, the time limit of a script is the cheapest.
    SCRIPT.runInContext(CONTEXT, { timeout: MAX_WALL_MS });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"))
      throw error;
    throw new Error(`It did not end within ${MAX_WALL_MS / 1000} seconds.`, { cause: error });
  }
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > MAX_CPU_MS)
    throw new Error(`It took more than ${MAX_CPU_MS} ms of processor time.`);
}
