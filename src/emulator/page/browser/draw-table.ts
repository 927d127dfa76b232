import { type Content, element, type VirtualNode } from "./virtual-node";

/** A row of a table. */
export interface Row {
  /** Identifies the row. */
  readonly key: string;
  /** One cell a column; the first is the row's header. */
  readonly cells: readonly (readonly Content[])[];
}

/**
 * Draws a table of the class `KEY-table`. Explicit roles keep it a table for screen readers when a narrow page lays out
 * rows as blocks.
 * @param caption - for screen readers
 */
export function drawTable(
  key: string,
  caption: string,
  columns: readonly string[],
  rows: readonly Row[],
): VirtualNode {
  return element(
    "table",
    { key, class: `${key}-table`, role: "table" },
    element("caption", { class: "only-read" }, caption),
    element(
      "thead",
      { role: "rowgroup" },
      element(
        "tr",
        { role: "row" },
        ...columns.map((column) =>
          element("th", { key: column, role: "columnheader", scope: "col" }, column),
        ),
      ),
    ),
    element("tbody", { role: "rowgroup" }, ...rows.map((row) => drawRow(row, columns))),
  );
}

function drawRow({ key, cells }: Row, columns: readonly string[]): VirtualNode {
  return element(
    "tr",
    { key, role: "row" },
    ...cells.map((content, index) =>
      index === 0
        ? element("th", { role: "rowheader", scope: "row" }, ...content)
        : element("td", { role: "cell", "data-label": columns[index] }, ...content),
    ),
  );
}
