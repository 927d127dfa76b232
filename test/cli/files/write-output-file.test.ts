import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeOutputFile } from "../../../src/cli/files/write-output-file";
import { errorLike } from "../../support/error-like";
import { makeContext, makeSession } from "../fake-context";
import { directory, onDirectory } from "../support/stage";

onDirectory();

async function write(file: string, mode: "secret" | "plain" = "secret"): Promise<void> {
  const session = makeSession(makeContext({ workingDirectory: directory }));
  await writeOutputFile(session, { document: "new" }, { file, what: "The plan", mode });
}

describe("writeOutputFile", () => {
  test("writes a file with secrets that only the user can read, and no other files", async () => {
    await write("plan.json");
    expect(readFileSync(join(directory, "plan.json"), "utf8")).toBe("new");
    expect(statSync(join(directory, "plan.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["plan.json"]);
  });

  test("a file without secrets may be read by whom the process's mask allows", async () => {
    await write("report.md", "plain");
    writeFileSync(join(directory, "other"), "");
    expect(statSync(join(directory, "report.md")).mode).toBe(statSync(join(directory, "other")).mode);
  });

  test("replaces an existing file, whatever its permissions", async () => {
    const file = join(directory, "plan.json");
    writeFileSync(file, "a longer old text", { mode: 0o644 });
    await write("plan.json");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(["there", "nowhere"])(
    "S-17: a symbolic link to a file that is %s is not followed, and is kept",
    async (target) => {
      writeFileSync(join(directory, "there"), "precious");
      symlinkSync(join(directory, target), join(directory, "plan.json"));
      await expect(write("plan.json")).rejects.toMatchObject(
        errorLike("invalid_configuration", "cannot be written: it is a symbolic link."),
      );
      expect(readFileSync(join(directory, "there"), "utf8")).toBe("precious");
      expect(readdirSync(directory).sort()).toEqual(["plan.json", "there"]);
    },
  );

  test("refuses anything that is not a file", async () => {
    mkdirSync(join(directory, "plans"));
    await expect(write("plans")).rejects.toThrow("it exists and is not a file");
  });

  test("a directory that is not there is an error that names the file", async () => {
    await expect(write("no/plan.json")).rejects.toThrow('The plan, "no/plan.json", cannot be written');
    await expect(write("x".repeat(300))).rejects.toThrow("ENAMETOOLONG");
  });
});
