import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandResult } from "../../../scripts/support/run-command";
import type { Attributes, PlannedAction } from "./fault-case";

/** One diagnostic of a command that ran with `-json`. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Address of the resource; absent: it concerns none. */
  readonly address?: string;
}

/** What a command that ran with `-json` told. */
export interface Run {
  readonly status: number;
  /** All that it printed. */
  readonly output: string;
  readonly diagnostics: readonly Diagnostic[];
  /** What is planned, by the address of the resource; nothing is planned for the others. */
  readonly planned: ReadonlyMap<string, PlannedAction>;
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: Diagnostic;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: PlannedAction };
}

/** Reads the lines of JSON that Terraform printed. */
export function readRun({ status, output, stdout }: CommandResult): Run {
  const lines = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
  const changes = lines.flatMap(({ type, change }) =>
    type === "planned_change" && change !== undefined ? [change] : [],
  );
  return {
    status,
    output,
    diagnostics: lines.flatMap(({ diagnostic }) => diagnostic ?? []),
    planned: new Map(changes.map(({ resource, action }) => [resource.addr, action])),
  };
}

/** A resource as the state file has it. */
export interface StoredResource {
  readonly attributes: Attributes;
  readonly isTainted: boolean;
}

interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly attributes: Attributes;
      readonly status?: string;
      readonly index_key?: number | string;
    }[];
  }[];
}

/** Reads the state file: resources by address. */
export async function readState(directory: string): Promise<ReadonlyMap<string, StoredResource>> {
  const text = await readFile(join(directory, "terraform.tfstate"), "utf8");
  const { resources } = JSON.parse(text) as StateFile;
  return new Map(
    resources.flatMap(({ type, name, instances }) =>
      instances.map(({ attributes, status, index_key: key }) => [
        `${type}.${name}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`,
        { attributes, isTainted: status === "tainted" },
      ]),
    ),
  );
}
