import {
  type ReplicationResult,
  type ReplicationSetup,
  type RunReplications,
  runAll,
  type WindowPart,
} from "../drive/replication";
import { countPullRequestsAtOnce, countTestsAtOnce } from "../drive/run-replication";
import { type Load, toMeanMinutes, toMeanPerHour } from "../load";
import type { Estimate } from "../measures";
import { estimateByJackknife, leaveOneOut } from "../statistics/interval";

/** Number of pull requests of a pilot. A long pilot follows if the short pilot is too imprecise. */
const PILOTS = { short: 4_000, long: 16_000 } as const;
/** A pilot is precise if its error is at most this share of the difference between capacity and arrivals. */
const PRECISE_SHARE = 0.1;
/** A saturated replication has enough pull requests to fill all slots this many times. */
const SATURATED_ROUNDS = 5;
/** Minimum length of a replication, in test durations and in batches. */
const SPAN = { testDurations: 20, batches: 50 } as const;
/** Minimum length of a replication, in relaxation times (Asmussen 1992; for queues, Whitt 1989). */
const RELAXATIONS = 40;
/** Variance of the number of arrivals in a long time, divided by the mean. It is 1 for a Poisson process. */
const ARRIVAL_DISPERSION = 1;

/** A queue's settings and the loads of its replications. The loads differ if the workload is uncertain. */
export interface JudgedQueue extends Pick<ReplicationSetup, "settings" | "singleMode" | "seed"> {
  /** At least one. */
  readonly loads: readonly Load[];
}

/** The result of the pilots of a queue. */
export interface LoadVerdict {
  /** Whether pull requests leave as fast as they arrive; null if unclear. False if arrivals are saturated. */
  readonly keepsUp: boolean | null;
  /** Pull requests that a replication needs to measure the steady state; infinite without a steady state. */
  readonly needed: number;
  /** Minimum number of pull requests at any load. With fewer, a replication has too few tests or batches. */
  readonly least: number;
}

/**
 * Measures the capacity in a saturated pilot, and compares arrivals with it. A queue with several loads keeps
 * up if even its heaviest load is surely below the capacity. It does not keep up if even its lightest load is
 * surely above the capacity.
 * @param most - maximum number of pull requests of a pilot
 * @throws Interrupted
 */
export async function judgeLoads(
  queues: readonly JudgedQueue[],
  run: RunReplications,
  most: number = PILOTS.long,
): Promise<LoadVerdict[]> {
  const longest = Math.min(most, PILOTS.long);
  const extremes = queues.map(({ loads, ...queue }) => {
    const subjects = loads.map((load, replication): Subject => ({ ...queue, load, replication }));
    const weights = subjects.map(weigh);
    // Equal loads give the same subject twice.
    return [Math.min(...weights), Math.max(...weights)].map((weight) => subjects[weights.indexOf(weight)]);
  });
  const heavy = extremes.flatMap(([, heaviest]) => heaviest ?? []);
  const verdicts = await judgeAll(heavy, run, longest);
  const unsure = extremes.flatMap(([lightest, heaviest], index) => {
    const isUnsure = verdicts[index]?.keepsUp === false && lightest !== heaviest;
    return isUnsure && lightest !== undefined ? [{ index, lightest }] : [];
  });
  const light = unsure.map(({ lightest }) => lightest);
  const ofLight = await judgeAll(light, run, longest);
  const open = new Set(unsure.flatMap(({ index }, at) => (ofLight[at]?.keepsUp === false ? [] : [index])));
  return verdicts.map((verdict, index) => (open.has(index) ? { ...verdict, keepsUp: null } : verdict));
}

type Subject = Omit<JudgedQueue, "loads"> & Pick<ReplicationSetup, "load" | "replication">;

async function judgeAll(
  subjects: readonly Subject[],
  run: RunReplications,
  longest: number,
): Promise<LoadVerdict[]> {
  const open = subjects.filter(({ load }) => load.arrivals.kind !== "saturated");
  const short = Math.min(PILOTS.short, longest);
  const capacities = await measureCapacities(open, short, run);
  const vague = open.filter((subject) => longest > short && isVague(subject, capacities.get(subject)));
  const precise = await measureCapacities(vague, longest, run);
  return subjects.map((subject) => judge(subject, precise.get(subject) ?? capacities.get(subject)));
}

async function measureCapacities(
  subjects: readonly Subject[],
  pullRequests: number,
  run: RunReplications,
): Promise<ReadonlyMap<Subject, Capacity>> {
  const setups = subjects.map(({ load, ...subject }): ReplicationSetup => {
    const saturated: Load = { ...load, arrivals: { kind: "saturated" } };
    const most = Math.max(pullRequests, SATURATED_ROUNDS * countPullRequestsAtOnce(subject));
    const pilot = { seed: `pilot of ${subject.seed}`, awaitsMerges: false };
    return { ...subject, ...pilot, load: saturated, pullRequests: most };
  });
  const results = await runAll(setups, "pilot", run);
  return new Map(
    subjects.flatMap((subject, index) => {
      const result = results[index];
      const meanMinutes = toMeanMinutes(subject.load.testMinutes);
      return result === undefined ? [] : [[subject, estimateCapacity(result, meanMinutes)]];
    }),
  );
}

function isVague({ load: { arrivals } }: Subject, capacity: Capacity | undefined): boolean {
  if (capacity === undefined || arrivals.kind === "saturated") return false;
  const { value, low, high } = capacity.perHour;
  return (high - low) / 2 > PRECISE_SHARE * Math.abs(value - toMeanPerHour(arrivals));
}

function judge(subject: Subject, capacity: Capacity | undefined): LoadVerdict {
  const { arrivals } = subject.load;
  if (arrivals.kind === "saturated" || capacity === undefined) {
    const needed = SATURATED_ROUNDS * countPullRequestsAtOnce(subject);
    return { keepsUp: false, needed, least: needed };
  }
  const perHour = toMeanPerHour(arrivals);
  const { low, high } = capacity.perHour;
  const least = Math.ceil(countLeast(subject, perHour));
  if (perHour >= low) return { keepsUp: perHour > high ? false : null, needed: Infinity, least };
  const needed = (RELAXATIONS * (ARRIVAL_DISPERSION + capacity.dispersion)) / (1 - perHour / low) ** 2;
  return { keepsUp: true, needed: Math.ceil(Math.max(needed, least)), least };
}

function countLeast({ settings, load }: Subject, perHour: number): number {
  const perTest = (perHour * toMeanMinutes(load.testMinutes)) / 60;
  const perWait = (perHour * settings.batchingMaxWaitTimeMinutes) / 60;
  // With few arrivals, batches start incomplete.
  const batch = settings.batch ? Math.min(settings.batchingMinSize, 1 + perWait + perTest) : 1;
  return Math.max(SPAN.testDurations * perTest, SPAN.batches * batch);
}

/** Estimates how heavy a load is. Failures add to it, because they repeat tests of later pull requests. */
function weigh({ load, ...queue }: Subject): number {
  const { arrivals, testMinutes, failureRate, flakeRate } = load;
  if (arrivals.kind === "saturated") return 0;
  const repeats = ((countTestsAtOnce(queue) - 1) * (failureRate + flakeRate)) / 2;
  return toMeanPerHour(arrivals) * toMeanMinutes(testMinutes) * (1 + repeats);
}

/** The capacity of a queue, from a saturated replication. */
interface Capacity {
  /** Pull requests that leave the queue per hour, merged or failed. */
  readonly perHour: Estimate;
  /** Variance / mean of the number of pull requests that leave in a long time. 0 if they leave regularly. */
  readonly dispersion: number;
}

/** Corrects for drawn tests longer or shorter than the mean. Only failures then widen the interval. */
function estimateCapacity({ parts }: ReplicationResult, meanTestMinutes: number): Capacity {
  const rate = (some: readonly WindowPart[]): number => {
    const drawn = sum(some, "testMinutes") / (sum(some, "testRuns") * meanTestMinutes);
    return (sum(some, "conclusions") / sum(some, "hours")) * drawn;
  };
  const perHour = estimateByJackknife({ value: rate(parts), without: leaveOneOut(parts).map(rate) });
  return { perHour, dispersion: estimateDispersion(parts) };
}

function estimateDispersion(parts: readonly WindowPart[]): number {
  const perHour = sum(parts, "conclusions") / sum(parts, "hours");
  const squares = parts.reduce((total, { conclusions, hours }) => {
    return total + (conclusions - perHour * hours) ** 2;
  }, 0);
  return (squares * parts.length) / (parts.length - 1) / sum(parts, "conclusions");
}

function sum(parts: readonly WindowPart[], name: keyof WindowPart): number {
  return parts.reduce((total, part) => total + part[name], 0);
}
