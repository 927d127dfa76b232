import { breakLine } from "../../src/report/wrap-text";

const WIDTH = 108;

/** Writes a doc comment, on one line if it fits; lines of a paragraph that begins with `@` hang. */
export function printDoc(paragraphs: readonly string[], indent: string): string {
  const width = WIDTH - indent.length;
  const lines = paragraphs.flatMap((text) =>
    text.startsWith("@")
      ? breakLine(`    ${text}`, width, 2).map((line) => line.replace(/^ {4}@/, "@"))
      : breakLine(text, width),
  );
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ""} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}
