import type { FleetOutcome } from "../../reconcile/plan/apply/apply-fleet";
import { applyFleet } from "../../reconcile/plan/apply/apply-fleet";
import { requireSafe } from "../../reconcile/plan/apply/require-safe";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import { changesQueue, hasChanges } from "../../reconcile/plan/fleet-plan";
import { WRITE_TIMEOUT } from "../change-options";
import { confirm } from "../changes/confirm";
import type { CommandContext } from "../command-context";
import type { CommandSession } from "../command-session";
import { STANDARD_INPUT } from "../files/read-input-file";
import type { FleetProgressView } from "../print/fleet-progress";
import { createFleetProgress } from "../print/fleet-progress";
import { printApplied, printAppliedJson } from "../print/print-applied";
import { countActions, printPlan } from "../print/print-plan";
import { toCell } from "../print/to-cell";
import { createView } from "../print/view";
import type { OpenPlan } from "./prepare-plan";

/** Options of a command that applies a plan. */
export interface ApplyOptions {
  readonly autoApprove?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly tokenFile?: string;
}

/**
 * Shows a plan, asks, and applies exactly that plan. Where it changes nothing, nobody is asked.
 * @throws MergeQueueError `plan_unsafe`, `not_approved`, or as `applyFleet`
 */
export async function applyPlan(
  session: CommandSession,
  open: OpenPlan,
  options: ApplyOptions,
): Promise<void> {
  // Nothing that has begun at a service may be left half done, or be called done.
  await session.context.holdOut(() => showAndApply(session, open, options));
}

async function showAndApply(
  { context, writeDocument }: CommandSession,
  { prepared, stopSignal }: OpenPlan,
  options: ApplyOptions,
): Promise<void> {
  const { plan } = prepared;
  const isJson = options.json === true;
  const view = createView(context);
  const say = isJson ? context.writeError : context.writeOut;
  // Programs that are not asked read one document only.
  if (!isJson || options.autoApprove !== true) say(printPlan(plan, view));
  if (!hasChanges(plan)) {
    if (isJson) writeDocument(printAppliedJson(plan, { queues: [] }));
    return;
  }
  requireSafe(plan, { isForced: options.force === true });
  if (!isJson) say("\n");
  const isGiven = options.autoApprove === true;
  await confirm(
    context,
    { isGiven, stopSignal, isInputTaken: options.tokenFile === STANDARD_INPUT },
    askFor(plan),
  );
  const progress = createFleetProgress(context, say, view);
  let outcome: FleetOutcome;
  try {
    outcome = await applyFleet(prepared, {
      stopSignal,
      endSignal: watchSecondStop(context, stopSignal, progress),
      onProgress: progress.show,
      timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
      clock: context.clock,
    });
  } finally {
    progress.end();
  }
  if (isJson) writeDocument(printAppliedJson(plan, outcome));
  else context.writeOut(printApplied(outcome));
}

/**
 * Says, after the first stop signal, what is still waited for; the second one ends the waiting.
 * @returns a signal that aborts then
 */
function watchSecondStop(
  context: CommandContext,
  stopSignal: AbortSignal,
  progress: FleetProgressView,
): AbortSignal {
  const end = new AbortController();
  stopSignal.addEventListener("abort", () => {
    progress.end();
    const count = progress.countRunning();
    // What only reads ends by itself.
    if (count === 0) return;
    // Before the message: until the next signal is caught, it kills.
    void context.catchStop().then(() => {
      end.abort();
    });
    const what = count === 1 ? "1 request" : `${count} requests`;
    context.writeError(`Interrupted: finishing ${what}; press again to stop now.\n`);
  });
  return end.signal;
}

function askFor(plan: FleetPlan): string {
  const { mode, queues } = plan;
  const origins = new Set(queues.filter(changesQueue).map(({ origin }) => origin ?? "?"));
  const where = [...origins].map((origin) => toCell(origin)).join(", ");
  const verb = mode === "destroy" ? "Destroy these queues" : "Apply this plan";
  return `${verb}: ${countActions(plan)}, at ${where}?`;
}
