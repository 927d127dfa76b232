import { appendFileSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCliConfiguration } from "../../src/distribution/cli-configuration";
import { archiveName } from "../../src/distribution/layout";
import { VERSION } from "../../src/product";
import { writeFakeRelease } from "../support/write-fake-release";
import { run } from "./fake-context";

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "mergequeue install ")));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function install(args: readonly string[], platform: NodeJS.Platform = "linux"): ReturnType<typeof run> {
  return run(["provider", "install", ...args], {
    // Nothing is built there: the archives need no other package.
    codeDirectory: directory,
    homeDirectory: directory,
    workingDirectory: directory,
    platform,
  });
}

describe("mergequeue provider install --from", () => {
  test("makes the directory a mirror with the archives of all platforms, and prints its configuration", async () => {
    writeFakeRelease(join(directory, "release"), VERSION);
    const { exitStatus, out, error } = await install(["--from", "release", "--dir", "mirror"]);
    const mirror = join(directory, "mirror");
    expect({ exitStatus, out }).toEqual({ exitStatus: 0, out: formatCliConfiguration(mirror) });
    expect(error).toContain(`Installed mergequeue/mergequeue ${VERSION} in ${mirror}.`);
    const place = join(mirror, "registry.terraform.io/mergequeue/mergequeue");
    expect(readdirSync(place)).toContain(archiveName(VERSION, "windows_amd64"));
    const again = await install(["--from", "release", "--dir", "mirror"]);
    expect(again.exitStatus).toBe(0);
    expect(again.error).toContain("; nothing was changed.");
  });

  test("D-09: works on Windows, where an archive contains an .exe file", async () => {
    writeFakeRelease(join(directory, "release"), VERSION);
    expect((await install(["--from", "release", "--dir", "mirror"], "win32")).exitStatus).toBe(0);
  });

  test("a directory without archives is one clear message, status 1", async () => {
    const { exitStatus, out, error } = await install(["--from", "release"]);
    expect({ exitStatus, out }).toEqual({ exitStatus: 1, out: "" });
    expect(error).toContain(`Error: ${join(directory, "release")} has no archive of version ${VERSION}`);
    expect(error).toContain("It does not exist. Name the directory with the files of the release");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("S-23: an archive that was changed is named and not installed, status 1", async () => {
    writeFakeRelease(join(directory, "release"), VERSION);
    const archive = join(directory, "release", archiveName(VERSION, "linux_amd64"));
    appendFileSync(archive, "planted");
    const { exitStatus, error } = await install(["--from", "release", "--dir", "mirror"]);
    expect(exitStatus).toBe(1);
    expect(error).toContain(`Error: ${archive} is not the file of the release ${VERSION}`);
    expect(existsSync(join(directory, "mirror"))).toBe(false);
  });

  test("with --plain it is refused, and the message says what to do for Pulumi", async () => {
    const { exitStatus, error } = await install(["--plain", "--dir", "plugin", "--from", "release"]);
    expect(exitStatus).toBe(1);
    expect(error).toContain("--plain does not take --from: unpack the archive of this platform");
  });

  test("an empty directory is refused, and does not mean the working directory", async () => {
    const { exitStatus, error } = await install(["--from", ""]);
    expect(exitStatus).toBe(1);
    expect(error).toContain("'--from <directory>' argument '' is invalid. It is empty");
  });
});
