import { execFileSync } from "node:child_process";

/** Returns the ids of processes that a process started and that still run. Needs `ps`, as POSIX has it. */
export function listChildren(parentPid: number): number[] {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, ppid, stat = ""] = line.trim().split(/\s+/);
    return Number(ppid) === parentPid && !stat.startsWith("Z") ? [Number(pid)] : [];
  });
}

/** Whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
}
