import type { Content, VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** A row of a table. */
export interface Row {
  /** What it is recognised by. */
  readonly key: string;
  /** One cell a column; the first is the row's header. */
  readonly cells: readonly (readonly Content[])[];
}

/**
 * Describes a table of the class `KEY-table`. The roles are spelled out because on a narrow page rows are laid out as blocks, for which
 * browsers forget that they are rows.
 * @param caption - for people who do not see what is around it
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
