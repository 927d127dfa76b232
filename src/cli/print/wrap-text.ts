import { escapeControl } from "../../text/escape-control";
import { measureWidth } from "./print-table";

/** Narrower than this a text is not made, however narrow the terminal is. */
const MIN_WIDTH = 30;

/**
 * Writes sentences below each other, every line indented; a line that is too long for the terminal is broken at a
 * blank. Lines of the text that are indented already are left whole. Text from elsewhere cannot steer the terminal
 * (promise S-14).
 * @param columns - width of the terminal; undefined: lines stay as long as they are
 * @param start - what the first line begins with instead of the indent, as wide as that
 * @returns lines, each with its line break
 */
export function wrapText(
  text: string,
  indent: string,
  columns: number | undefined,
  start: string = indent,
): string {
  const width = columns === undefined ? Infinity : Math.max(MIN_WIDTH, columns - indent.length);
  return escapeControl(text)
    .split("\n")
    .flatMap((line) => (line.startsWith(" ") ? [line] : breakLine(line, width)))
    .map((line, index) => `${index === 0 ? start : indent}${line}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}

function breakLine(line: string, width: number): string[] {
  if (measureWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && measureWidth(longer) > width) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}
