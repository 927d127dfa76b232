import type { JsonValue } from "../../../queue/additional-settings";
import type { ExportedQueue } from "../describe-queue";
import { escapeUnsafeHcl } from "../hcl/print-hcl";
import { describeLeftOut, printComment } from "../print-comment";

const COMMENT = "    # ";

/** Writes the resource of one queue, for a program of Pulumi in YAML. */
export function printPulumiResource(queue: ExportedQueue): string {
  const { name, identity, settings, suggested, leftOut } = queue;
  const { host, owner, name: repository } = identity.repo;
  const print = (setting: { readonly name: string; readonly value: JsonValue }): string =>
    `${setting.name}: ${printYaml(setting.value)}`;
  return [
    `${name}:`,
    "  type: mergequeue:Queue",
    "  properties:",
    `    repo: ${printYaml({ host, owner, name: repository })}`,
    `    targetBranch: ${printYaml(identity.targetBranch)}`,
    ...settings.map((setting) => `    ${print(setting)}`),
    ...suggested.map((setting) => COMMENT + print(setting)),
    ...leftOut.flatMap((each) => printComment(describeLeftOut(each), COMMENT)),
  ].join("\n");
}

/** Writes a value on one line, as JSON. Doubled dollar signs keep Pulumi from evaluating strings. */
export function printYaml(value: JsonValue): string {
  return escapeUnsafeHcl(JSON.stringify(value).replaceAll("$", "$$$$"));
}
