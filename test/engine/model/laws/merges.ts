import { findBranchVersion } from "../../../../src/engine/draft/engine-draft";
import type { EngineTest, ImpactedTargets, Queue, Submission } from "../../../../src/engine/engine-state";
import { toRepositoryKey } from "../../../../src/engine/repository-key";
import { findLineMode, isMergedByQueue, type Law, type QueueStep } from "../queue-step";
import { conflicts, findTargets, sharesTarget } from "../shares-target";

/** The central rule of a merge queue, implemented independently. */
export const MERGE_LAWS: readonly Law[] = [
  {
    title:
      "nothing merges that was not tested with all that it impacts and that merged before it, and with nothing else",
    begin: () => {
      const ledger = new Ledger();
      return (step) => ledger.take(step);
    },
  },
];

/** The merges into the branch, in order. */
interface Merge {
  readonly sequence: number;
  readonly targets: ImpactedTargets;
}

/** The facts about a run at its start. */
interface Start {
  readonly mode: "single" | "parallel";
  readonly step: number;
  /** Merges before the step in which it started, and after that step. */
  readonly mergesBefore: number;
  readonly mergesAfter: number;
  /** The commit of each submission that it held, by sequence. */
  readonly commits: Map<number, string | undefined>;
}

/** Tracks the content of the branch, and what each run was tested on. */
class Ledger {
  readonly #merges: Merge[] = [];
  readonly #merged = new Set<number>();
  #version = 0;
  readonly #starts = new Map<string, Start>();
  /** Runs that have passed while the queue could merge optimistically, by when. */
  readonly #proofs = new Map<string, number>();
  /** The version of the branch with which each pull request was told to be up to date. */
  readonly #freshAt = new Map<number, number>();
  /** Whether the queue could ever merge optimistically. */
  #isOptimistic = false;
  #step = 0;

  take(step: QueueStep): string | undefined {
    const { event, before, after, runs, started, concluded } = step;
    this.#step += 1;
    if (this.#step === 1) this.#learnFreshness(step);
    const merged = concluded.filter(isMergedByQueue);
    // What is merged by hand counts as ahead; of the rest only what is in testing starts again.
    for (const { sequence, state } of concluded) if (state === "merged") this.#merged.add(sequence);
    const version = findBranchVersion(step.state, after.identity);
    const isOutside = event.type === "pushToBranch" || event.type === "mergePullRequest";
    if (isOutside && version !== this.#version) this.#freshAt.clear();
    this.#version = version;
    if (event.type === "declarePullRequest") this.#tellFreshness(step);
    if (event.type === "setImpactedTargets") this.#nameCommits(step);
    const mergesBefore = this.#merges.length;
    for (const run of started) {
      this.#starts.set(run.id, {
        mode: findLineMode(after),
        step: this.#step,
        mergesBefore,
        mergesAfter: mergesBefore + merged.length,
        commits: new Map(
          [...run.beneath, ...run.sequences].map((sequence) => [sequence, findCommit(after, sequence)]),
        ),
      });
    }
    this.#isOptimistic ||= after.settings.canOptimisticallyMerge;
    for (const run of runs) {
      const hasJustPassed = run.status === "succeeded" && before.testRuns.get(run.id)?.status !== "succeeded";
      // What passes in a bisection is tested again before it merges.
      const counts = !run.isBisection && after.settings.canOptimisticallyMerge;
      if (hasJustPassed && counts) this.#proofs.set(run.id, this.#step);
    }
    for (const submission of merged) {
      const wrong = this.#judge(step, submission, this.#merges.length === mergesBefore);
      this.#merges.push({ sequence: submission.sequence, targets: findTargets(after, submission.sequence) });
      if (wrong !== undefined) return `#${submission.number} merged, but ${wrong}`;
    }
    return undefined;
  }

  /** A queue may be created after pull requests were told to be up to date. */
  #learnFreshness({ state, after }: QueueStep): void {
    for (const known of state.pullRequests.get(toRepositoryKey(after.identity.repo))?.values() ?? []) {
      if (known.baseBranch !== after.identity.targetBranch) continue;
      const version = findBranchVersion(state, after.identity);
      if (known.isUpToDate && version === known.baseVersion) this.#freshAt.set(known.number, 0);
    }
  }

  /** A made-up commit that a request names is the same commit. */
  #nameCommits({ before, after }: QueueStep): void {
    for (const { sequence, pullRequest } of after.submissions.values()) {
      const known = before.submissions.get(sequence)?.pullRequest;
      if (known?.commitFrom !== "made_up" || pullRequest.commitFrom !== "request") continue;
      for (const { commits } of this.#starts.values()) {
        if (commits.get(sequence) === known.sha) commits.set(sequence, pullRequest.sha);
      }
    }
  }

  #tellFreshness({ event, state, after }: QueueStep): void {
    if (event.type !== "declarePullRequest") return;
    const { number, isUpToDate, baseBranch } = event.pullRequest;
    if (baseBranch !== undefined && baseBranch !== after.identity.targetBranch) this.#freshAt.delete(number);
    if (isUpToDate === false) this.#freshAt.delete(number);
    const known = state.pullRequests.get(toRepositoryKey(after.identity.repo))?.get(number);
    if (isUpToDate === true && known?.baseBranch === after.identity.targetBranch) {
      this.#freshAt.set(number, this.#merges.length);
    }
  }

  #judge(step: QueueStep, submission: Submission, isFirst: boolean): string | undefined {
    const { after } = step;
    const { mergeability, baseBranch } = submission.pullRequest;
    if (mergeability === "not_mergeable" && !submission.isDirect) return "the host cannot merge it";
    if (baseBranch !== after.identity.targetBranch) return `it wants to merge into ${baseBranch}`;
    const own = after.testRuns.get(submission.testRunId ?? "");
    const reasons: string[] = [];
    if (own?.status === "succeeded") {
      const wrong = this.#judgeOwnPass(after, submission, own);
      if (wrong === undefined) return undefined;
      reasons.push(wrong);
    }
    const testedIn = own === undefined ? 0 : (this.#starts.get(own.id)?.step ?? 0);
    for (const [id, provenIn] of this.#proofs) {
      const run = after.testRuns.get(id);
      if (run === undefined || provenIn < testedIn || !run.beneath.includes(submission.sequence)) continue;
      const wrong = this.#judgeProof(after, submission, run);
      if (wrong === undefined) return undefined;
      reasons.push(wrong);
    }
    const wrong = this.#judgeDirect(step, submission, isFirst);
    return wrong === undefined ? undefined : [...reasons, wrong].join("; ");
  }

  #judgeOwnPass(queue: Queue, { sequence }: Submission, run: EngineTest): string | undefined {
    if (!run.sequences.includes(sequence)) return "its run has tested others";
    if (run.isBisection) return "it was only tested to find out who failed";
    const needed = [...run.beneath, ...run.sequences.slice(0, run.sequences.indexOf(sequence))];
    const missing = needed.find((other) => !this.#merged.has(other));
    if (missing !== undefined) return `its run held submission ${missing}, which has not merged`;
    return this.#judgeWhatCameBetween(queue, sequence, run);
  }

  /** What passed on top of it has shown that it passes as well. */
  #judgeProof(queue: Queue, { sequence }: Submission, run: EngineTest): string | undefined {
    const mode = this.#starts.get(run.id)?.mode ?? "single";
    const before = run.beneath.slice(0, run.beneath.indexOf(sequence));
    const missing = before.find(
      (other) =>
        !this.#merged.has(other) && conflicts(mode, findTargets(queue, other), findTargets(queue, sequence)),
    );
    if (missing !== undefined)
      return `the proof on top of it held submission ${missing}, which has not merged`;
    return this.#judgeWhatCameBetween(queue, sequence, run);
  }

  #judgeWhatCameBetween(queue: Queue, sequence: number, run: EngineTest): string | undefined {
    const start = this.#starts.get(run.id);
    if (start === undefined) return "its run has no known start";
    if (start.commits.get(sequence) !== findCommit(queue, sequence)) return "another commit of it was tested";
    const held = [...run.beneath, ...run.sequences];
    // Whether the branch held what merged within the step of the start cannot be told from outside.
    const between = this.#merges.slice(start.mergesAfter).filter((merge) => !held.includes(merge.sequence));
    const targets = findTargets(queue, sequence);
    // A bisection may outlast a change of mode.
    const mode = run.isBisection ? findLineMode(queue) : start.mode;
    const conflict = between.find((merge) => conflicts(mode, merge.targets, targets));
    return conflict === undefined
      ? undefined
      : `was not tested with submission ${conflict.sequence}, which merged before`;
  }

  #judgeDirect(
    { before, after }: QueueStep,
    { number, sequence, pullRequest }: Submission,
    isFirst: boolean,
  ): string | undefined {
    if (after.settings.directMergeMode !== "always") return "nothing has tested it";
    if (!isFirst || this.#freshAt.get(number) !== this.#merges.length) return "it was not up to date";
    if (!pullRequest.hasPassedChecks) return "its own checks had not passed";
    const wasThere = new Set(before.line.map((entry) => entry.id));
    const left = after.line.filter(({ id }) => wasThere.has(id)).flatMap(({ sequences }) => sequences);
    const waits = (other: number) =>
      [before, after].every((queue) => queue.submissions.get(other)?.state === "pending");
    left.push(...[...after.waiting.values()].filter(waits));
    const other = left.find((one) => sharesTarget(after, one, sequence));
    return other === undefined ? undefined : `its lane contained submission ${other}`;
  }
}

function findCommit(queue: Queue, sequence: number): string | undefined {
  return queue.submissions.get(sequence)?.pullRequest.sha;
}
