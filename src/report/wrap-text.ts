import stringWidth from "string-width";
import { escapeControl } from "../text/escape-control";

const MIN_WIDTH = 30;

/**
 * Indents every line and ends it with a line break. Breaks a long line at blanks, never within a word; the
 * rest continues in the column where the text of the line begins. Does not break indented lines (commands or
 * code), unless they belong to a list item (`- `). Escapes characters that could control the terminal.
 * @param columns - the width of a line; if it is infinite, no line is broken
 * @param start - replaces the indent of the first line, and has the same width
 */
export function wrapText(text: string, indent: string, columns: number, start = indent): string {
  const width = Math.max(MIN_WIDTH, columns - indent.length);
  let isInItem = false;
  return escapeControl(text)
    .split("\n")
    .flatMap((line) => {
      const [, blanks = "", mark = ""] = /^( *)(- )?/.exec(line) ?? [];
      isInItem = mark !== "" || (isInItem && blanks !== "");
      return isInItem || blanks === "" ? breakLine(line, width, blanks.length + mark.length) : [line];
    })
    .map((line, index) => `${`${index === 0 ? start : indent}${line}`.trimEnd()}\n`)
    .join("");
}

/** Breaks a line at blanks. @param hanging - indentation of each line after the first, in blanks */
export function breakLine(line: string, width: number, hanging = 0): string[] {
  const text = line.slice(hanging).trimEnd();
  const [first = "", ...words] = text.match(/\s*\S+/g) ?? [];
  const lines = [line.slice(0, hanging) + first];
  let used = hanging + stringWidth(first);
  for (const word of words) {
    used += stringWidth(word);
    if (used <= width) lines.push((lines.pop() ?? "") + word);
    else {
      const begun = " ".repeat(hanging) + word.trimStart();
      lines.push(begun);
      used = stringWidth(begun);
    }
  }
  return lines;
}
