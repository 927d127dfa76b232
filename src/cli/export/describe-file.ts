import type { ExportedQueue, ExportFacts } from "./exported-queue";

/** Formats of an export. */
export const EXPORT_FORMATS = ["typescript", "hcl", "import-blocks"] as const;

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats with code, which begins with a comment. */
type CodeFormat = Exclude<ExportFormat, "import-blocks">;

const TAKE_OVER: Readonly<Record<CodeFormat, string>> = {
  typescript: "importFrom makes Terraform import an existing queue. Remove it after the first apply.",
  hcl: "The queues exist: without import blocks, which --format import-blocks writes, Terraform refuses to create them again.",
};

/** Returns the comment at the beginning of a file, in paragraphs. */
export function describeFile(
  queues: readonly ExportedQueue[],
  { baseline }: ExportFacts,
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
