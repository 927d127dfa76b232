import fc from "fast-check";
import stringWidth from "string-width";
import { printFields, printTable } from "../../src/report/print-table";
import { toCell } from "../../src/text/to-cell";
import { makeView } from "../cli/support/make-view";

describe("printTable", () => {
  const columns = [{ head: "NUMBER" }, { head: "TITLE", importance: 2 }, { head: "AUTHOR", importance: 1 }];

  test("columns are as wide as their widest cell, wide characters count twice, and no line ends with blanks", () => {
    const rows = ["日本語", "abcdef", "Fix"].map((title) => ["#1", title, "bob"]);
    rows.push(["#10000000", "Repair", ""]);
    expect(printTable(columns, rows, makeView()).split("\n")).toEqual([
      "NUMBER     TITLE   AUTHOR",
      "#1         日本語  bob",
      "#1         abcdef  bob",
      "#1         Fix     bob",
      "#10000000  Repair",
      "",
    ]);
  });

  test("in a narrow view, the least important column is truncated first", () => {
    const print = (width: number, number = "#1"): string | undefined => {
      const rows = [[number, "A title that is too long", "somebody-else-42"]];
      return printTable(columns, rows, makeView({ columns: width })).split("\n")[1];
    };
    expect(print(47)).toBe("#1      A title that is too long  somebody-els…");
    expect(print(30)).toBe("#1      A title tha…  somebod…");
    // What never gives way makes lines longer than the view is wide.
    expect(print(5, "#1000000000")).toBe("#1000000000  …  …");
  });

  test("lines fit the view if the fixed columns leave room", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => toCell(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (titles) => {
        const rows = titles.map((title) => ["#1", title, "bob"]);
        for (const line of printTable(columns, rows, makeView({ columns: 50 })).split("\n"))
          expect(stringWidth(line)).toBeLessThanOrEqual(50);
      }),
      { numRuns: 50 },
    );
  });
});

describe("printFields", () => {
  test("values stand below each other, and names cannot steer the terminal", () => {
    const fields = ["a", "日本", "\u001b"].map((name, index) => [name, String(index)] as const);
    expect(printFields(fields, makeView())).toBe("  a     0\n  日本  1\n  \\x1b  2\n");
  });

  test("a long value continues below itself, and no word is broken", () => {
    const fields = [
      ["why", "its impacted targets have not been reported"],
      ["statuses", "a-status-that-is-longer-than-the-view-is"],
    ] as const;
    expect(printFields(fields, { columns: 32 }).split("\n")).toEqual([
      "  why       its impacted targets",
      "            have not been",
      "            reported",
      "  statuses  a-status-that-is-longer-than-the-view-is",
      "",
    ]);
  });
});
