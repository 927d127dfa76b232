import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { quoteForShell } from "../../src/text/quote-for-shell";

describe("quoteForShell", () => {
  test.each([
    ["github.com/acme/web/rel/1.x", '"github.com/acme/web/rel/1.x"'],
    ["github.com/acme/web/$(touch_x)", "'github.com/acme/web/$(touch_x)'"],
    ["a'b`c`", "'a'\\''b`c`'"],
    ["a;b", "'a;b'"],
    ["", '""'],
  ])("S-15: %s is written as %s", (text, quoted) => {
    expect(quoteForShell(text)).toBe(quoted);
  });

  test("S-15: a shell reads its output as exactly that string", () => {
    const unit = fc.constantFrom(...Array.from("ab '\"`$(){}!*;&|\\\né"));
    const arbitraryWord = fc.string({ unit, maxLength: 12 });
    const words = fc.sample(arbitraryWord, 200);
    const command = `printf '%s\\0' ${words.map(quoteForShell).join(" ")}`;
    const output = execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" });
    expect(output.split("\0").slice(0, -1)).toEqual(words);
  });
});
