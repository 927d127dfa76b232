import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import packageJson from "../../package.json";
import { fillCommandPage } from "../../scripts/command/command-page";
import { describeCommand } from "../../scripts/command/describe-command";
import { printManPage } from "../../scripts/command/man-page";
import { type DescribedCommand, listShown } from "../../src/cli/print/describe-program";

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

describe("man/mergequeue.1", () => {
  let page = "";
  /** As a reader sees it, but for the breaks of lines. */
  let shown = "";

  beforeAll(() => {
    page = printManPage(program, { version: "9.8.7", date: "2026-01-31" });
    shown = page.replaceAll(/\\f[BIR]/g, "").replaceAll(String.raw`\-`, "-");
  });

  test("is in the list of pages that npm installs, which it ignores if it is not a list", () => {
    expect(packageJson.man).toEqual(["man/mergequeue.1"]);
  });

  test("has a section for every command that does something, with its options", () => {
    const commands = listShown(program).filter(({ isGroup, words }) => !isGroup && words.length > 0);
    expect(commands.length).toBeGreaterThan(20);
    for (const { words, options } of commands) {
      expect(shown).toContain(`\n.SH MERGEQUEUE ${words.join(" ").toUpperCase()}\n`);
      for (const { flags } of options) expect(shown).toContain(`\n.B ${flags}\n`);
    }
    expect(shown).not.toContain("LOCAL-EXEC");
  });

  test("says version and date in its header, which is the only place of both", () => {
    expect(page.split("\n")[1]).toBe('.TH MERGEQUEUE 1 2026-01-31 "mergequeue 9.8.7" "User Commands"');
    expect(page.match(/9\.8\.7/g)).toHaveLength(1);
  });

  test("has no line that is a request by accident", () => {
    const requests = page.split("\n").flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []);
    expect([...new Set(requests)].sort()).toEqual(
      ["B", "PD", "PP", "RE", "RI", "RS", "SH", "TH", "TP", '\\"', "ad", "fi", "nf", "nh"].sort(),
    );
    expect(page).not.toMatch(/[^\x20-\x7e\n]/);
  });
});
