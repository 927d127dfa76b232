import { breakLogCommands } from "../../text/break-log-commands";
import { wrapText } from "../print/wrap-text";

/** Width of a line: the default of formatters of TypeScript. */
export const LINE_WIDTH = 80;

/**
 * Writes a text as comment lines. No text can end the comment.
 * @param mark - the beginning of each line: `# `, or `  // `
 * @returns lines without line breaks
 */
export function printComment(text: string, mark: string): string[] {
  return breakLogCommands(wrapText(text, mark, LINE_WIDTH))
    .trimEnd()
    .split("\n");
}
