import { breakLogCommands, breakLogCommandsInLiteral } from "../../src/text/escape-control";

describe("breakLogCommands", () => {
  test.each([
    ["::error::x", "\\::error::x"],
    ["a\n\t::stop-commands::", "a\n\t\\::stop-commands::"],
    ["a::b", "a::b"],
    ["x ##vso[task]", "x ##vso\\[task]"],
  ])("S-14: %j becomes %j", (text, broken) => {
    expect(breakLogCommands(text)).toBe(broken);
  });

  test("S-14: a literal keeps its value", () => {
    const literal = breakLogCommandsInLiteral('"##[group]"');
    expect(literal).not.toContain("##[");
    expect(JSON.parse(literal)).toBe("##[group]");
  });
});
