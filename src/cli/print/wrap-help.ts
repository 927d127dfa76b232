import { breakLine } from "./wrap-text";

/** Blanks that a continued line has more than the indented line that it continues. */
const HANGING = 4;

/**
 * Fits the help of a command to a width: paragraphs are refilled, indented lines that are too long are broken. A broken
 * shell command can still be pasted.
 */
export function wrapHelp(text: string, columns: number): string {
  const lines: string[] = [];
  let isParagraph = false;
  for (const line of text.split("\n")) {
    const isProse = /^\S/.test(line);
    if (isProse && isParagraph) lines.push(`${lines.pop() ?? ""} ${line}`);
    else lines.push(line);
    isParagraph = isProse && !line.endsWith(":");
  }
  return lines
    .flatMap((line) => wrapLine(line, columns))
    .map((line) => line.trimEnd())
    .join("\n");
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const [indent = ""] = /^ */.exec(line) ?? [];
  const hanging = " ".repeat(indent === "" ? 0 : indent.length + HANGING);
  const width = columns - hanging.length;
  const [, command, comment] = /^ *(\$ .*?)(?: {2,}(#.*))?$/.exec(line) ?? [];
  const parts =
    command === undefined
      ? breakLine(line.slice(indent.length), width)
      : [
          ...breakLine(command, width - 2).map((part, index, all) =>
            index < all.length - 1 ? `${part} \\` : part,
          ),
          ...(comment === undefined ? [] : breakLine(comment, width)),
        ];
  return parts.map((part, index) => `${index === 0 ? indent : hanging}${part}`);
}
