import { type ReplicationSetup, type RunReplications, runAll } from "../drive/replication";
import { countPullRequestsAtOnce, countTestsAtOnce } from "../drive/run-replication";
import { type Load, toMeanMinutes, toMeanPerHour } from "../load";
import { type Capacity, estimateCapacity } from "./estimate-capacity";

/** Pull requests of a pilot: the long one follows where the short one does not say enough. */
const PILOTS = { short: 4_000, long: 16_000 } as const;
/** The difference of capacity and arrivals is known well enough within this share of it. */
const PRECISE_SHARE = 0.1;
/** How often all slots must be used for what a saturated replication shows. */
const SATURATED_ROUNDS = 5;
/** Durations of a test, and batches, that a replication must last. */
const SPAN = { testDurations: 20, batches: 50 } as const;
/** Relaxation times that a replication must last (Asmussen 1992; Whitt 1989 has them for queues). */
const RELAXATIONS = 40;
/** Variance of the number of arrivals in a long time, divided by its mean: they are a Poisson process. */
const ARRIVAL_DISPERSION = 1;

/** A queue with settings, and the loads of its replications. Those of an uncertain workload differ. */
export interface JudgedQueue extends Pick<ReplicationSetup, "settings" | "singleMode" | "seed"> {
  /** At least one. */
  readonly loads: readonly Load[];
}

/** What pilots say about a queue with its load. */
export interface LoadVerdict {
  /** Whether pull requests leave as fast as they arrive; null: too close to tell. False if saturated. */
  readonly keepsUp: boolean | null;
  /** Pull requests that a replication needs for figures of the steady state; infinite if it has none. */
  readonly needed: number;
  /** Pull requests that a replication must have at any load, so that its tests and batches are many. */
  readonly least: number;
}

/**
 * Compares arrivals with the capacity that a saturated pilot shows. Of several loads the heaviest must be
 * surely below the capacity, or the lightest surely above it.
 * @param most - pull requests of the longest pilot
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
    // Of equal loads, the same one.
    return [Math.min(...weights), Math.max(...weights)].map((weight) => subjects[weights.indexOf(weight)]);
  });
  const verdicts = await judgeAll(
    extremes.flatMap(([, heaviest]) => heaviest ?? []),
    run,
    longest,
  );
  const unsure = extremes.flatMap(([lightest, heaviest], index) => {
    const isUnsure = verdicts[index]?.keepsUp === false && lightest !== heaviest;
    return isUnsure && lightest !== undefined ? [{ index, lightest }] : [];
  });
  const ofLightest = await judgeAll(
    unsure.map(({ lightest }) => lightest),
    run,
    longest,
  );
  const open = new Set(unsure.flatMap(({ index }, at) => (ofLightest[at]?.keepsUp === false ? [] : [index])));
  return verdicts.map((verdict, index) => (open.has(index) ? { ...verdict, keepsUp: null } : verdict));
}

/** A queue with the load of one replication. */
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
  // Where few arrive, batches wait in vain to be complete.
  const batch = settings.batch ? Math.min(settings.batchingMinSize, 1 + perWait + perTest) : 1;
  return Math.max(SPAN.testDurations * perTest, SPAN.batches * batch);
}

/** Orders loads by how much they need of the capacity: each failure repeats tests of what is on top of it. */
function weigh({ load, ...queue }: Subject): number {
  const { arrivals, testMinutes, failureRate, flakeRate } = load;
  if (arrivals.kind === "saturated") return 0;
  const repeats = ((countTestsAtOnce(queue) - 1) * (failureRate + flakeRate)) / 2;
  return toMeanPerHour(arrivals) * toMeanMinutes(testMinutes) * (1 + repeats);
}
