import { PROVIDER_SOURCE, VERSION } from "../../../product";
import type { JsonValue } from "../../../queue/additional-settings";
import { toAttributeName } from "../../../queue/attribute-name";
import { toRuleAttributes } from "../../../queue/batching-rule";
import { formatQueueId } from "../../../queue/queue-identity";
import { breakLogCommandsInLiteral, escapeUnsafe, toUnitEscapes } from "../../../text/escape-control";
import { escapeHclText } from "../../../text/escape-hcl-text";
import { escapeLiteral } from "../../../text/terraform-template";
import type { ExportedQueue, ExportedSetting } from "../describe-queue";
import type { ExportedQueues, QueueGroup } from "../group-queues";
import { describeFile, describeLeftOut, LINE_WIDTH, printComment } from "../print-comment";
import type { QueueDeclaration } from "../read-declared-queues";

const INDENT = 2;

const COMMENT = "  # ";

const HEAD = `terraform {
  required_providers {
    mergequeue = {
      source  = "${PROVIDER_SOURCE}"
      version = "~> ${VERSION.split(".")[0] ?? ""}.0"
    }
  }
}

# Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.
provider "mergequeue" {}`;

/** Writes a complete configuration, formatted as by `terraform fmt`. */
export function printHcl(
  exported: ExportedQueues,
  baseline: string | undefined,
  { importBlocks }: { readonly importBlocks?: boolean } = {},
): string {
  const paragraphs = describeFile(exported, baseline, importBlocks === true ? "hcl with imports" : "hcl");
  const comment = paragraphs.flatMap((paragraph) => printComment(paragraph, "# "));
  const imports = importBlocks === true ? listImports(exported).map(printBlock) : [];
  return `${[comment.join("\n"), HEAD, ...exported.groups.map(printResource), ...imports].join("\n\n")}\n`;
}

export function printResource({ name, queues, first, leftOut }: QueueGroup): string {
  const { settings, additionalSettings, suggested } = first;
  const isOne = queues.length === 1;
  const [repo, branch] = isOne ? toIdentityValues(first) : ["each.value.repo", "each.value.target_branch"];
  const groups = [
    isOne ? [] : printForEach(queues),
    alignAssignments(Object.entries({ repo, target_branch: branch }), INDENT),
    printSettings(settings, INDENT),
    printAdditional(additionalSettings),
    [
      ...printSettings(suggested, 0).map((line) => COMMENT + line),
      ...leftOut.flatMap((setting) => printComment(describeLeftOut(setting, toAttributeName), COMMENT)),
    ],
  ];
  const body = groups.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `resource "mergequeue_queue" ${quoteHcl(name)} {\n${body.join("\n\n")}\n}`;
}

function printForEach(queues: readonly ExportedQueue[]): string[] {
  const entries = queues.map((queue): Assignment => {
    const [repo, branch] = toIdentityValues(queue);
    return [printKey(queue.name), `{ repo = ${repo}, target_branch = ${branch} }`];
  });
  return printMap("for_each", entries);
}

function toIdentityValues({ identity }: ExportedQueue): [repo: string, branch: string] {
  const { host, owner, name } = identity.repo;
  return [printHclValue({ host, owner, name }), quoteHcl(identity.targetBranch)];
}

function printAdditional(settings: readonly ExportedSetting[]): string[] {
  const fields = settings.map(({ name, value }): Assignment => [printKey(name), printHclValue(value)]);
  return fields.length === 0 ? [] : printMap("additional_settings", fields);
}

function printMap(name: string, entries: readonly Assignment[]): string[] {
  return [`  ${name} = {`, ...alignAssignments(entries, 2 * INDENT), "  }"];
}

function printSettings(settings: readonly ExportedSetting[], indent: number): string[] {
  const names = settings.map(({ name }) => toAttributeName(name));
  const column = indent + " = ".length + Math.max(...names.map((name) => name.length));
  const assignments = settings.map(({ name, value: wireValue }): Assignment => {
    const value = toRuleAttributes(wireValue) as JsonValue;
    return [
      toAttributeName(name),
      Array.isArray(value)
        ? printHclList(value as readonly JsonValue[], indent, column)
        : printHclValue(value),
    ];
  });
  return alignAssignments(assignments, indent);
}

/** Writes a string literal in which HCL evaluates nothing. */
export function quoteHcl(text: string): string {
  return `"${escapeUnsafeHcl(escapeHclText(escapeLiteral(text)))}"`;
}

/** In HCL or YAML strings, escapes characters that could harm terminals, logs or reviews. */
export function escapeUnsafeHcl(code: string): string {
  return breakLogCommandsInLiteral(escapeUnsafe(code, toHclEscape));
}

/** Writes one escape for a character above U+FFFF, because HCL does not join surrogate pairs. */
function toHclEscape(character: string): string {
  const code = Number(character.codePointAt(0));
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : toUnitEscapes(character);
}

function printHclValue(value: JsonValue): string {
  if (typeof value === "string") return quoteHcl(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(printHclValue).join(", ")}]`;
  const fields = Object.entries(value).map(([key, field]) => `${printKey(key)} = ${printHclValue(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

type Assignment = readonly [name: string, value: string];

/** Aligns neighbouring lines as `terraform fmt` does. A value of several lines ends the aligned block. */
function alignAssignments(assignments: readonly Assignment[], indent: number): string[] {
  const blocks: Assignment[][] = [[]];
  for (const each of assignments) {
    if (each[1].includes("\n")) blocks.push([each], []);
    else blocks.at(-1)?.push(each);
  }
  return blocks.flatMap((block) => {
    const width = Math.max(...block.map(([name]) => countCharacters(name)));
    return block.flatMap(([name, value]) => {
      const gap = " ".repeat(width - countCharacters(name) + 1);
      return `${" ".repeat(indent)}${name}${gap}= ${value}`.split("\n");
    });
  });
}

function printHclList(elements: readonly JsonValue[], indent: number, column: number): string {
  const flat = printHclValue(elements);
  if (column + flat.length <= LINE_WIDTH) return flat;
  const lines = elements.map((element) => `${" ".repeat(indent + 2)}${printHclValue(element)},`);
  return ["[", ...lines, `${" ".repeat(indent)}]`].join("\n");
}

function printKey(key: string): string {
  const isBare = /^[A-Za-z_]\w*$/.test(key) && !["for", "null", "true", "false"].includes(key);
  return isBare ? key : quoteHcl(key);
}

/** Counts visible characters, as `terraform fmt` does. */
function countCharacters(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length;
}

const TAKE_OVER =
  "Written by mergequeue export. With these blocks, Terraform 1.5 or newer and OpenTofu 1.6 or newer import existing queues";

export function printImportBlocks(exported: ExportedQueues): string {
  const which = "into the resources that --format hcl writes. Remove the blocks after the first apply.";
  return printBlocks(`${TAKE_OVER} ${which}`, listImports(exported));
}

function listImports({ groups }: ExportedQueues): QueueDeclaration[] {
  return groups.flatMap((group) =>
    group.queues.map(({ name, identity }) => {
      const resource = `mergequeue_queue.${group.name}`;
      return { address: group.queues.length === 1 ? resource : `${resource}["${name}"]`, identity };
    }),
  );
}

export function printDeclaredImports(existing: readonly QueueDeclaration[], total: number): string {
  const comment =
    existing.length === 0
      ? `Written by mergequeue export. None of the ${total} declared queues exists, so there is nothing to import.`
      : `${TAKE_OVER}: ${existing.length} of ${total} declared queues. Remove the blocks after the first apply.`;
  return printBlocks(comment, existing);
}

function printBlocks(comment: string, queues: readonly QueueDeclaration[]): string {
  return `${[printComment(comment, "# ").join("\n"), ...queues.map(printBlock)].join("\n\n")}\n`;
}

function printBlock({ address, identity }: QueueDeclaration): string {
  return `import {\n  to = ${escapeUnsafeHcl(address)}\n  id = ${quoteHcl(formatQueueId(identity))}\n}`;
}
