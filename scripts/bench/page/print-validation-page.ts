import { judge } from "../bench-part";
import type { Validation } from "../foresight/validate-forecasts";
import { printTable } from "./print-table";

/** Prints docs/foresight-validation.md. @param day - of the run, `YYYY-MM-DD` */
export function printValidationPage(validations: readonly Validation[], day: string): string {
  return `${[
    "# Validation of forecasts",
    `\`npm run bench -- foresight\` simulated these queues, whose figures are known from theory, and wrote this page on ${day}.
The same seeds give the same figures on every machine. Rows with published figures compare with SubmitQueue (EuroSys 2019), whose
figures belong to its own load: there only the order has to be the same. The last rows forecast histories of the local service that
a recorder watched, with failure and flake rates that the forecast does not know.`,
    printTable(
      ["figure", "expected", "simulated", "limit", ""],
      validations.map((it) => [it.name, it.expected, it.value, it.limit, judge(it).words]),
    ),
  ].join("\n\n")}\n`;
}
