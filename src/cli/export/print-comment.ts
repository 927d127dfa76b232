import { breakLogCommands } from "../../text/break-log-commands";
import { wrapText } from "../print/wrap-text";

/** Columns that a line may have, as formatters of TypeScript count unless told otherwise. */
export const LINE_WIDTH = 80;

/**
 * Writes a comment of as many lines as it takes. What is in the text stays in the comment.
 * @param mark - what begins each line: `# `, or `  // `
 * @returns lines without line breaks
 */
export function printComment(text: string, mark: string): string[] {
  return breakLogCommands(wrapText(text, mark, LINE_WIDTH))
    .trimEnd()
    .split("\n");
}
