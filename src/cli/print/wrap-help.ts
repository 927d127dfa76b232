import { breakLine } from "./wrap-text";

/** Blanks that the further lines of something indented have more than its first one. */
const HANGING = 4;

/**
 * Fits the help of a command: paragraphs are filled anew, indented lines are broken where they are too long. The lines
 * of a shell command can still be pasted together.
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
  const [, command, comment] = /^ *(\$ .*?)(?: {2,}(#.*))?$/.exec(line) ?? [];
  if (command === undefined)
    return join(breakLine(line.slice(indent.length), columns - hanging.length), indent, hanging);
  const parts = breakLine(command, columns - hanging.length - 2).map((part, index, all) =>
    index < all.length - 1 ? `${part} \\` : part,
  );
  return join(
    [...parts, ...(comment === undefined ? [] : breakLine(comment, columns - hanging.length))],
    indent,
    hanging,
  );
}

function join(parts: readonly string[], indent: string, hanging: string): string[] {
  return parts.map((part, index) => `${index === 0 ? indent : hanging}${part}`);
}
