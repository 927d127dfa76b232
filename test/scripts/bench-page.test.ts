import { describeMachine } from "../../scripts/bench/page/describe-machine";
import { printPage } from "../../scripts/bench/page/print-page";
import { findParts } from "../../scripts/bench/parts";

const BUSY = "processes that wanted a core in the minute before";
const FIGURE = { name: "calls", value: "30", limit: "exactly 30" };
const INPUT = {
  machine: [["processor", "one"]] as const,
  day: "2026-11-21",
  report: {
    figures: [
      { ...FIGURE, isKept: true },
      { ...FIGURE, value: "31", isKept: false },
    ],
    sections: [{ title: "Start", text: ["What it means."], columns: ["", "ms"], rows: [["Node.js", "21"]] }],
  },
};

describe("printPage", () => {
  test("tells promises that are kept from those that are broken", () => {
    const page = printPage(INPUT);
    expect(page).toContain("| calls | 30 | exactly 30 | kept |");
    expect(page).toContain("| calls | 31 | exactly 30 | **broken** |");
  });

  test("prints every section with its text and its table", () => {
    expect(printPage(INPUT)).toContain(
      "## Start\n\nWhat it means.\n\n|  | ms |\n| --- | --- |\n| Node.js | 21 |\n",
    );
  });

  test("names every part that can be run alone", () => {
    const page = printPage(INPUT);
    for (const { name } of findParts([])) expect(page).toContain(`\`${name}\``);
  });
});

describe("describeMachine", () => {
  test("says what it ran on, and not whose machine it is", () => {
    const names = describeMachine().map(([name]) => name);
    expect(names).toEqual(["processor", "memory", "system", "Node.js", "Terraform", "Go", BUSY]);
  });
});

describe("findParts", () => {
  test("finds parts by name, all without one", () => {
    expect(findParts(["fleet", "start"]).map(({ name }) => name)).toEqual(["start", "fleet"]);
    expect(findParts([]).length).toBeGreaterThan(4);
  });

  test("an unknown part is an error that names the known ones", () => {
    expect(() => findParts(["strat"])).toThrow(/no part strat\. There are: start \(/);
  });
});
