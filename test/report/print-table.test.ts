import fc from "fast-check";
import stringWidth from "string-width";
import { printFields, printTable } from "../../src/report/print-table";
import { toCell } from "../../src/text/to-cell";
import { makeView } from "../cli/support/make-view";

describe("printTable", () => {
  const columns = [{ head: "NUMBER" }, { head: "TITLE", importance: 2 }, { head: "AUTHOR", importance: 1 }];

  test("columns are as wide as their widest cell, and no line ends with blanks", () => {
    expect(
      printTable(
        columns,
        [
          ["#1", "Fix", "bob"],
          ["#10000000", "Repair", ""],
        ],
        makeView(),
      ),
    ).toBe("NUMBER     TITLE   AUTHOR\n#1         Fix     bob\n#10000000  Repair\n");
  });

  test("wide characters count twice", () => {
    const rows = ["日本語", "abcdef"].map((title) => ["#1", title, "bob"]);
    const text = "NUMBER  TITLE   AUTHOR\n#1      日本語  bob\n#1      abcdef  bob\n";
    expect(printTable(columns, rows, makeView())).toBe(text);
  });

  test("in a narrow view, the least important column is truncated first", () => {
    const print = (width: number): string =>
      printTable(
        columns,
        [["#1", "A title that is too long", "somebody-else-42"]],
        makeView({ columns: width }),
      );
    expect(print(47)).toBe(
      "NUMBER  TITLE                     AUTHOR\n#1      A title that is too long  somebody-els…\n",
    );
    expect(print(30)).toBe("NUMBER  TITLE         AUTHOR\n#1      A title tha…  somebod…\n");
  });

  test("what never gives way makes lines longer than the view is wide", () => {
    const [, line] = printTable(columns, [["#1000000000", "title", "bob"]], makeView({ columns: 5 })).split(
      "\n",
    );
    expect(line).toBe("#1000000000  …  …");
  });

  test("lines fit the view if the fixed columns leave room", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => toCell(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (titles) => {
        const rows = titles.map((title) => ["#1", title, "bob"]);
        for (const line of printTable(columns, rows, makeView({ columns: 50 })).split("\n")) {
          expect(stringWidth(line)).toBeLessThanOrEqual(50);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("printFields", () => {
  test("values stand below each other, and names cannot steer the terminal", () => {
    expect(
      printFields(
        [
          ["a", "1"],
          ["日本", "2"],
          ["\u001b", "3"],
        ],
        makeView(),
      ),
    ).toBe("  a     1\n  日本  2\n  \\x1b  3\n");
  });

  test("a long value continues below itself, and no word is broken", () => {
    expect(
      printFields(
        [
          ["why", "its impacted targets have not been reported"],
          ["statuses", "a-status-that-is-longer-than-the-view-is"],
        ],
        { columns: 32 },
      ),
    ).toBe(
      [
        "  why       its impacted targets",
        "            have not been",
        "            reported",
        "  statuses  a-status-that-is-longer-than-the-view-is",
        "",
      ].join("\n"),
    );
  });
});
