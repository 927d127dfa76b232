import { wrapHelp, wrapText } from "../../../src/cli/print/wrap-text";

const COMMAND = "  $ mergequeue plan cdktf.out/stacks/queues --only 'github.com/acme/*/main'";

describe("wrapText", () => {
  test("breaks lines at blanks, never within a word", () => {
    const text = `Error: Queue github.com/acme/a-repository-with-a-long-name/main could not be read.`;
    expect(wrapText(text, "", 40)).toBe(
      "Error: Queue\ngithub.com/acme/a-repository-with-a-long-name/main\ncould not be read.\n",
    );
  });

  test("a list item continues below its own beginning, and so do its indented lines", () => {
    const text =
      "Not done:\n- one two three four five six seven eight\n  nine ten eleven twelve thirteen fourteen\nEnd.";
    expect(wrapText(text, "", 30)).toBe(
      [
        "Not done:",
        "- one two three four five six",
        "  seven eight",
        "  nine ten eleven twelve",
        "  thirteen fourteen",
        "End.",
        "",
      ].join("\n"),
    );
  });

  test("an indented line is a command or code and is not broken", () => {
    expect(wrapText(`Run:\n${COMMAND}`, "", 40)).toBe(`Run:\n${COMMAND}\n`);
  });
});

describe("wrapHelp", () => {
  test("fills paragraphs anew, whether they become narrower or wider", () => {
    const text =
      "The directory is one that the CDK has synthesized stacks into,\nor another one.\n\nExamples:\n  one";
    expect(wrapHelp(text, 40)).toBe(
      "The directory is one that the CDK has\nsynthesized stacks into, or another one.\n\nExamples:\n  one",
    );
    expect(wrapHelp(text, 120)).toBe(
      "The directory is one that the CDK has synthesized stacks into, or another one.\n\nExamples:\n  one",
    );
  });

  test("a broken command can still be pasted, and its comment is below it", () => {
    expect(wrapHelp(`${COMMAND}   # what would change`, 60)).toBe(
      "  $ mergequeue plan cdktf.out/stacks/queues --only \\\n      'github.com/acme/*/main'\n      # what would change",
    );
  });
});
