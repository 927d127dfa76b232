import { PACKAGE_NAME } from "../../product";
import type { ExportedQueue } from "../export/describe-queue";
import { printResource } from "../export/hcl/print-hcl";
import { printPulumiResource } from "../export/pulumi/print-pulumi";
import { printQueueConstruct } from "../export/typescript/print-typescript";
import type { TemplateName } from "./template-names";

/** A kind of project. */
export interface ProjectTemplate {
  /** What it is written in. */
  readonly title: string;
  /** Folders of its files in `templates`. */
  readonly folders: readonly string[];
  /** Packages that its files import instead of others. */
  readonly imports: Readonly<Record<string, string>>;
  /** Writes the declaration of an existing queue. */
  readonly printQueue: (queue: ExportedQueue) => string;
}

/** The templates by name. */
export const TEMPLATES = {
  cdktn: {
    title: "TypeScript, for CDK Terrain",
    folders: ["cdk", "workflow"],
    imports: { cdktf: "cdktn", [PACKAGE_NAME]: `${PACKAGE_NAME}/cdktn` },
    printQueue: printQueueConstruct,
  },
  cdktf: {
    title: "TypeScript, for CDKTF",
    folders: ["cdk", "workflow"],
    imports: {},
    printQueue: printQueueConstruct,
  },
  hcl: {
    title: "HCL, for Terraform and OpenTofu",
    folders: ["hcl", "workflow"],
    imports: {},
    printQueue: printResource,
  },
  pulumi: { title: "YAML, for Pulumi", folders: ["pulumi"], imports: {}, printQueue: printPulumiResource },
} as const satisfies Readonly<Record<TemplateName, ProjectTemplate>>;
