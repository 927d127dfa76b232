import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PartReport, Section } from "./bench/bench-part";
import type { Figure } from "./bench/figure";
import { describeMachine } from "./bench/page/describe-machine";
import { printPage } from "./bench/page/print-page";
import { findParts } from "./bench/parts";
import { findRoot } from "./support/find-root";

/** The page that a whole run writes, relative to the root. */
const PAGE = "docs/performance.md";

/**
 * `npm run bench`: measures the figures that the product promises, and fails if one is not kept. A whole run writes
 * docs/performance.md; `npm run bench -- start fleet` measures some parts, `--quick` less of all of them.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false } },
  });
  const root = findRoot();
  // Before this run is what keeps the machine busy.
  const machine = describeMachine();
  const figures: Figure[] = [];
  const sections: Section[] = [];
  for (const { name, run } of findParts(positionals)) {
    const say = (text: string): void => {
      console.error(`${name}: ${text}`);
    };
    const report = await run({ root, isQuick: values.quick, say });
    show(report);
    figures.push(...report.figures);
    sections.push(...report.sections);
  }
  if (positionals.length === 0 && !values.quick) {
    const day = new Date().toISOString().slice(0, 10);
    const page = printPage({ machine, report: { figures, sections }, day });
    await writeFile(join(root, PAGE), page);
    console.log(`${PAGE} is written.`);
  }
  if (figures.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

function show({ figures, sections }: PartReport): void {
  for (const { title, text, columns, rows } of sections) {
    console.log(["", title, ...text, ""].join("\n"));
    showTable([columns, ...rows]);
  }
  console.log();
  for (const { name, value, limit, isKept } of figures) {
    console.log(`${isKept ? "kept  " : "BROKEN"}  ${name}: ${value}, promised ${limit}`);
  }
}

function showTable(lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
