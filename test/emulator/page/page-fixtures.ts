import { resolveOptions } from "../../../src/emulator/emulator-options";
import { createEmptyQueue } from "../../../src/engine/draft/queue-draft";
import {
  createState,
  type EngineState,
  type EngineTest,
  type LineEntry,
  type Queue,
  type QueueTotals,
  type Submission,
} from "../../../src/engine/engine-state";
import { findSubmission } from "../../../src/engine/queue-contents";
import { createSortedMap } from "../../../src/engine/sorted-map";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../../../src/queue/settings";
import { applyOrThrow, createEngineWithQueue, MAIN } from "../../engine/engine-fixtures";

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
  readonly runs?: readonly (Partial<EngineTest> & Pick<EngineTest, "id" | "sequences">)[];
  readonly totals?: Partial<QueueTotals>;
  readonly changes?: Partial<Queue>;
}

/** Describes so many submissions, numbered from 1. */
export function makeSubmissions(count: number, input: Partial<SubmissionInput> = {}): SubmissionInput[] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, ...input }));
}

/** Describes a part of a bisection: one submission. */
export function makePart(
  id: number,
  sequence: number,
  phase: LineEntry["parts"][number]["phase"],
  testRunId?: string,
): LineEntry["parts"][number] {
  return { id, chain: 1, failure: "", sequences: [sequence], phase, testRunId, timesOutAtMs: undefined };
}

/** Describes submissions that have left: merged ones, and then ones whose tests failed. */
export function makeConcluded(failed: number, merged: number): SubmissionInput[] {
  return [
    ...makeSubmissions(merged, { state: "merged" }),
    ...makeSubmissions(failed, { state: "failed", testRunId: "run-1" }),
  ];
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
  const testRuns = createSortedMap<string, EngineTest>();
  for (const run of input.runs ?? []) testRuns.set(run.id, createRun(run));
  const identity = parseQueueId(input.id ?? "github.com/acme/web/main");
  const empty = createEmptyQueue({ identity, settings: { ...ASSUMED_DEFAULTS, ...input.settings } });
  return {
    ...empty,
    ...{ submissions, latestByNumber, waiting, ready, concluded, testRuns },
    updatedAtMs: NOW_MS - 3_600_000,
    stateSetAtMs: NOW_MS - 7_200_000,
    line: (input.line ?? []).map(createEntry),
    totals: { ...empty.totals, ...input.totals },
    ...input.changes,
  };
}

/** Makes a state of queues. */
export function createPageState(...queues: readonly Queue[]): EngineState {
  const byKey = new Map(queues.map((queue) => [toIdentityKey(queue.identity), queue]));
  return { ...createState("page"), nowMs: NOW_MS, queues: byKey };
}

/** A queue of the engine into which one pull request was submitted: tests change its parts. */
function createModel(state: "running" | "paused"): Queue {
  const engine = createEngineWithQueue();
  applyOrThrow(engine, { type: "updateQueue", identity: MAIN, settings: { state } });
  return applyOrThrow(engine, { type: "submitPullRequest", identity: MAIN, number: 1 });
}

const WAITING = findSubmission(createModel("paused"), 1);
const { line, testRuns: runs } = createModel("running");

function createSubmission(sequence: number, { pullRequest, ...input }: SubmissionInput): Submission {
  const { number } = input;
  const described = { number, title: `Change ${number}`, author: "ada", headBranch: `topic-${number}` };
  return {
    ...WAITING,
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, "0")}`,
    sequence,
    stateChangedAtMs: NOW_MS - 60_000,
    submittedAtMs: NOW_MS - 300_000,
    enteredAtMs: input.submittedAtMs ?? NOW_MS - 300_000,
    reason: "",
    ...input,
    pullRequest: { ...WAITING.pullRequest, ...described, ...pullRequest },
  };
}

function createEntry(input: NonNullable<QueueInput["line"]>[number], index: number): LineEntry {
  const [entry] = line as readonly [LineEntry];
  return { ...entry, id: index + 1, testRunId: undefined, timesOutAtMs: undefined, ...input };
}

function createRun(input: NonNullable<QueueInput["runs"]>[number]): EngineTest {
  const [run] = [...runs.values()] as [EngineTest];
  const times = { createdAtMs: NOW_MS - 120_000, timesOutAtMs: NOW_MS + 3_480_000 };
  return { ...run, testBranch: `test/${input.id}`, ...times, ...input };
}
