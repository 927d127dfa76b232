import { findBranchVersion } from "../draft/engine-draft";
import type { QueueDraft } from "../draft/queue-draft";
import type { ImpactedTargets, LineEntry, Submission } from "../engine-state";
import { findSubmission } from "../queue-contents";
import { countFreeSlots, mayStart } from "../slots";
import type { Cause } from "../state-change";
import { collectBatches } from "../waiting/collect-batches";
import { changeSubmission } from "../waiting/waiting";
import { countFrom, countPhases } from "./count-phases";
import { findPlace, findRelated, findTargets, isOnAll, matchTargets, uniteTargets } from "./dependencies";
import { findHolder, hasUndecided, listUnheld } from "./holders";
import { hasTopPriority, isOnTopOf, sendBack, testAgainOnTop } from "./line";
import { mergeSubmission } from "./merge-passed";
import { startEntry } from "./start-run";

const UP_TO_DATE = "Was up to date and merged without a test run.";

/** Starts an urgent pull request before others: if started later, it would interrupt their tests. */
export function startAhead(queue: QueueDraft): boolean {
  // Urgent ones come first, even if held.
  const next = queue.ready.get(queue.ready.minKey() ?? "");
  if (!mayStart(queue) || next === undefined || !findSubmission(queue, next).isUrgent) return false;
  const first = tryFindFirst(queue);
  if (first === undefined || !first.isUrgent || mergesDirectly(queue, first)) return false;
  const entry = tryEnterAhead(queue, first);
  if (entry === undefined) return false;
  startEntry(queue, entry);
  return true;
}

/** Starts tests for which undecided failures wait. Otherwise like {@link startWaiting}. */
export function startOnFailures(queue: QueueDraft): boolean {
  return hasUndecided(queue) && startReady(queue, isOnFailure);
}

/** Starts ready pull requests in turn order, until one must wait. @returns whether to try all steps again */
export function startWaiting(queue: QueueDraft): boolean {
  return startReady(queue, () => true);
}

function isOnFailure(queue: QueueDraft, targets: ImpactedTargets): boolean {
  const { line } = queue;
  const failures = line.filter(({ phase }) => phase === "pending_failure");
  const isOn = (entry: LineEntry): boolean =>
    failures.some((one) => one === entry || isOnTopOf(entry, one.sequences));
  // The last ones are likely to be.
  return findRelated(queue, line, targets).findLast(isOn) !== undefined;
}

function startReady(queue: QueueDraft, isMeant: typeof isOnFailure): boolean {
  queue.batchDueAtMs = undefined;
  if (!mayStart(queue)) return false;
  let hasMerged = false;
  for (;;) {
    const direct = tryFindDirect(queue);
    if (direct !== undefined) {
      mergeSubmission(queue, direct.sequence, { reason: UP_TO_DATE, word: "MERGE_GRAPH_DIRECT_MERGE" });
      hasMerged = true;
      continue;
    }
    if (countFreeSlots(queue, queue.engine.options) === 0) return hasMerged;
    const first = tryFindFirst(queue);
    if (first === undefined || first.isUrgent) return hasMerged;
    const entry = tryEnterBehind(queue, isMeant);
    if (entry === undefined) return hasMerged;
    // One that passed at once may merge before the next one starts.
    if (startEntry(queue, entry)) return true;
  }
}

function tryFindFirst(queue: QueueDraft): Submission | undefined {
  let sequence: number | undefined;
  if (hasUndecided(queue)) [sequence] = listUnheld(queue);
  // An iterator costs more.
  else sequence = queue.ready.get(queue.ready.minKey() ?? "");
  return sequence === undefined ? undefined : findSubmission(queue, sequence);
}

function tryFindDirect(queue: QueueDraft): Submission | undefined {
  for (const sequence of queue.upToDate.values()) {
    const submission = findSubmission(queue, sequence);
    if (mergesDirectly(queue, submission)) return submission;
  }
  return undefined;
}

/** Tells whether a pull request merges untested, because it is up to date, checked, and alone in its lane. */
function mergesDirectly(queue: QueueDraft, { sequence, pullRequest }: Submission): boolean {
  const { baseBranch: targetBranch, baseVersion, isUpToDate, hasPassedChecks } = pullRequest;
  if (queue.settings.directMergeMode === "off" || !isUpToDate || !hasPassedChecks) return false;
  const version = findBranchVersion(queue.engine, { repo: queue.identity.repo, targetBranch });
  return version === baseVersion && isAloneInLane(queue, sequence);
}

function isAloneInLane(queue: QueueDraft, sequence: number): boolean {
  const sharesTarget = matchTargets(queue, findTargets(queue, sequence));
  if (queue.line.some(({ targets }) => sharesTarget(targets))) return false;
  for (const other of queue.waiting.values()) {
    if (other === sequence || findSubmission(queue, other).state === "not_ready") continue;
    if (sharesTarget(findTargets(queue, other))) return false;
  }
  return true;
}

function tryEnterBehind(queue: QueueDraft, isMeant: typeof isOnFailure): LineEntry | undefined {
  const batches = collectBatches(queue, queue.engine.options, listUnheld(queue));
  const next = batches.find(({ startsAtMs = -Infinity }) => startsAtMs <= queue.engine.nowMs);
  if (next === undefined) {
    const dueMs = Math.min(...batches.map(({ startsAtMs = Infinity }) => startsAtMs));
    if (batches.length > 0) queue.batchDueAtMs = dueMs;
    return undefined;
  }
  const sequences = next.submissions.map(({ sequence }) => sequence);
  const targets = uniteTargets(queue, sequences);
  if (!isMeant(queue, targets)) return undefined;
  return enter(queue, { sequences, targets }, queue.line.length);
}

/** Lets an urgent pull request enter the line, in place of others. @returns undefined if it must wait */
function tryEnterAhead(queue: QueueDraft, submission: Submission): LineEntry | undefined {
  const { sequence, number } = submission;
  const targets = findTargets(queue, sequence);
  const isLower = (entry: LineEntry): boolean => !hasTopPriority(queue, entry);
  const lower = findRelated(queue, queue.line.filter(isLower), targets);
  const isDisplaced = (entry: LineEntry): boolean =>
    lower.some((other) => other === entry || isOnTopOf(entry, other.sequences));
  const displaced = queue.line.filter(isDisplaced);
  let remaining = queue.line.filter((entry) => !displaced.includes(entry));
  // They are tested again first.
  if (remaining.some((entry) => entry.phase === "untested" && !isLower(entry))) return undefined;
  // After concurrency was lowered, several runs may have to be interrupted for one slot.
  while (countFreeSlots(queue, queue.engine.options, remaining) === 0) {
    const last = remaining.findLast((entry) => entry.phase === "testing" && isLower(entry));
    if (last === undefined) return undefined;
    displaced.push(last);
    remaining = remaining.filter((entry) => entry !== last);
  }
  const reason = `Waits for its turn again, because #${number} is urgent.`;
  for (const entry of displaced) sendBack(queue, entry, { reason, word: "SKIP_THE_LINE_INTERRUPTED" });
  const index = queue.line.findLastIndex((entry) => !isLower(entry)) + 1;
  return enter(queue, { sequences: [sequence], targets }, index);
}

type Newcomer = Pick<LineEntry, "sequences" | "targets">;

function enter(queue: QueueDraft, { sequences, targets }: Newcomer, index: number): LineEntry {
  const place = findPlace(queue, queue.line.slice(0, index), targets);
  const id = queue.places + 1;
  for (const sequence of sequences) {
    queue.places += 1;
    changeSubmission(queue, sequence, { place: queue.places });
  }
  const entry: LineEntry = {
    id,
    sequences,
    ...place,
    phase: "untested",
    testRunId: undefined,
    timesOutAtMs: undefined,
    failure: "",
    waitsForId: undefined,
    finishedOnTop: 0,
    parts: [],
    hasCulprit: false,
    failedSets: [],
  };
  queue.line = countFrom(queue.line, queue.line.toSpliced(index, 0, entry), { added: entry });
  return entry;
}

const WAITS: Cause = { reason: "Waits for its turn to be tested again.", word: "" };

/** Starts new runs of untested entries, in their places. Entries without a slot return to waiting. */
export function restartUntested(queue: QueueDraft): boolean {
  if (countPhases(queue.line).untested === 0) return false;
  const untested = new Set(queue.line.filter(({ phase }) => phase === "untested").map(({ id }) => id));
  const idsAhead: number[] = [];
  const sequencesAhead = new Set<number>();
  let isBlocked = !mayStart(queue);
  let index = 0;
  for (let entry = queue.line[index]; entry !== undefined; entry = queue.line[index]) {
    if (untested.has(entry.id)) {
      const targets = uniteTargets(queue, entry.sequences);
      const place = isOnAll(queue, targets)
        ? { targets, dependsOn: [...idsAhead], beneath: [...sequencesAhead] }
        : findPlace(queue, queue.line.slice(0, index), targets);
      isBlocked ||= countFreeSlots(queue, queue.engine.options) === 0;
      if (isBlocked || findHolder(queue, ({ id }) => place.dependsOn.includes(id)) !== undefined) {
        // Then another is at this place.
        sendBack(queue, entry, WAITS);
        continue;
      }
      // Entries on top are tested again if their base has changed.
      const isSame = areSameAhead(entry.beneath, place.beneath, sequencesAhead);
      if (!isSame) testAgainOnTop(queue, entry.sequences, WAITS);
      startEntry(queue, entry, place);
    }
    idsAhead.push(entry.id);
    for (const sequence of entry.sequences) sequencesAhead.add(sequence);
    index += 1;
  }
  return true;
}

/** Tells whether `former`, without the submissions that have left the line, equals `now`. */
function areSameAhead(
  former: readonly number[],
  now: readonly number[],
  ahead: ReadonlySet<number>,
): boolean {
  let found = 0;
  for (const sequence of former) {
    if (sequence === now[found]) found += 1;
    else if (ahead.has(sequence)) return false;
  }
  return found === now.length;
}
