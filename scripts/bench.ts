import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchContext, judge, type PartReport } from "./bench/bench-part";
import { measureForesight } from "./bench/foresight/measure-foresight";
import { measureCommand } from "./bench/measure-command";
import { measureFleet } from "./bench/measure-fleet";
import { measureMemory } from "./bench/measure-memory";
import { measureStart } from "./bench/measure-start";
import { describeMachine, printPage } from "./bench/print-page";
import { measureParallel } from "./bench/terraform/measure-parallel";
import { measureTerraform } from "./bench/terraform/measure-terraform";
import { chooseParts } from "./support/choose-parts";
import { runMain } from "./support/run-main";

const PARTS: Readonly<Record<string, (context: BenchContext) => PartReport | Promise<PartReport>>> = {
  start: measureStart,
  command: measureCommand,
  terraform: measureTerraform,
  parallel: measureParallel,
  memory: measureMemory,
  fleet: measureFleet,
  foresight: measureForesight,
};

/**
 * `npm run bench`: measures the promised figures, and fails if one is broken for an unknown reason. A whole
 * run writes docs/performance.md. `npm run bench -- start fleet` measures some parts; `--quick` measures
 * fewer cases.
 */
async function main(root: string): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false } },
  });
  const chosen = chooseParts(PARTS, positionals);
  // The bench itself is a load.
  const machine = describeMachine();
  const reports: PartReport[] = [];
  for (const [name, run] of chosen) {
    const say = (text: string): void => {
      console.error(`${name}: ${text}`);
    };
    const report = await run({ root, isQuick: values.quick, isAlone: positionals.length === 1, say });
    show(report);
    reports.push(report);
  }
  const figures = reports.flatMap((report) => report.figures);
  const validations = reports.flatMap((report) => report.validations ?? []);
  if (positionals.length === 0 && !values.quick) {
    const sections = reports.flatMap(({ section }) => (section === undefined ? [] : [section]));
    const day = new Date().toISOString().slice(0, 10);
    await writeFile(join(root, "docs/performance.md"), printPage({ machine, figures, sections, day }));
    console.log("Wrote docs/performance.md.");
  }
  if ([...figures, ...validations].some((figure) => !judge(figure).isExpected)) process.exitCode = 1;
}

function show({ figures, validations = [], section }: PartReport): void {
  if (section !== undefined) {
    console.log(`\n${section.title}: ${section.text}`);
    console.table(
      section.rows.map((row) => Object.fromEntries(section.columns.map((column, i) => [column, row[i]]))),
    );
  }
  for (const figure of [...figures, ...validations])
    console.log(`${figure.name}: ${figure.value}, promised ${figure.limit}: ${judge(figure).words}`);
}

runMain(main);
