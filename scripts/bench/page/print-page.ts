import type { PartReport, Section } from "../bench-part";
import type { Figure } from "../figure";

/** What the page about performance is made of. */
export interface PageInput {
  /** The machine and the programs, as pairs of what and which. */
  readonly machine: readonly (readonly [string, string])[];
  readonly report: PartReport;
  /** Day of the run, `YYYY-MM-DD`. */
  readonly day: string;
}

/** Prints the page about performance in Markdown. */
export function printPage({ machine, report: { figures, sections }, day }: PageInput): string {
  return `${[
    "# Performance",
    "What was measured on one machine in one run of `npm run bench`, which writes this page. Times depend on the machine; " +
      "ratios of what was measured in turn, counts of requests and sizes hardly do.",
    "## What is promised",
    "`npm run bench` fails if one of these is not kept.",
    printTable({
      columns: ["figure", "measured", "promised", ""],
      rows: figures.map(({ name, value, limit, isKept }: Figure) => [
        name,
        value,
        limit,
        isKept ? "kept" : "**broken**",
      ]),
    }),
    ...sections.flatMap((section) => [`## ${section.title}`, ...section.text, printTable(section)]),
    "## The machine",
    printTable({ columns: ["", ""], rows: [...machine, ["day", day]] }),
    "The local service runs on the same cores as Terraform and the provider, so that times without latency are those of " +
      "three programs that share them.",
    "## Repeat it",
    printCommands([
      ["npm run bench", "everything, in about twenty minutes, and this page"],
      ["npm run bench -- --quick", "a first look in a minute; writes no page"],
      ["npm run bench -- start terraform", "these parts only; writes no page"],
    ]),
    "The parts are `start`, `terraform`, `memory`, `fleet`, `synth` and `engine`. Terraform is found as the end-to-end tests " +
      "find it; `TERRAFORM_BINARY_NAME=tofu` measures OpenTofu. The provider in Go is `trunk-io/trunk`, which serves the same " +
      "interface: `go install` builds it as its releases are built, or `TRUNK_PROVIDER` names an executable that is there " +
      "already. Without either its columns are left out. The binary is compiled of `dist/`; so that nothing else is measured, " +
      "let the machine do nothing else meanwhile: on a busy one times, and ratios of times too, say little.",
  ].join("\n\n")}\n`;
}

function printTable({ columns, rows }: Pick<Section, "columns" | "rows">): string {
  const print = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [print(columns), print(columns.map(() => "---")), ...rows.map(print)].join("\n");
}

function printCommands(commands: readonly (readonly [string, string])[]): string {
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, what]) => `${command.padEnd(width)}   # ${what}`);
  return ["```sh", ...lines, "```"].join("\n");
}
