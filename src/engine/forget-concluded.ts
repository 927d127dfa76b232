import type { EngineState, Queue } from "./engine-state";
import { isEnqueued } from "./queue-contents";
import { draftSortedMap } from "./sorted-map";

/** Drops what has left, except what the engine counts on. @param from - conclusions at the last drop */
export function forgetConcluded(state: EngineState, from: number): EngineState {
  const queues = new Map<string, Queue>();
  for (const [key, queue] of state.queues) queues.set(key, forgetInQueue(queue, from));
  // The code host describes a pull request when it is submitted; then its submission has what is needed.
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
    // All share one value: "no longer in the queue".
    submissions.set(sequence, placeholder);
  }
  for (const [id, run] of queue.testRuns.entries()) {
    const isNeeded = run.sequences.some((sequence) => {
      const submission = submissions.get(sequence);
      // Of its runs, the engine looks only at the latest.
      return submission !== undefined && isEnqueued(submission) && submission.testRunId === id;
    });
    if (!isNeeded) testRuns.delete(id);
  }
  return { ...queue, submissions, latestByNumber, impactedTargets, otherTargets, testRuns };
}
