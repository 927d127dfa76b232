import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Uses a core until its parent ends: a killed bench must not leave it behind. */
const LOOP =
  "const parent = process.ppid; console.log(); while (process.ppid === parent) for (let i = 0; i < 1e7; i += 1);";

/** Runs an action while that many other processes use the processor without a pause. */
export async function runBesideBusyLoops<T>(count: number, action: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", LOOP], { stdio: ["ignore", "pipe", "ignore"] }),
  );
  try {
    await Promise.all(loops.map(({ stdout }) => once(stdout, "data")));
    return await action();
  } finally {
    await Promise.all(loops.map(stop));
  }
}

async function stop(loop: ChildProcess): Promise<void> {
  const exited = once(loop, "exit");
  loop.kill("SIGKILL");
  await exited;
}
