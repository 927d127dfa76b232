import { MergeQueueError } from "../../queue/merge-queue-error";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext } from "../command-session";

/**
 * Asks a question on the terminal, and reads one line.
 * @returns undefined at the end of the input
 * @throws MergeQueueError `interrupted`
 */
export async function askLine(
  { writeError, readLine }: Pick<CommandContext, "writeError" | "readLine">,
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

/** Whether questions can be asked: the user sees them, and the answers can be read. */
export function canAsk({ terminal }: Pick<CommandContext, "terminal">): boolean {
  return terminal.isInput && terminal.isError;
}
