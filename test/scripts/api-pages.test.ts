import { TSDocParser } from "@microsoft/tsdoc";
import { printBlocks, printDoc } from "../../scripts/api-pages/print-comment";

const LINKS = new Map([
  ["Queue", "#queue"],
  ["Queue.close", "#queueclose"],
  ["Failure", "client.md#failure"],
]);

function parse(lines: readonly string[]): ReturnType<TSDocParser["parseString"]>["docComment"] {
  return new TSDocParser().parseString(["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n"))
    .docComment;
}

function print(...lines: string[]): string {
  return printDoc(parse(lines).summarySection, LINKS);
}

describe("printDoc", () => {
  test("what is named as code or by a link leads to where it is documented", () => {
    expect(print("See {@link Queue.close}, `Queue`, {@link Failure | the failure} and `none`.")).toBe(
      "See [`Queue.close`](#queueclose), [`Queue`](#queue), [the failure](client.md#failure) and `none`.",
    );
  });

  test("a link to what no page documents is code alone", () => {
    expect(print("As {@link Hidden.part} has it.")).toBe("As `Hidden.part` has it.");
  });

  test("lines are joined, paragraphs and lines of code stay", () => {
    expect(print("One", "line.", "", "```ts", "call({", "  a: 1,", "});", "```")).toBe(
      "One line.\n\n```ts\ncall({\n  a: 1,\n});\n```",
    );
  });

  test("defaults are code, or words after a hyphen", () => {
    expect(print("How many.", "@default 30")).toBe("How many.\n\nDefault: `30`.");
    expect(print("@default - all of them")).toBe("Default: all of them.");
  });

  test("a tag that nobody has thought of is refused", () => {
    expect(() => print("Text.", "@remark more")).toThrow("@remark");
  });
});

describe("printBlocks", () => {
  test("every error that a comment promises is there", () => {
    const comment = parse(["Text.", "@throws Failure `a` if it", "  fails", "@throws Failure `b`"]);
    expect(printBlocks(comment, "@throws", LINKS)).toEqual(["Failure `a` if it fails", "Failure `b`"]);
  });
});
