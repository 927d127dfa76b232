import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileProgram } from "../../../scripts/binary/compile-program";
import { findOwnPlatform } from "../../../scripts/binary/platforms";
import { findRoot } from "../../../scripts/support/find-root";
import { makeScratch } from "../../support/make-scratch";

describe("compileProgram", () => {
  const scratch = makeScratch();

  function write(name: string, entry: string): string {
    const directory = join(scratch, name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "main.cjs"), entry);
    writeFileSync(join(directory, "later.cjs"), 'exports.text = [__dirname, __filename].join(" ");');
    return directory;
  }

  test("S-23: compiles the same program in two directories to the same executable", async () => {
    const code = 'import("./later.cjs").then(({ text }) => console.log("ran", text));';
    const files = [];
    for (const name of ["one", "two/deeper"]) {
      const file = join(scratch, `${name.slice(0, 3)}.out`);
      const program = { directory: write(name, code), entry: "main.cjs" };
      await compileProgram(findRoot(), findOwnPlatform(), program, file);
      files.push(file);
    }

    const [first = "", second = ""] = files;
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
    expect(execFileSync(first, { encoding: "utf8" })).toBe("ran . .\n");
  });

  test("names a program that cannot be compiled, and does not leave files behind", async () => {
    const directory = write("broken", 'require("./nowhere.cjs"); const;');
    const file = join(scratch, "broken.out");

    const compiled = compileProgram(findRoot(), findOwnPlatform(), { directory, entry: "main.cjs" }, file);
    await expect(compiled).rejects.toThrow(/Bun cannot compile main\.cjs for \w+: /);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });
});
