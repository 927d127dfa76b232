import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readInputFile } from "../../../src/cli/files/read-input-file";
import { catchRejection } from "../../api/support/catch-rejection";
import { makeScratch } from "../../support/make-scratch";

const directory = makeScratch();

/** Reads a file, or what standard input has. */
async function read(file: string, input = "", maxBytes?: number): Promise<string> {
  const context = {
    workingDirectory: directory,
    readInput: () => Promise.resolve(Buffer.from(input)),
    inputFiles: new Set<string>(),
  };
  return readInputFile(context, file, { what: "The file", code: "invalid_request", maxBytes });
}

describe("readInputFile", () => {
  test("reads a relative file, or standard input, without its byte order mark", async () => {
    writeFileSync(join(directory, "file"), "\ufefféa\r\n");
    expect(await read("file")).toBe("éa\r\n");
    expect(await read("-", "\ufeffb")).toBe("b");
  });

  test("reads up to the allowed number of bytes", async () => {
    writeFileSync(join(directory, "file"), "é");
    expect(await read("file", "", 2)).toBe("é");
    for (const [file, name] of [
      ["file", '"file"'],
      ["-", "standard input"],
    ] as const) {
      const error = await catchRejection(read(file, "é", 1));
      expect(error).toMatchObject({ code: "invalid_request" });
      expect(error.message).toBe(`The file, ${name}, has more than 1 bytes. Nothing was done.`);
    }
  });

  test("gives up a device that never ends", async () => {
    const error = await catchRejection(read("/dev/zero", "", 1024 * 1024));
    expect(error.message).toContain("has more than 1048576 bytes");
  });

  test("says why a file cannot be read or is not text", async () => {
    expect((await catchRejection(read("no"))).message).toMatch(/^The file, "no", cannot be read: .*ENOENT/);
    expect((await catchRejection(read("."))).message).toMatch(/cannot be read: .*EISDIR/);
    writeFileSync(join(directory, "file"), Buffer.from([0xff]));
    expect((await catchRejection(read("file"))).message).toContain("is not text in UTF-8");
  });
});
