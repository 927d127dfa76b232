import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import { STANDARD_INPUT } from "./read-input-file";

/**
 * Understands what a file holds; an error names the file first, because its message knows only of the content.
 * @param file - path as it was given, `-` for standard input
 * @throws MergeQueueError as `understand`
 */
export function nameFileInError<Result>(file: string, understand: () => Result): Result {
  try {
    return understand();
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const name = file === STANDARD_INPUT ? "Standard input" : quote(file);
    throw new MergeQueueError(error.code, `${name}: ${error.message}`, error.details, error.cause);
  }
}
