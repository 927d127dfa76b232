import type { BatchingRule } from "../../queue/batching-rule";
import type { EngineOptions } from "../engine-options";
import type { ImpactedTargets, Queue, Submission } from "../engine-state";
import { findTargets } from "../line/dependencies";
import { findSubmission } from "../queue-contents";
import { readLineMode } from "../slots";

export interface Batch {
  readonly submissions: readonly Submission[];
  readonly wanted: number;
  /** When it starts at the latest, in milliseconds since 1970 (UTC); undefined if it starts at once. */
  readonly startsAtMs: number | undefined;
}

interface FormingBatch {
  readonly submissions: Submission[];
  /** Whether no pull request can join: it is full, is tested alone, or is followed by one tested alone. */
  isClosed: boolean;
  /** Whether it waits for a batch ahead that shares a target. */
  readonly isHeld: boolean;
}

/**
 * Collects the next batch of each lane, in turn order. A batch starts when it is large enough, when the next
 * pull request is tested alone, or when its wait is over. In a drain or a mode switch, it starts at once.
 * @param candidates - ready submissions, in turn order @returns the batches that wait for no other batch
 */
export function collectBatches(
  queue: Queue,
  options: EngineOptions,
  candidates: Iterable<number>,
): readonly Batch[] {
  const forming = formBatches(queue, candidates, findMostInBatch(queue, options), "first");
  return forming.filter(({ isHeld }) => !isHeld).map((one) => toBatch(queue, options, one));
}

/** Divides waiting pull requests into batches in the way that the queue will, if nothing else changes. */
export function predictBatches(
  queue: Queue,
  options: EngineOptions,
  candidates: Iterable<number>,
): readonly Batch[] {
  const forming = formBatches(queue, candidates, findMostInBatch(queue, options), "all");
  return forming.map((one) => toBatch(queue, options, one));
}

function toBatch(queue: Queue, options: EngineOptions, { submissions, isClosed }: FormingBatch): Batch {
  const { batchingMinSize, batchingMaxWaitTimeMinutes, state } = queue.settings;
  const wanted = Math.min(findMostInBatch(queue, options), batchingMinSize);
  const waits = state !== "draining" && !queue.isSwitchingModes;
  const isComplete = isClosed || submissions.length >= wanted || !waits;
  const firstMs = Math.min(...submissions.map((one) => one.firstReadyAtMs ?? one.stateChangedAtMs));
  const startsAtMs = isComplete ? undefined : firstMs + batchingMaxWaitTimeMinutes * 60_000;
  return { submissions, wanted, startsAtMs };
}

function findMostInBatch({ settings }: Queue, { maxBatchSize }: EngineOptions): number {
  return settings.batch ? (maxBatchSize ?? settings.batchingMinSize) : 1;
}

function formBatches(
  queue: Queue,
  candidates: Iterable<number>,
  most: number,
  wanted: "first" | "all",
): readonly FormingBatch[] {
  const isSingle = readLineMode(queue) === "single";
  const forming: FormingBatch[] = [];
  const lanes = new Lanes();
  for (const sequence of candidates) {
    const submission = findSubmission(queue, sequence);
    const targets = isSingle ? "ALL" : findTargets(queue, sequence);
    const isAlone = isTestedAlone(queue, submission, targets);
    const related = lanes.find(targets);
    if (isAlone) for (const one of related) one.isClosed = true;
    let [own] = related;
    if (own === undefined || own.isClosed || related.length > 1) {
      own = { submissions: [], isClosed: isAlone, isHeld: related.length > 0 };
      forming.push(own);
    }
    own.submissions.push(submission);
    own.isClosed ||= own.submissions.length >= most;
    lanes.add(targets, own);
    // In most queues that are busy, the first batch is full at once.
    if (wanted === "first" && forming[0]?.isClosed === true) break;
  }
  return forming;
}

/** Tells whether a pull request is tested alone. An urgent one is, because it starts at once. */
function isTestedAlone(queue: Queue, submission: Submission, targets: ImpactedTargets): boolean {
  if (submission.noBatch || submission.testsAlone || submission.isUrgent) return true;
  const { batchingRules } = queue.settings;
  if (batchingRules.length === 0 || targets === "ALL") return false;
  return targets.some((target) => batchingRules.some((rule) => isolates(rule, target)));
}

function isolates({ targetPattern, policy }: BatchingRule, target: string): boolean {
  if (policy !== "isolate") return false;
  if (!targetPattern.endsWith("*")) return target === targetPattern;
  return target.startsWith(targetPattern.slice(0, -1));
}

class Lanes {
  readonly #byTarget = new Map<string, FormingBatch>();
  /** The last batch that impacts all targets. Every later batch waits for it. */
  #all: FormingBatch | undefined;
  /** The last batch that impacts all targets, and every later batch. */
  #recent = new Set<FormingBatch>();

  find(targets: ImpactedTargets): readonly FormingBatch[] {
    if (targets === "ALL") return [...this.#recent];
    const found = new Set(targets.flatMap((target) => this.#byTarget.get(target) ?? []));
    return found.size === 0 && this.#all !== undefined ? [this.#all] : [...found];
  }

  add(targets: ImpactedTargets, batch: FormingBatch): void {
    if (targets === "ALL") {
      this.#byTarget.clear();
      this.#all = batch;
      this.#recent = new Set();
    } else {
      for (const target of targets) this.#byTarget.set(target, batch);
    }
    this.#recent.add(batch);
  }
}
