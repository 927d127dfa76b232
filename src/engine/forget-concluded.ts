import type { EngineState, Queue } from "./engine-state";
import { isEnqueued } from "./queue-contents";
import { draftSortedMap } from "./sorted-map";

/** Drops what is no longer needed of concluded pull requests. @param from - last position dropped before */
export function forgetConcluded(state: EngineState, from: number): EngineState {
  const queues = new Map<string, Queue>();
  for (const [key, queue] of state.queues) queues.set(key, forgetInQueue(queue, from));
  // A submission contains everything that the engine needs of its pull request.
  return { ...state, queues, pullRequests: new Map() };
}

function forgetInQueue(queue: Queue, from: number): Queue {
  const submissions = draftSortedMap(queue.submissions);
  const latestByNumber = draftSortedMap(queue.latestByNumber);
  const impactedTargets = draftSortedMap(queue.impactedTargets);
  const otherTargets = draftSortedMap(queue.otherTargets);
  const testRuns = draftSortedMap(queue.testRuns);
  const sequences = [...queue.concluded.entries(from + 1)].map(([, sequence]) => sequence);
  const [first] = sequences;
  const placeholder = first === undefined ? undefined : submissions.get(first);
  for (const sequence of sequences) {
    const number = submissions.get(sequence)?.number;
    if (number === undefined || placeholder === undefined) continue;
    latestByNumber.delete(number);
    impactedTargets.delete(number);
    otherTargets.delete(number);
    // All share one value, which means "no longer in the queue".
    submissions.set(sequence, placeholder);
  }
  for (const [id, run] of queue.testRuns.entries()) {
    const isNeeded = run.sequences.some((sequence) => {
      const submission = submissions.get(sequence);
      // The engine reads only the latest run of a submission.
      return submission !== undefined && isEnqueued(submission) && submission.testRunId === id;
    });
    if (!isNeeded) testRuns.delete(id);
  }
  return { ...queue, submissions, latestByNumber, impactedTargets, otherTargets, testRuns };
}
