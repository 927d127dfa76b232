import { readdirSync, readFileSync } from "node:fs";

/** What the processes of one command used. */
export interface ProcessUse {
  /** Most memory that one of them held at once, in MiB; 0 where the machine does not tell. */
  readonly peakMebibytes: number;
  /** Processor time of all of them, in milliseconds; 0 where the machine does not tell. */
  readonly processorMs: number;
  /** How many there were. */
  readonly count: number;
}

const INTERVAL_MS = 20;

/** Length of the unit in which Linux counts processor time: USER_HZ is 100 on all its platforms. */
const TICK_MS = 10;

interface Sample {
  readonly parentPid: number;
  readonly kibibytes: number;
  readonly ticks: number;
}

/**
 * Watches what a process starts: every 20 ms it reads the high-water mark of resident memory (`VmHWM`) and the
 * processor time of each child from /proc, where only Linux has them. What the last sample cannot see is the last
 * 20 ms of a process.
 * @returns ends the watching and answers what it saw
 */
export function watchProviders(parentPid: number): () => ProcessUse {
  const samples = new Map<number, Sample>();
  // Whose child a process is does not change as long as its parent lives.
  const strangers = new Set<number>();
  const look = (): void => {
    for (const pid of listProcesses()) {
      if (strangers.has(pid)) continue;
      const sample = trySample(pid);
      if (sample?.parentPid === parentPid) samples.set(pid, sample);
      else if (sample !== undefined) strangers.add(pid);
    }
  };
  const timer = setInterval(look, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    const all = [...samples.values()];
    return {
      peakMebibytes: Math.max(0, ...all.map(({ kibibytes }) => kibibytes)) / 1_024,
      processorMs: all.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS,
      count: all.length,
    };
  };
}

function listProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    // There is no such directory but on Linux.
    return [];
  }
}

function trySample(pid: number): Sample | undefined {
  try {
    // The name in parentheses may hold anything; behind it come the fields from the third on.
    const [, rest = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    // A process that has ended has no memory any more.
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    if (kibibytes === undefined) return undefined;
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { parentPid: Number(fields[1]), kibibytes: Number(kibibytes), ticks };
  } catch {
    // It has ended.
    return undefined;
  }
}
