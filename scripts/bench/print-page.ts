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
    `\`npm run bench\` measured these figures and wrote this page on ${day}. Times and
[ratios](#other-machines) depend on the machine. Numbers of requests do not.`,
    "## Promises",
    `\`npm run bench\` fails if a promise is missed without a known reason. A figure with \`/\` is a ratio of two figures from the
same run.`,
    printTable(
      ["figure", "measured", "promised", ""],
      figures.map((figure) => [figure.name, figure.value, figure.limit, judge(figure).words]),
    ),
    ...sections.flatMap(({ title, text, columns, rows }) => [`## ${title}`, text, printTable(columns, rows)]),
    "## Other machines",
    `We measured on four machines with Node.js 20: version 2.0 on the fourth, and earlier versions on the others. On all of them, the
three ratios in this table were within the promised limits.`,
    printTable(
      ["ratio", "first", "second", "third", "fourth"],
      [
        ["first answer of Node.js / `node -e 0`", "2.2", "2.7", "2.9", "2.2"],
        ["plan of 1 queue, Node.js / Go", "1.7", "2.2", "2.3", "1.73"],
        ["plan of 1 queue, executable / Go", "1.18", "1.14", "1.27", "1.22"],
      ],
    ),
    `A plan of 30 queues took 1.09 to 1.20 times as long as Go's with Node.js, and 0.75 to 0.85 times as long with the executable.`,
    `On the fourth machine, we also compared versions of Node.js. A plan of one queue took 1.76 times as long as Go's with Node.js 20,
1.83 times with 22, and 1.74 times with 24. With the same versions, a plan of 30 queues took 1.11, 1.11 and 1.05 times as
long as Go's. With each version, the first answer took 2.0 to 2.6 times as long as \`node -e 0\`.`,
    "## How to repeat it",
    `\`npm run bench\` takes about fifteen minutes. Let nothing else run on the machine meanwhile.
[Contributing](../CONTRIBUTING.md#measuring) describes how to measure one part.`,
    [
      "The local service ran on the same cores as the measured programs. The machine of this run:",
      "",
      ...machine.map((line) => `- ${line}`),
    ].join("\n"),
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
    `\`npm run bench -- foresight\` simulated these queues and wrote this page on ${day}. The same seeds give the same figures on
every machine. The rows are of four kinds:

- Rows marked "published" compare our simulation with published figures of SubmitQueue (EuroSys 2019). Those figures were measured
  under a different load, so our figures must only come in the same order.
- Rows about histories use simulated histories of the local service. Each forecast of the last third is made from the first two
  thirds. The forecast sees only the history, not the failure rate and the flake rate with which it was simulated.
- Other rows that expect "95 % of" a number count the forecasts whose 95 % interval contains the exact answer. M/D/1 and M/M/1
  are lines that test one pull request at a time. "At 80 %" means that arrivals use 80 % of the line's capacity. Tests take 10
  minutes: always in M/D/1, on average in M/M/1 (exponential distribution).
- All other rows compare a simulation with a figure that is known from theory.

"10 × 16000, of 300" means that each forecast has 10 replications (simulations) of 16000 pull requests. The number of pull
requests follows from the load. The 10 replications are drawn from 300 recorded ones, because it would take hours to simulate
each forecast as a whole. Pilots are short simulations before a forecast. They mark a queue as "not steady" if the replications
would need more pull requests than a forecast simulates. A figure with \`/\` is a ratio.`,
    printTable(
      ["figure", "expected", "simulated", "limit", ""],
      validations.map((it) => [it.name, it.expected, it.value, it.limit, judge(it).words]),
    ),
  ].join("\n\n")}\n`;
}
