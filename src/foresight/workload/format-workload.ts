import type { Workload } from "./workload-schema";

/** Numbers in one line of a list. */
const NUMBERS_PER_LINE = 16;
const NUMBER_LIST = /\[\n\s+(-?\d[\d.e+-]*(?:,\n\s+-?\d[\d.e+-]*)*)\n(\s+)\]/g;
const FLAT_ELEMENT = /^( +)\{\n((?: +"[^"]+": [^\n{[]+\n)+) +\}/gm;

/**
 * Writes a workload as JSON that people can review, with its last line break: numbers of a list side by side, an hour of the
 * week or a share in one line each.
 */
export function formatWorkload(workload: Workload): string {
  const json = JSON.stringify(workload, undefined, 2)
    .replaceAll(NUMBER_LIST, (_, list: string, indent: string) => {
      const numbers = list.split(/,\s+/);
      const lines = Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_LINE) }, (_line, index) =>
        numbers.slice(index * NUMBERS_PER_LINE, (index + 1) * NUMBERS_PER_LINE).join(", "),
      );
      return `[\n${indent}  ${lines.join(`,\n${indent}  `)}\n${indent}]`;
    })
    .replaceAll(FLAT_ELEMENT, (_, indent: string, fields: string) => {
      return `${indent}{ ${fields.trim().split(/\n\s+/).join(" ")} }`;
    });
  return `${json}\n`;
}
