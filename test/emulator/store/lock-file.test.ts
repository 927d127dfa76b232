import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../../../src/emulator/store/lock-file";
import { catchError } from "../../support/catch-error";
import { makeScratch } from "../../support/make-scratch";

let directory = "";
let file = "";

beforeEach(() => {
  directory = makeScratch();
  file = join(directory, "queues.data");
});

/** Returns the id of a process that has ended. */
function findDeadProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("lockFile", () => {
  test("a locked file cannot be locked again, and the message names the process that holds the lock", () => {
    const release = lockFile(file);
    const error = catchError(() => lockFile(file));
    expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "data" } });
    expect(String(error)).toContain(`process ${process.pid}`);
    release();
    lockFile(file)();
  });

  test("releasing the lock leaves no files behind, and can be repeated", () => {
    const release = lockFile(file);
    expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
    release();
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("the lock can be released after its directory was removed", async () => {
    const release = lockFile(file);
    rmSync(directory, { recursive: true });
    release();
    expect(existsSync(directory)).toBe(false);
  });

  test.each([
    ["a process that has ended", () => `${findDeadProcess()} -\n`],
    ["an empty file", () => ""],
    ["this process's number in an earlier life", () => `${process.pid} -\n`],
  ])("a lock of %s is ignored", (_, content) => {
    writeFileSync(`${file}.lock`, content());
    const release = lockFile(file);
    expect(readFileSync(`${file}.lock`, "utf8")).toContain(String(process.pid));
    release();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("the lock of another running process is respected", () => {
    writeFileSync(`${file}.lock`, `${process.ppid} -\n`);
    expect(String(catchError(() => lockFile(file)))).toContain(`process ${process.ppid}`);
    expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
  });

  const onLinux = process.platform === "linux" ? test : test.skip;

  onLinux("a lock of a dead process counts for nothing when another process has got its number", () => {
    writeFileSync(`${file}.lock`, `${process.ppid} another-boot:123\n`);
    const release = lockFile(file);
    expect(readFileSync(`${file}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
    release();
  });

  onLinux("the lock of a killed process is ignored, even if it is a zombie", async () => {
    // The shell starts a process that ends with its input, and turns into one that never asks for its status.
    const parent = spawn("/bin/sh", ["-c", "exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 600"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    try {
      const [output] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = output.toString().trim();
      const stat = (): string => readFileSync(`/proc/${pid}/stat`, "utf8");
      const wait = async (isReached: () => boolean): Promise<void> => {
        while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
      };
      await wait(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8") === "sleep\n");
      parent.stdin.end();
      await wait(() => stat().includes(") Z "));
      const [start = ""] = stat()
        .split(") ")
        .slice(-1)
        .map((fields) => fields.split(" ")[19] ?? "");
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      writeFileSync(`${file}.lock`, `${pid} ${boot}:${start}\n`);
      const release = lockFile(file);
      expect(readFileSync(`${file}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
      release();
    } finally {
      parent.kill("SIGKILL");
    }
  });

  test("a lock that another process has created meanwhile is put back", () => {
    const taken = `${process.ppid} -\n`;
    writeFileSync(`${file}.lock`, "");
    jest.spyOn(fs, "renameSync").mockImplementationOnce((from, to) => {
      writeFileSync(from, taken);
      fs.renameSync(from, to);
    });
    expect(String(catchError(() => lockFile(file)))).toContain(`process ${process.ppid}`);
    expect(readFileSync(`${file}.lock`, "utf8")).toBe(taken);
    expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
  });

  test("a full disk is named as the cause, and leaves no file", () => {
    jest.spyOn(fs, "writeFileSync").mockImplementationOnce((path) => {
      // What the system does: the file is created, and then has no room for its content.
      fs.closeSync(fs.openSync(path as string, "w"));
      const full: NodeJS.ErrnoException = new Error("ENOSPC: no space left on device, write");
      full.code = "ENOSPC";
      full.syscall = "write";
      throw full;
    });
    const error = catchError(() => lockFile(file));
    expect(String(error)).toContain(
      `The local service cannot write next to its data file ${file}: ENOSPC: no space left on device, write. Free space on its disk`,
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a directory that cannot be written to gives one clear sentence", () => {
    const error = catchError(() => lockFile(join(directory, "missing", "queues.data")));
    expect(error).toMatchObject({ code: "invalid_configuration" });
    expect(String(error)).toContain("Choose a writable directory.");
  });
});
