import { MergeQueueError } from "../../queue/merge-queue-error";
import type { CommandContext } from "../command-session";
import { askLine, canAsk } from "./ask-line";

/** What decides whether a change needs confirmation. */
export interface Approval {
  /** Whether `--auto-approve` was given. */
  readonly isGiven: boolean;
  /** The user's interrupt. */
  readonly stopSignal: AbortSignal;
  /** Whether standard input has another use, such as the token. */
  readonly isInputTaken: boolean;
}

/**
 * Asks for confirmation of a change on the terminal, unless `--auto-approve` was given (promise L-4). Only `yes` and `y`
 * confirm.
 * @throws MergeQueueError `not_approved` for any other reply, or if there is no terminal to ask on; `interrupted`
 */
export async function confirm(
  context: Pick<CommandContext, "terminal" | "writeError" | "readLine">,
  approval: Approval,
  question: string,
): Promise<void> {
  if (approval.isGiven) return;
  if (approval.isInputTaken || !canAsk(context)) {
    const why = approval.isInputTaken ? "standard input has another use" : "there is no terminal";
    throw new MergeQueueError(
      "not_approved",
      `${question}\nThis needs confirmation, but ${why}. Nothing was changed. Add --auto-approve to confirm on the command line.`,
    );
  }
  const answer = await askLine(context, approval.stopSignal, `${question} [y/N] `);
  if (/^(?:y|yes)$/i.test(answer?.trim() ?? "")) return;
  throw new MergeQueueError("not_approved", "Nothing was changed.");
}
