import { applyPlan, type QueueOutcome } from "../../plan/apply-plan";
import { changesQueue, hasChanges, type Plan } from "../../plan/plan";
import { requireSafe } from "../../plan/require-safe";
import { count } from "../../report/describe-counts";
import { printJson } from "../../report/print-json";
import { printPlan } from "../../report/print-plan";
import { toCell } from "../../text/to-cell";
import { confirm } from "../changes/confirm";
import type { CommandContext, CommandSession } from "../command-session";
import { WRITE_TIMEOUT } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { createPlanProgress, type PlanProgressView } from "../print/plan-progress";
import type { InterruptiblePlan } from "./prepare-plan";
import type { StackOptions } from "./stack-options";

interface ApprovalOptions {
  /** Short text to show in place of the plan. With this text, even an unsafe plan needs no `--force`. */
  readonly list?: string;
  readonly question?: string;
  /** Word for a change, in place of `changed`. If set, the summary gives only one number: `3 paused`. */
  readonly done?: string | undefined;
  /** Next step after an incomplete apply, as a sentence. Default: make a new plan. */
  readonly nextStep?: string;
  readonly onApplied?: () => Promise<void>;
}

/** Shows a plan, asks, applies it. @throws MergeQueueError `plan_unsafe`, `not_approved`; as `applyPlan` */
export async function approveAndApply(
  { context, write }: CommandSession,
  { plan, tasks, stopSignal }: InterruptiblePlan,
  options: StackOptions,
  { list, question, done, nextStep, onApplied }: ApprovalOptions = {},
): Promise<void> {
  const isJson = options.json === true;
  const say = isJson ? context.writeError : write;
  const showAndApply = async (): Promise<void> => {
    // With --json and --auto-approve, the plan has no reader.
    if (!isJson || options.autoApprove !== true) say(list ?? printPlan(plan, createView(context)));
    let outcome: readonly QueueOutcome[] = [];
    if (hasChanges(plan)) {
      requireSafe(plan, { isForced: options.force === true || list !== undefined });
      if (!isJson) say("\n");
      await confirm(context, options, stopSignal, question ?? askFor(plan));
      const progress = createPlanProgress(context, isJson ? context.writeNote : write, done);
      const applyOptions = {
        stopSignal,
        endSignal: watchNextStop(context, stopSignal, progress),
        onProgress: progress.show,
        timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
        parallelism: options.parallelism,
        clock: context.clock,
        nextStep,
      };
      outcome = await applyPlan({ plan, tasks }, applyOptions).finally(progress.end);
      if (!isJson) write(printApplied(outcome, done));
    }
    await onApplied?.();
    if (!isJson) return;
    const { mode, digest } = plan;
    const queues = outcome.map(({ id, address, result }) => ({ id, address, result }));
    write(printJson({ format: "mergequeue-apply", version: 1, mode, digest, queues }));
  };
  // Changes are finished, and the exit status is right, even if the reader closes the output.
  await context.holdOut(showAndApply, "needed");
}

/** At the first stop, says how many requests must finish. Returns a signal that aborts at the second stop. */
function watchNextStop(context: CommandContext, stop: AbortSignal, progress: PlanProgressView): AbortSignal {
  const end = new AbortController();
  stop.addEventListener("abort", () => {
    progress.end();
    const running = progress.countRunning();
    // The first signal cancels reads.
    if (running === 0) return;
    // Before the message, because an uncaught signal kills the process.
    void context.catchStop().then(() => {
      end.abort();
    });
    context.writeError(
      `Interrupted: finishing ${count(running, "request")}. Press Ctrl-C again to stop now.\n`,
    );
  });
  return end.signal;
}

function askFor(plan: Plan): string {
  const origins = new Set(plan.queues.filter(changesQueue).map(({ origin }) => toCell(origin ?? "?")));
  const verb = plan.mode === "destroy" ? "Destroy these queues" : "Apply this plan";
  return `${verb} at ${[...origins].join(", ")}?`;
}

const COUNTED: readonly (readonly [result: QueueOutcome["result"], words: string, isAlways: boolean])[] = [
  ["created", "created", true],
  ["updated", "changed", true],
  ["deleted", "destroyed", true],
  ["already_gone", "already gone", false],
  ["forgotten", "left as they are", false],
  ["kept", "kept", false],
];

function printApplied(queues: readonly QueueOutcome[], done: string | undefined): string {
  if (done !== undefined) return `\nDone: ${queues.length} ${done}.\n`;
  const counts = COUNTED.flatMap(([result, words, isAlways]) => {
    const number = queues.filter((queue) => queue.result === result).length;
    return isAlways || number > 0 ? [`${number} ${words}`] : [];
  });
  return `\nDone: ${counts.join(", ")}.\n`;
}
