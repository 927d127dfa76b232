import type { CommandResult } from "../../../scripts/support/run-command";

/** One diagnostic of a command that ran with `-json`. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Address of the resource; absent: it concerns none. */
  readonly address?: string;
}

/** The output of a command with `-json`. */
export interface Run {
  readonly status: number;
  /** All that it printed. */
  readonly output: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The planned action in Terraform's words, by the resource's address, for resources with one. */
  readonly planned: ReadonlyMap<string, string>;
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: Diagnostic;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
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
