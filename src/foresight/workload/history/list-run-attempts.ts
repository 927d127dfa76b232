import { MINUTE_MS } from "../../../text/milliseconds";
import type { ConcludedPullRequest, History, ListedRun } from "../../history";
import type { Attempt } from "../estimate/estimate-outcomes";

/** Services round some times to seconds, so two times of one event may differ by this much. */
const SAME_MS = 1_000;

/** Lists attempts, also repeated ones. Omits failed runs if a broken change ahead may be the cause. */
export function listRunAttempts(runs: readonly ListedRun[], conclusions: History["conclusions"]): Attempt[] {
  const nameSubmission = createNames(conclusions);
  const broken = runs.filter(isBroken);
  const seen = new Set<string>();
  const counted = new Map<string, number>();
  const attempts: Attempt[] = [];
  for (const run of runs.toSorted((one, other) => one.atMs - other.atMs)) {
    if (run.outcome === "cut") continue;
    const isPassed = run.outcome === "passed";
    if (!isPassed && !isBroken(run) && broken.some((other) => overlap(run, other))) continue;
    const tested = run.pullRequests.map((each) => {
      return { name: nameSubmission(each, run), isMerged: each.conclusion === "merged" };
    });
    const fresh = tested.filter(({ name }) => !seen.has(name));
    for (const { name } of fresh) seen.add(name);
    const key = tested
      .map(({ name }) => name)
      .sort()
      .join(", ");
    const changes = counted.get(key) ?? fresh.length;
    // If all changes that were tested before are good, the run shows something about the others in the batch.
    const isClear = counted.has(key) || tested.every((each) => each.isMerged || fresh.includes(each));
    if (changes === 0 || !isClear) continue;
    counted.set(key, changes);
    const isKnownGood = tested.every(({ isMerged }) => isMerged);
    attempts.push({ key, isPassed, isKnownGood, changes, atMs: run.atMs });
  }
  return attempts;
}

function isBroken({ outcome, pullRequests }: ListedRun): boolean {
  return outcome === "failed" && pullRequests.some(({ conclusion }) => conclusion === "failed");
}

function overlap(one: ListedRun, other: ListedRun): boolean {
  return one.atMs - one.minutes * MINUTE_MS < other.atMs && other.atMs - other.minutes * MINUTE_MS < one.atMs;
}

type NameSubmission = (pullRequest: ListedRun["pullRequests"][number], run: ListedRun) => string;

/** Names submissions by commit. If the commit is unknown, names them by how and when they left the queue. */
function createNames(conclusions: History["conclusions"]): NameSubmission {
  const ends = new Map<number, ConcludedPullRequest[]>();
  for (const each of conclusions.toSorted((one, other) => one.atMs - other.atMs)) {
    const known = ends.get(each.number);
    if (known === undefined) ends.set(each.number, [each]);
    else known.push(each);
  }
  return ({ number, conclusion }, { atMs }) => {
    const end = ends
      .get(number)
      ?.find((each) => each.atMs >= atMs - SAME_MS && each.conclusion === (conclusion ?? each.conclusion));
    return `${number} ${end?.sha ?? `${conclusion} ${end?.atMs}`}`;
  };
}
