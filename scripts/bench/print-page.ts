import { spawnSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { tryFindTerraform } from "../support/find-terraform";
import { printTable } from "../support/print-table";
import { type Figure, judge, type Section } from "./bench-part";
import type { Validation } from "./foresight/validate-forecasts";

/** The contents of the page. */
export interface PageInput {
  /** The machine and the programs, in words. */
  readonly machine: readonly string[];
  readonly figures: readonly Figure[];
  readonly sections: readonly Section[];
  /** Day of the run, `YYYY-MM-DD`. */
  readonly day: string;
}

/** Prints docs/performance.md. */
export function printPage({ machine, figures, sections, day }: PageInput): string {
  return `${[
    "# Performance",
    `\`npm run bench\` measured these figures and wrote this page on ${day}. Times depend on the machine, and so do
[ratios](#other-machines). Numbers of requests do not.`,
    "## Promises",
    `\`npm run bench\` fails if one of them is broken for a reason that it does not know. A figure with \`/\` is a ratio of
two figures from the same run.`,
    printTable(
      ["figure", "measured", "promised", ""],
      figures.map((figure) => [figure.name, figure.value, figure.limit, judge(figure).words]),
    ),
    ...sections.flatMap(({ title, text, columns, rows }) => [`## ${title}`, text, printTable(columns, rows)]),
    "## Other machines",
    `Four machines with Node.js 20; the fourth with version 2.0, the others before it. The promises above are what held on all
of them.`,
    printTable(
      ["ratio", "first", "second", "third", "fourth"],
      [
        ["first answer of Node.js / `node -e 0`", "2.2", "2.7", "2.9", "2.2"],
        ["plan of 1 queue, Node.js / Go", "1.7", "2.2", "2.3", "1.73"],
        ["plan of 1 queue, executable / Go", "1.18", "1.14", "1.27", "1.22"],
      ],
    ),
    `A plan of 30 queues took 1.09 to 1.20 times as long as Go's with Node.js, and 0.75 to 0.85 times with the executable.`,
    `On the fourth, the plan of one queue took 1.76 times as long as Go's with Node.js 20, 1.83 with 22 and 1.74 with 24, and that of
30 queues 1.11, 1.11 and 1.05 times; the first answer 2.0 to 2.6 times as long as \`node -e 0\` with each of them.`,
    "## How to repeat it",
    `\`npm run bench\` takes about fifteen minutes; nothing else should run meanwhile.
[Contributing](../CONTRIBUTING.md#measuring) says how to measure one part.`,
    ["This run, with the local service on the same cores:", "", ...machine.map((line) => `- ${line}`)].join(
      "\n",
    ),
  ].join("\n\n")}\n`;
}

/** Describes the machine, its load and the programs. The description does not identify the machine. */
export function describeMachine(): readonly string[] {
  const [first] = cpus();
  return [
    `${first?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${(totalmem() / 1_024 ** 3).toFixed(0)} GiB`,
    `${type()} ${release().replace(/[-+].*$/, "")}`,
    `Node.js ${process.version}`,
    readVersion(tryFindTerraform(), "no Terraform"),
    `load of the minute before ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ];
}

function readVersion(program: string | undefined, otherwise: string): string {
  if (program === undefined) return otherwise;
  const { stdout } = spawnSync(program, ["version"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return stdout.split("\n")[0] ?? otherwise;
}

/** Prints docs/foresight-validation.md. @param day - of the run, `YYYY-MM-DD` */
export function printValidationPage(validations: readonly Validation[], day: string): string {
  return `${[
    "# Validation of forecasts",
    `\`npm run bench -- foresight\` simulated these queues, whose figures are known from theory, and wrote this page on ${day}.
The same seeds give the same figures on every machine. Rows with published figures compare with SubmitQueue (EuroSys 2019), whose
figures belong to its own load: there only the order has to be the same. Rows about the last third of a history forecast what the
local service lists, with failure and flake rates that the forecast does not know. Rows of M/D/1 and M/M/1 are lines that test one
pull request at a time, at this share of their capacity, with constant and with exponential tests of 10 minutes: of so many
forecasts, the 95 % interval must hold the exact answer. "10 × 16000, of 300" means 10 replications of 16000 pull requests, the
length that follows from the load, drawn from 300 recorded ones, because whole forecasts would take hours.`,
    printTable(
      ["figure", "expected", "simulated", "limit", ""],
      validations.map((it) => [it.name, it.expected, it.value, it.limit, judge(it).words]),
    ),
  ].join("\n\n")}\n`;
}
