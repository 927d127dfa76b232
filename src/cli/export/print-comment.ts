import { toAttributeName } from "../../queue/attribute-name";
import { wrapText } from "../../report/wrap-text";
import { breakLogCommands } from "../../text/escape-control";
import type { LeftOutSetting } from "./describe-queue";
import type { ExportedQueues } from "./group-queues";

/** Maximum line width, the default of TypeScript formatters. */
export const LINE_WIDTH = 80;

/** Writes a comment. Every line begins with a mark such as `# `, so that no text can end the comment. */
export function printComment(text: string, mark: string): string[] {
  return breakLogCommands(wrapText(text, mark, LINE_WIDTH))
    .trimEnd()
    .split("\n");
}

/** Says in a sentence why a setting is left out. @param rename - puts a wire name in the output's language */
export function describeLeftOut(
  { name, isAdditional, reason, queue }: LeftOutSetting,
  rename: (name: string) => string = (wireName) => wireName,
): string {
  const label = isAdditional ? name : rename(name);
  return `${label}${queue === undefined ? "" : ` of ${queue}`} is left out: ${reason}`;
}

export const EXPORT_FORMATS = ["typescript", "cdktn", "hcl", "import-blocks"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TAKE_OVER = {
  typescript: "importFrom makes Terraform import an existing queue. Remove importFrom after the first apply.",
  hcl: "The queues exist, so Terraform needs import blocks, which --import-blocks adds. Without these blocks, Terraform refuses to create the queues.",
  "hcl with imports":
    "The import blocks at the end make Terraform import existing queues. Remove the blocks after the first apply.",
} as const;

export function describeFile(
  { groups, leftOut: leftOutOfAll }: ExportedQueues,
  baseline: string | undefined,
  format: keyof typeof TAKE_OVER,
): string[] {
  const leftOut = "A setting that is left out is not managed: it is read and shown, but never changed.";
  const paragraphs = [`Written by mergequeue export. ${leftOut}`];
  if (baseline !== undefined) paragraphs.push(baseline);
  const rename = format === "typescript" ? undefined : toAttributeName;
  paragraphs.push(...leftOutOfAll.map((each) => describeLeftOut(each, rename)));
  if (groups.some(({ first }) => first.suggested.length > 0)) {
    paragraphs.push(
      "Required statuses are comments, because they may come from branch protection or a configuration file. Uncomment " +
        "them for a queue that has its own list.",
    );
  }
  return [...paragraphs, TAKE_OVER[format]];
}
