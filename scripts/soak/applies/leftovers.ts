import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Answers the ids of the processes that were started with a variable, whoever started them and whether or not that
 * one still runs. Linux only: it reads /proc.
 * @param variable - as `NAME=value`; a value that nobody else has
 */
export function listMarkedProcesses(variable: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    return readEnvironment(name).includes(variable) ? [Number(name)] : [];
  });
}

/** Answers the variables of a process; none for one that has ended or is somebody else's. */
function readEnvironment(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Answers everything that lies in a folder and in the folders within, sockets included, as sorted paths. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}
