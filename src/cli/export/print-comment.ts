import { breakLogCommands } from "../../text/break-log-commands";
import { wrapText } from "../print/wrap-text";
import type { ExportedQueue } from "./describe-queue";

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

/** Formats of an export. */
export const EXPORT_FORMATS = ["typescript", "hcl", "import-blocks"] as const;

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type CodeFormat = Exclude<ExportFormat, "import-blocks">;

const TAKE_OVER: Readonly<Record<CodeFormat, string>> = {
  typescript: "importFrom makes Terraform import an existing queue. Remove it after the first apply.",
  hcl: "The queues exist: without import blocks, which --format import-blocks writes, Terraform refuses to create them again.",
};

/** Returns the comment at the beginning of a file, in paragraphs. */
export function describeFile(
  queues: readonly ExportedQueue[],
  baseline: string | undefined,
  format: CodeFormat,
): string[] {
  const leftOut = "A setting that is left out is not managed: it is read and shown, but never changed.";
  const paragraphs = [`Written by mergequeue export. ${leftOut}`];
  if (baseline !== undefined) paragraphs.push(`Left out are settings with the same value as in ${baseline}.`);
  if (queues.some(({ suggested }) => suggested.length > 0)) {
    paragraphs.push(
      "Required statuses are comments, because the queue may have them from branch protection or a configuration file. " +
        "Uncomment this for queues with their own list.",
    );
  }
  return [...paragraphs, TAKE_OVER[format]];
}
