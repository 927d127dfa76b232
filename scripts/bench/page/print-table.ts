/** Prints a table in Markdown. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const print = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [print(columns), print(columns.map(() => "---")), ...rows.map(print)].join("\n");
}
