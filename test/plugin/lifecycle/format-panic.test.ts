import fc from "fast-check";
import { formatPanic } from "../../../src/plugin/lifecycle/report-crashes";
import { anyCharacter } from "../../support/arbitrary-character";

const asIs = (text: string): string => text;

describe("formatPanic", () => {
  test("G-24: the first line starts with panic and the stack follows", () => {
    const [first, second] = formatPanic(new Error("broken"), asIs).split("\n");

    expect(first).toBe("panic: Error: broken");
    expect(second).toMatch(/^ {4}at /);
  });

  test("G-24: at most a hundred lines are written", () => {
    expect(formatPanic("x\n".repeat(500), asIs).split("\n").length).toBeLessThanOrEqual(101);
  });

  test("G-21: no line after the first can be taken for a log line", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string({ unit: anyCharacter }))), (lines) => {
        const error = new Error(lines.join("\n"));
        for (const line of formatPanic(error, asIs).split("\n")) {
          expect(line.trimStart().startsWith("{")).toBe(false);
        }
      }),
    );
  });

  test("S-14: control characters are escaped", () => {
    expect(formatPanic(new Error("a\u001b[31mb\rc"), asIs)).toContain(String.raw`a\x1b[31mb\rc`);
  });

  test("S-18: long lines are cut, after secrets are hidden", () => {
    const secret = "s".repeat(2000);
    const error = new Error(`${"a".repeat(100_000)}\n${"b".repeat(990)}${secret}`);
    const [first, second = ""] = formatPanic(error, (text) => text.replaceAll(secret, "***")).split("\n");

    expect(first).toBe(`panic: Error: ${"a".repeat(993)}…`);
    expect(second).toBe(`${"b".repeat(990)}***`);
  });

  test("S-03: secrets are hidden, even in causes", () => {
    const error = new Error("outer", { cause: new Error("with secret") });

    expect(formatPanic(error, (text) => text.replaceAll("secret", "***"))).toContain("with ***");
  });

  test("an error that cannot be printed is still a panic", () => {
    const error = {
      [Symbol.for("nodejs.util.inspect.custom")]() {
        throw new Error("no");
      },
    };

    expect(formatPanic(error, asIs)).toBe("panic: an error that cannot be printed\n");
  });
});
