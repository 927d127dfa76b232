import { MergeQueueError } from "../../queue/merge-queue-error";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext } from "../command-session";
import type { ChangeOptions } from "../connection/connection-options";
import { STANDARD_INPUT } from "../files/read-input-file";

type Dialogue = Pick<CommandContext, "terminal" | "writeError" | "readLine">;

/** Options that decide whether to ask. `input` is the file that the command reads; `-` is standard input. */
type ConfirmOptions = Pick<ChangeOptions, "autoApprove" | "tokenFile"> & {
  readonly input?: string | undefined;
};

/** Asks for `y` or `yes`. @throws MergeQueueError `not_approved` (refused or not asked), `interrupted` */
export async function confirm(
  context: Dialogue,
  options: ConfirmOptions,
  stopSignal: AbortSignal,
  question: string,
): Promise<void> {
  if (options.autoApprove === true) return;
  if (!canAsk(context, options)) {
    const why = isInputTaken(options) ? "standard input is already in use" : "there is no terminal";
    const message = `${question}\nThis needs confirmation, but ${why}. Nothing was changed. Add --auto-approve to confirm on the command line.`;
    throw new MergeQueueError("not_approved", message);
  }
  const answer = await askLine(context, stopSignal, `${question} [y/N] `);
  if (/^(?:y|yes)$/i.test(answer?.trim() ?? "")) return;
  throw new MergeQueueError("not_approved", "Nothing was changed.");
}

/** Tells whether the user would see a question, and whether standard input is free for the answer. */
export function canAsk({ terminal }: Pick<Dialogue, "terminal">, options: ConfirmOptions): boolean {
  return terminal.isInput && terminal.isError && !isInputTaken(options);
}

function isInputTaken({ tokenFile, input }: ConfirmOptions): boolean {
  return [tokenFile, input].includes(STANDARD_INPUT);
}

/** Asks a question. Returns undefined if the input ends first. @throws MergeQueueError `interrupted` */
export async function askLine(
  { writeError, readLine }: Pick<Dialogue, "writeError" | "readLine">,
  stopSignal: AbortSignal,
  question: string,
): Promise<string | undefined> {
  writeError(escapeControl(question));
  try {
    const answer = await readLine(stopSignal);
    // At the end of the input, the cursor is still on the line of the question.
    if (answer === undefined) writeError("\n");
    return answer;
  } catch (error) {
    if (!stopSignal.aborted) throw error;
    writeError("\n");
    throw new MergeQueueError("interrupted", "Interrupted before anything was changed.", {}, error);
  }
}
