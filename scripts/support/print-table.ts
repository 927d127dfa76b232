/** Prints a table in Markdown. @param rows - of cells, as many as there are in the head */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
