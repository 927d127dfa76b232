import { escapeControl } from "../../text/escape-control";
import { measureWidth } from "./print-table";

/** Narrower than this a text is not made, however narrow the terminal is. */
const MIN_WIDTH = 30;

/**
 * Writes sentences below each other, every line indented; a line that is too long is broken at a blank, never within a
 * word, and goes on below its own beginning. Indented lines are commands or code, and left whole, unless they belong to an
 * item of a list (`- `). Text from elsewhere cannot steer the terminal (promise S-14).
 * @param columns - width; undefined: lines stay as long as they are
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
  let isInItem = false;
  return escapeControl(text)
    .split("\n")
    .flatMap((line) => {
      const [, blanks = "", mark = ""] = /^( *)(- )?/.exec(line) ?? [];
      isInItem = mark !== "" || (isInItem && blanks !== "");
      return isInItem || blanks === "" ? breakLine(line, width, blanks.length + mark.length) : [line];
    })
    .map((line, index) => `${index === 0 ? start : indent}${line}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}

/**
 * Breaks a line at blanks.
 * @param hanging - blanks that the further lines begin with; the line itself is not broken before them
 */
export function breakLine(line: string, width: number, hanging = 0): string[] {
  if (measureWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = line.slice(0, hanging);
  let isEmpty = true;
  for (const word of line.slice(hanging).split(" ")) {
    const longer = isEmpty ? `${current}${word}` : `${current} ${word}`;
    if (!isEmpty && measureWidth(longer) > width) {
      lines.push(current);
      current = `${" ".repeat(hanging)}${word}`;
    } else {
      current = longer;
    }
    isEmpty = false;
  }
  return [...lines, current];
}
