import { PROVIDER_SOURCE, VERSION } from "../../../product";
import type { JsonValue } from "../../../queue/additional-settings";
import { toAttributeName } from "../../../queue/attribute-name";
import { describeFile } from "../describe-file";
import type { ExportedQueue, ExportedSetting, ExportFacts } from "../exported-queue";
import { printComment } from "../print-comment";
import type { Assignment } from "./print-value";
import { alignAssignments, printHclList, printHclValue, printKey, quoteHcl } from "./print-value";

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

/** Writes a whole configuration that declares queues, formatted as by `terraform fmt`. */
export function printHcl(queues: readonly ExportedQueue[], facts: ExportFacts): string {
  const comment = describeFile(queues, facts, "hcl").flatMap((paragraph) => printComment(paragraph, "# "));
  return `${[comment.join("\n"), HEAD, ...queues.map(printResource)].join("\n\n")}\n`;
}

function printResource({
  name,
  identity,
  settings,
  additionalSettings,
  suggested,
  leftOut,
}: ExportedQueue): string {
  const { host, owner, name: repository } = identity.repo;
  const groups = [
    alignAssignments(
      [
        { name: "repo", value: printHclValue({ host, owner, name: repository }) },
        { name: "target_branch", value: quoteHcl(identity.targetBranch) },
      ],
      INDENT,
    ),
    printSettings(settings, INDENT),
    printAdditional(additionalSettings),
    [
      ...printSettings(suggested, 0).map((line) => COMMENT + line),
      ...leftOut.flatMap((each) => {
        const label = each.isAdditional ? each.name : toAttributeName(each.name);
        return printComment(`${label} is left out: ${each.reason}`, COMMENT);
      }),
    ],
  ];
  const body = groups.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `resource "mergequeue_queue" ${quoteHcl(name)} {\n${body.join("\n\n")}\n}`;
}

function printAdditional(settings: readonly ExportedSetting[]): string[] {
  if (settings.length === 0) return [];
  const fields = settings.map(({ name, value }) => ({ name: printKey(name), value: printHclValue(value) }));
  return ["  additional_settings = {", ...alignAssignments(fields, 2 * INDENT), "  }"];
}

/** Aligns equal signs only on neighbouring lines: a value of several lines interrupts the alignment. */
function printSettings(settings: readonly ExportedSetting[], indent: number): string[] {
  const column =
    indent + " = ".length + Math.max(...settings.map(({ name }) => toAttributeName(name).length));
  const lines: string[] = [];
  let together: Assignment[] = [];
  const flush = (): void => {
    lines.push(...alignAssignments(together, indent));
    together = [];
  };
  for (const setting of settings) {
    const name = toAttributeName(setting.name);
    const value = Array.isArray(setting.value)
      ? printHclList(setting.value as readonly JsonValue[], indent, column)
      : printHclValue(setting.value);
    if (value.includes("\n")) {
      flush();
      lines.push(...`${" ".repeat(indent)}${name} = ${value}`.split("\n"));
    } else {
      together.push({ name, value });
    }
  }
  flush();
  return lines;
}
