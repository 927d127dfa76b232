import { PACKAGE_NAME } from "../../product";
import type { JsonValue } from "../../queue/additional-settings";
import type { ExportedSetting } from "../export/describe-queue";
import type { QueueGroup } from "../export/group-queues";
import { escapeUnsafeHcl, printResource } from "../export/hcl/print-hcl";
import { describeLeftOut, printComment } from "../export/print-comment";
import { printQueueConstruct } from "../export/typescript/print-typescript";

export interface ProjectTemplate {
  readonly title: string;
  readonly folders: readonly string[];
  /** Packages to import in place of the packages that the template imports. */
  readonly imports?: Readonly<Record<string, string>>;
  readonly printQueue: (group: QueueGroup) => string;
}

export const TEMPLATES = {
  cdktn: {
    title: "TypeScript, for CDK Terrain",
    folders: ["cdk", "workflow"],
    imports: { cdktf: "cdktn", [PACKAGE_NAME]: `${PACKAGE_NAME}/cdktn` },
    printQueue: printQueueConstruct,
  },
  cdktf: { title: "TypeScript, for CDKTF", folders: ["cdk", "workflow"], printQueue: printQueueConstruct },
  hcl: { title: "HCL, for Terraform and OpenTofu", folders: ["hcl", "workflow"], printQueue: printResource },
  pulumi: { title: "YAML, for Pulumi", folders: ["pulumi"], printQueue: printPulumiResource },
} as const satisfies Readonly<Record<string, ProjectTemplate>>;

/** Template folders and files for an existing CDK project. */
export const ADDED = { folders: ["cdk", "existing"], names: /^queues\./ } as const;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** Default template, if the user's answer is empty or there is no terminal to ask on. */
export const DEFAULT_TEMPLATE: TemplateName = "cdktn";

const COMMENT = "    # ";

function printPulumiResource({ first }: QueueGroup): string {
  const { name, identity, settings, suggested, leftOut } = first;
  const { host, owner, name: repository } = identity.repo;
  const print = ({ name: key, value }: ExportedSetting): string => `${key}: ${printYaml(value)}`;
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

/** Writes a value on one line, as JSON. Doubles dollar signs, so that Pulumi does not evaluate strings. */
export function printYaml(value: JsonValue): string {
  return escapeUnsafeHcl(JSON.stringify(value).replaceAll("$", "$$$$"));
}
