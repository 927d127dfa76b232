import type { ExportedQueue, ExportFacts } from "./exported-queue";

/** What live queues can be written as. */
export const EXPORT_FORMATS = ["typescript", "hcl", "import-blocks"] as const;

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats of code, which has a comment that says what is left out. */
type CodeFormat = Exclude<ExportFormat, "import-blocks">;

const TAKE_OVER: Readonly<Record<CodeFormat, string>> = {
  typescript: "importFrom makes Terraform take over a queue that exists. It can go once that was applied.",
  hcl:
    "The queues exist: without import blocks, which --format import-blocks writes, Terraform refuses to create them " +
    "once more.",
};

/** Answers what stands in the comment at the beginning of a file, in paragraphs. */
export function describeFile(
  queues: readonly ExportedQueue[],
  { baseline }: ExportFacts,
  format: CodeFormat,
): string[] {
  const leftOut = "A setting that is left out is not managed: it is read and shown, but never changed.";
  const paragraphs = [`Written by mergequeue export. ${leftOut}`];
  if (baseline !== undefined) paragraphs.push(`Left out is what is the same as in ${baseline}.`);
  if (queues.some(({ suggested }) => suggested.length > 0)) {
    paragraphs.push(
      "Required statuses are comments, because the queue may have them from branch protection or a configuration file. " +
        "Take the comment marks away where a queue shall have a list of its own.",
    );
  }
  return [...paragraphs, TAKE_OVER[format]];
}
