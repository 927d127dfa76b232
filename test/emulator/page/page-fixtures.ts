import { resolveOptions } from "../../../src/emulator/emulator-options";
import { createEmptyQueue } from "../../../src/engine/draft/queue-draft";
import {
  createState,
  type EngineState,
  type LineEntry,
  type Queue,
  type QueueTotals,
  type Submission,
  type TestRun,
} from "../../../src/engine/engine-state";
import { createSortedMap } from "../../../src/engine/sorted-map";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../../../src/queue/settings";

/** Noon of a day: when everything in these tests is looked at. */
export const NOW_MS = Date.UTC(2026, 0, 15, 12);

/** The default options. */
export const OPTIONS = resolveOptions();

/** A test's description of a submission; the sequence is its place in the list. */
export type SubmissionInput = Partial<Omit<Submission, "pullRequest">> &
  Pick<Submission, "number"> & { readonly pullRequest?: Partial<Submission["pullRequest"]> };

/** A test's description of a queue. */
export interface QueueInput {
  /** Default: `github.com/acme/web/main`. */
  readonly id?: string;
  readonly settings?: Partial<Queue["settings"]>;
  readonly submissions?: readonly SubmissionInput[];
  readonly line?: readonly (Partial<LineEntry> & Pick<LineEntry, "sequences" | "phase">)[];
  readonly runs?: readonly (Partial<TestRun> & Pick<TestRun, "id" | "sequences">)[];
  readonly totals?: Partial<QueueTotals>;
  readonly changes?: Partial<Queue>;
}

/** Makes a queue as the engine would hold it; what waits has its turn in the order of submission. */
export function createQueue(input: QueueInput = {}): Queue {
  const submissions = createSortedMap<number, Submission>();
  const waiting = createSortedMap<string, number>();
  const ready = createSortedMap<string, number>();
  const concluded = createSortedMap<number, number>();
  const latestByNumber = createSortedMap<number, number>();
  for (const [index, one] of (input.submissions ?? []).entries()) {
    const turn = String(index + 1).padStart(10, "0");
    const submission = createSubmission(index + 1, { turn, ...one });
    const { sequence, state } = submission;
    submissions.set(sequence, submission);
    latestByNumber.set(submission.number, sequence);
    if (state === "pending" || state === "not_ready") waiting.set(turn, sequence);
    if (state === "pending") ready.set(turn, sequence);
    if (state === "merged" || state === "failed" || state === "cancelled") {
      concluded.set(concluded.size + 1, sequence);
    }
  }
  const testRuns = createSortedMap<string, TestRun>();
  for (const run of input.runs ?? []) testRuns.set(run.id, createRun(run));
  const empty = createEmptyQueue({
    identity: parseQueueId(input.id ?? "github.com/acme/web/main"),
    settings: { ...ASSUMED_DEFAULTS, ...input.settings },
  });
  return {
    ...empty,
    submissions,
    latestByNumber,
    waiting,
    ready,
    concluded,
    testRuns,
    line: (input.line ?? []).map(createEntry),
    totals: { ...empty.totals, ...input.totals },
    ...input.changes,
  };
}

/** Makes a state of queues. */
export function createPageState(...queues: readonly Queue[]): EngineState {
  return {
    ...createState("page"),
    nowMs: NOW_MS,
    queues: new Map(queues.map((queue) => [toIdentityKey(queue.identity), queue])),
  };
}

function createSubmission(sequence: number, { pullRequest, ...input }: SubmissionInput): Submission {
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, "0")}`,
    sequence,
    state: "pending",
    stateChangedAtMs: NOW_MS - 60_000,
    submittedAtMs: NOW_MS - 300_000,
    enteredAtMs: undefined,
    firstTestedAtMs: undefined,
    waitedMs: undefined,
    priority: { value: 100, name: "medium" },
    noBatch: false,
    skipTheLine: false,
    forceEnqueued: false,
    testRunId: undefined,
    reason: "",
    turn: undefined,
    place: undefined,
    testsAlone: false,
    ...input,
    pullRequest: {
      number: input.number,
      title: `Change ${input.number}`,
      sha: "0".repeat(40),
      commitFrom: "host",
      author: "ada",
      headBranch: `topic-${input.number}`,
      baseBranch: "main",
      mergeability: "mergeable",
      closedAtMs: undefined,
      isUpToDate: false,
      hasPassedChecks: true,
      baseVersion: 0,
      skipTheLine: false,
      forceEnqueued: false,
      ...pullRequest,
    },
  };
}

function createEntry(input: NonNullable<QueueInput["line"]>[number], index: number): LineEntry {
  return {
    id: index + 1,
    targets: "ALL",
    skipsTheLine: false,
    dependsOn: [],
    beneath: [],
    testRunId: undefined,
    timesOutAtMs: undefined,
    failure: "",
    finishedOnTop: 0,
    parts: [],
    hasCulprit: false,
    ...input,
  };
}

function createRun(input: NonNullable<QueueInput["runs"]>[number]): TestRun {
  return {
    beneath: [],
    isBisection: false,
    status: "in_progress",
    requiredStatuses: [],
    requiredStatusesSource: "merge_instance",
    testBranch: `test/${input.id}`,
    testBranchSha: "1".repeat(40),
    createdAtMs: NOW_MS - 120_000,
    concludedAtMs: undefined,
    timesOutAtMs: NOW_MS + 3_480_000,
    checks: [],
    failedStatus: undefined,
    ...input,
  };
}
