import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRelease } from "../../src/distribution/find-release";
import * as release from "../../src/distribution/release";
import { catchError } from "../support/catch-error";
import { writeFakeRelease } from "../support/write-fake-release";

let project: string;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "find release-")));
});

afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

function find(value: string, workingDirectory = project): string {
  return findRelease(value, "NAMES_IT", workingDirectory, "0.9.0").directory;
}

describe("findRelease", () => {
  test("a value is a directory, relative to the working directory or absolute", () => {
    const directory = writeFakeRelease(join(project, "release"), "0.9.0");
    expect(find("release")).toBe(directory);
    expect(find(directory, tmpdir())).toBe(directory);
  });

  test("else it is an npm package of the project, also with a scope, and of a directory above", () => {
    const directory = writeFakeRelease(join(project, "node_modules/@acme/plugin/archives"), "0.9.0");
    mkdirSync(join(project, "apps/web"), { recursive: true });
    expect(find("@acme/plugin/archives", join(project, "apps/web"))).toBe(directory);
    expect(find(directory)).toBe(directory);
    const plain = writeFakeRelease(join(project, "node_modules/acme-plugin"), "0.9.0");
    expect(find("acme-plugin")).toBe(plain);
  });

  test("a directory wins over a package of its name", () => {
    writeFakeRelease(join(project, "node_modules/plugin"), "0.9.0");
    const directory = writeFakeRelease(join(project, "plugin"), "0.9.0");
    expect(find("plugin")).toBe(directory);
  });

  test.each(["releas", "fs"])(
    "%s, which is neither, is an error with the variable, its value, what was looked for, and what to do",
    (value) => {
      expect(catchError(() => find(value))).toMatchObject({
        code: "unusable_release",
        message:
          `NAMES_IT is "${value}", but there is neither a directory ${join(project, value)} nor an npm package of that ` +
          "name in node_modules there or above. Set it to the directory with the files of the release 0.9.0, or to the " +
          "name of an installed package that contains them, or unset it to use the plugin of this package.",
      });
    },
  );

  test("what is wrong with the directory is said with the variable and its value", () => {
    writeFakeRelease(join(project, "release"), "0.8.0");
    expect(catchError(() => find("release"))).toMatchObject({
      code: "unusable_release",
      message: expect.stringMatching(
        /^NAMES_IT is "release": \S.* has no archive of version 0\.9\.0 /,
      ) as string,
    });
  });

  test("an error of the file system is passed on", () => {
    writeFileSync(join(project, "release"), "");
    jest.spyOn(release, "readRelease").mockImplementation(() => {
      throw new Error("EIO: i/o error");
    });
    expect(catchError(() => find("release"))).toMatchObject({ message: "EIO: i/o error" });
  });
});
