import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fillCommandPage } from "../../scripts/command/command-page";
import { describeCommand } from "../../scripts/command/describe-command";
import type { DescribedCommand } from "../../scripts/command/describe-program";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/command.md"), "utf8");
let program: DescribedCommand;

beforeAll(async () => {
  program = await describeCommand();
});

describe("the tables of docs/command.md", () => {
  test("replace only what is between their lines", () => {
    const prose = (page: string): string =>
      page.replaceAll(/^<!-- generated: .+ -->\n[^]*?^<!-- end -->$/gm, "");
    const emptied = PAGE.replaceAll(/^(<!-- generated: .+ -->)\n[^]*?^<!-- end -->$/gm, "$1\n<!-- end -->");
    expect(emptied.length).toBeLessThan(PAGE.length / 2);
    expect(fillCommandPage(emptied, program)).toBe(PAGE);
    expect(prose(emptied)).toBe(prose(PAGE));
  });

  test("need a place each: an option in a new group is not forgotten", () => {
    const without = PAGE.replace("<!-- generated: options in the group Load -->", "");
    expect(() => fillCommandPage(without, program)).toThrow(
      'docs/command.md has no place for the table "options in the group Load". Add the lines <!-- generated: options in the group Load --> and <!-- end -->.',
    );
    const unknown = PAGE.replace("generated: commands", "generated: comands");
    expect(() =>
      fillCommandPage(`${unknown}\n<!-- generated: commands -->\n<!-- end -->\n`, program),
    ).toThrow('docs/command.md has a place for "comands", which does not exist.');
  });
});
