import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOutputFile } from "../../../src/cli/files/write-output-file";
import { makeContext, makeSession } from "../fake-context";

let workingDirectory: string;

beforeEach(() => {
  workingDirectory = mkdtempSync(join(tmpdir(), "mergequeue-out-"));
});

afterEach(() => {
  rmSync(workingDirectory, { recursive: true, force: true });
});

async function write(file: string, mode: "secret" | "plain" = "secret"): Promise<void> {
  const session = makeSession(makeContext({ workingDirectory }));
  await writeOutputFile(session, file, { document: "new" }, "The plan", mode);
}

describe("writeOutputFile", () => {
  test("writes a file with secrets that only the user can read, and no other files", async () => {
    await write("plan.json");
    expect(readFileSync(join(workingDirectory, "plan.json"), "utf8")).toBe("new");
    expect(statSync(join(workingDirectory, "plan.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(workingDirectory)).toEqual(["plan.json"]);
  });

  test("a file without secrets may be read by whom the process's mask allows", async () => {
    await write("report.md", "plain");
    writeFileSync(join(workingDirectory, "other"), "");
    expect(statSync(join(workingDirectory, "report.md")).mode).toBe(
      statSync(join(workingDirectory, "other")).mode,
    );
  });

  test("replaces an existing file, whatever its permissions", async () => {
    const file = join(workingDirectory, "plan.json");
    writeFileSync(file, "a longer old text", { mode: 0o644 });
    await write("plan.json");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(["there", "nowhere"])(
    "S-17: a symbolic link to a file that is %s is not followed, and is kept",
    async (target) => {
      writeFileSync(join(workingDirectory, "there"), "precious");
      symlinkSync(join(workingDirectory, target), join(workingDirectory, "plan.json"));
      await expect(write("plan.json")).rejects.toMatchObject({
        code: "invalid_configuration",
        message: expect.stringContaining("cannot be written: it is a symbolic link.") as string,
      });
      expect(readFileSync(join(workingDirectory, "there"), "utf8")).toBe("precious");
      expect(existsSync(join(workingDirectory, "nowhere"))).toBe(false);
      expect(readdirSync(workingDirectory).sort()).toEqual(["plan.json", "there"]);
    },
  );

  test("refuses anything that is not a file", async () => {
    mkdirSync(join(workingDirectory, "plans"));
    await expect(write("plans")).rejects.toThrow("it exists and is not a file");
  });

  test("a directory that is not there is an error that names the file", async () => {
    await expect(write("missing/plan.json")).rejects.toThrow(
      'The plan, "missing/plan.json", cannot be written',
    );
    await expect(write("x".repeat(300))).rejects.toThrow("ENAMETOOLONG");
  });
});
