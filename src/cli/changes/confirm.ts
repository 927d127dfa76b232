import { MergeQueueError } from "../../queue/merge-queue-error";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext } from "../command-context";

/** What is asked before something is changed. */
export interface Approval {
  /** Whether `--auto-approve` was given. */
  readonly isGiven: boolean;
  /** The user's interrupt. */
  readonly stopSignal: AbortSignal;
  /** Whether standard input is read for something else, such as the token. */
  readonly isInputTaken: boolean;
}

/**
 * Makes sure that somebody agrees to a change (promise L-4): asks on the terminal unless `--auto-approve` was given.
 * Only `yes` or `y` agrees.
 * @param question - what would be changed, as a question
 * @throws MergeQueueError `not_approved` if the answer is another one, or if there is nobody to ask;
 *   `interrupted`
 */
export async function confirm(
  context: Pick<CommandContext, "terminal" | "writeError" | "readLine">,
  approval: Approval,
  question: string,
): Promise<void> {
  if (approval.isGiven) return;
  const { terminal, writeError, readLine } = context;
  if (approval.isInputTaken || !terminal.isInput || !terminal.isError) {
    const why = approval.isInputTaken ? "standard input is read for something else" : "there is no terminal";
    throw new MergeQueueError(
      "not_approved",
      `${question}\nNobody can be asked, because ${why}; nothing was changed. Add --auto-approve to do it without asking.`,
    );
  }
  writeError(escapeControl(`${question} [y/N] `));
  let answer: string | undefined;
  try {
    answer = await readLine(approval.stopSignal);
  } catch (error) {
    if (!approval.stopSignal.aborted) throw error;
    writeError("\n");
    throw new MergeQueueError("interrupted", "Interrupted before anything was changed.", {}, error);
  }
  // Without a line break of the user's, the cursor still stands behind the question.
  if (answer === undefined) writeError("\n");
  if (/^(?:y|yes)$/i.test(answer?.trim() ?? "")) return;
  throw new MergeQueueError("not_approved", "Nothing was changed.");
}
