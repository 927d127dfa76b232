import type { EngineTest, Queue, Submission } from "./engine-state";

const MOST_NAMED = 8;

/** Looks up a submission that exists. @throws Error if the indexes of the queue are damaged */
export function findSubmission(queue: Queue, sequence: number): Submission {
  const submission = queue.submissions.get(sequence);
  if (submission === undefined) throw new Error(`The queue has no submission ${sequence}.`);
  return submission;
}

/** Looks up a test run that exists. @throws Error if the indexes of the queue are damaged */
export function findTestRun(queue: Queue, id: string): EngineTest {
  const run = queue.testRuns.get(id);
  if (run === undefined) throw new Error(`The queue has no test run ${id}.`);
  return run;
}

/** Lists the ids of the runs in progress, in the order of the line. */
export function listRunIds({ line }: Pick<Queue, "line">): string[] {
  const ids: string[] = [];
  for (const entry of line) {
    for (const { phase, testRunId } of entry.parts.length === 0 ? [entry] : [entry, ...entry.parts]) {
      if (phase === "testing" && testRunId !== undefined) ids.push(testRunId);
    }
  }
  return ids;
}

/** Lists the submissions in a queue: first the line, from its head, then the waiting ones, in turn order. */
export function* listEnqueued(queue: Queue): Generator<Submission, void, undefined> {
  for (const entry of queue.line) {
    for (const sequence of entry.sequences) yield findSubmission(queue, sequence);
  }
  for (const sequence of queue.waiting.values()) yield findSubmission(queue, sequence);
}

/** Looks up a pull request's latest submission. Returns undefined if it was never submitted. */
export function tryFindLatest(queue: Queue, number: number): Submission | undefined {
  const sequence = queue.latestByNumber.get(number);
  return sequence === undefined ? undefined : findSubmission(queue, sequence);
}

/** Returns the id of the run after which the queue merged a submission; undefined if it did not merge it. */
export function tryFindMergedRun({ history }: Pick<Submission, "history">): string | undefined {
  const [passed, merged] = history.slice(-2);
  return merged?.reason === "MERGE_GRAPH_MERGE" ? passed?.testRunId : undefined;
}

/** Tells whether a submission is still in its queue. */
export function isEnqueued({ state }: Pick<Submission, "state">): boolean {
  return state !== "merged" && state !== "failed" && state !== "cancelled";
}

/** Tells whether a pull request skips the line, that is, whether its priority is 0. */
export function skipsTheLine({ priority }: Pick<Submission, "priority">): boolean {
  return priority.value === 0;
}

/** Looks up a pull request's submission in a queue. Returns undefined if the queue lacks the pull request. */
export function tryFindEnqueued(queue: Queue, number: number): Submission | undefined {
  const latest = tryFindLatest(queue, number);
  return latest !== undefined && isEnqueued(latest) ? latest : undefined;
}

/** Tells whether the latest run of a submission was part of a bisection. */
export function wasBisected(queue: Queue, { testRunId }: Pick<Submission, "testRunId">): boolean {
  return testRunId !== undefined && queue.testRuns.get(testRunId)?.isBisection === true;
}

/** Lists the pull requests of submissions: `#7, #12 and 3 more`. @param except - sequence number to omit */
export function formatNumbers(queue: Queue, sequences: readonly number[], except?: number): string {
  const named: string[] = [];
  for (const sequence of sequences) {
    if (named.length === MOST_NAMED) break;
    if (sequence !== except) named.push(`#${findSubmission(queue, sequence).number}`);
  }
  const left = sequences.length - named.length - (except === undefined ? 0 : 1);
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
}
