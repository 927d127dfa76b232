import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveName } from "../../src/distribution/layout";
import { type Release, readRelease, verifyRelease } from "../../src/distribution/release";
import { catchError } from "../support/catch-error";
import { fakeContentHash, RELEASED, writeFakeRelease } from "../support/write-fake-release";

const LINUX = "terraform-provider-mergequeue_0.9.0_linux_amd64.zip";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "release-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function readMessage(action: () => unknown): string {
  const error = catchError(action) as { readonly code: string; readonly message: string };
  expect(error.code).toBe("unusable_release");
  return error.message;
}

describe("readRelease", () => {
  test("finds the archives in the directory, and lists their list last", () => {
    const release = readRelease(writeFakeRelease(directory, "0.9.0"), "0.9.0");
    expect(release).toMatchObject({ version: "0.9.0", directory });
    expect(release.files).toEqual([...RELEASED.map((each) => archiveName("0.9.0", each)), "0.9.0.json"]);
  });

  test.each(["registry.terraform.io", "registry.opentofu.org"])(
    "finds the archives that a mirror has for %s",
    (host) => {
      const place = writeFakeRelease(join(directory, host, "mergequeue/mergequeue"), "0.9.0");
      expect(readRelease(directory, "0.9.0").directory).toBe(place);
    },
  );

  test("has the hashes of all platforms of the release, also of those whose archives are not there", () => {
    writeFakeRelease(directory, "0.9.0");
    rmSync(join(directory, LINUX));
    const { files, hashes } = readRelease(directory, "0.9.0");
    expect(files).not.toContain(LINUX);
    expect(hashes).toHaveLength(2 * RELEASED.length);
    expect(hashes).toEqual(expect.arrayContaining(RELEASED.map((each) => fakeContentHash(each))));
  });

  test("a directory without archives of this version is refused with what is there and what to do", () => {
    expect(readMessage(() => readRelease(join(directory, "none"), "0.9.0"))).toBe(
      `${join(directory, "none")} has no archive of version 0.9.0 ` +
        "(terraform-provider-mergequeue_0.9.0_OS_ARCH.zip), neither directly nor in " +
        "registry.terraform.io/mergequeue/mergequeue. It does not exist. Name the directory with the files of the " +
        "release 0.9.0.",
    );
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toContain(" It is empty. ");
    writeFakeRelease(directory, "0.8.0");
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toContain(
      " It contains 0.8.0.json, terraform-provider-mergequeue_0.8.0_SHA256SUMS, ",
    );
    writeFileSync(join(directory, "zzz"), "");
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toContain(" and 2 more. ");
    expect(readMessage(() => readRelease(join(directory, "zzz"), "0.9.0"))).toContain(
      " It is not a directory. ",
    );
  });

  test("without the list, or with another document in its place, it is refused", () => {
    writeFakeRelease(directory, "0.9.0");
    writeFileSync(join(directory, "0.9.0.json"), "{}");
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toContain(
      "0.9.0.json does not have the hashes",
    );
    rmSync(join(directory, "0.9.0.json"));
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toContain(
      "0.9.0.json is missing: it has the hashes",
    );
  });

  test("an archive that the list does not name is refused", () => {
    writeFakeRelease(directory, "0.9.0");
    writeFileSync(join(directory, archiveName("0.9.0", "plan9_mips")), "");
    expect(readMessage(() => readRelease(directory, "0.9.0"))).toMatch(
      /does not list \S+_0\.9\.0_plan9_mips\.zip/,
    );
  });
});

describe("verifyRelease", () => {
  let release: Release;

  beforeEach(() => {
    release = readRelease(writeFakeRelease(directory, "0.9.0"), "0.9.0");
  });

  test("returns the SHA-256 of every file of a whole release", () => {
    expect([...verifyRelease(release).keys()]).toEqual(release.files);
  });

  test("S-23: an archive that was changed is refused by the list alone", () => {
    rmSync(join(directory, "terraform-provider-mergequeue_0.9.0_SHA256SUMS"));
    expect(verifyRelease(release).size).toBe(RELEASED.length + 1);
    appendFileSync(join(directory, LINUX), "changed");
    expect(readMessage(() => verifyRelease(release))).toBe(
      `${join(directory, LINUX)} is not the file of the release 0.9.0: its SHA-256 differs from the one in 0.9.0.json. ` +
        "Copy the files of the release again.",
    );
  });

  test("S-23: a list that was changed with its archive is refused by the checksums", () => {
    const sums = join(directory, "terraform-provider-mergequeue_0.9.0_SHA256SUMS");
    const signed = readFileSync(sums);
    writeFakeRelease(directory, "0.9.0", "planted");
    writeFileSync(sums, signed);
    expect(readMessage(() => verifyRelease(release))).toMatch(
      /darwin_arm64\.zip is not .* in \S+_SHA256SUMS\. /,
    );
  });

  test("S-23: a list that alone was changed is refused by the checksums", () => {
    appendFileSync(join(directory, "0.9.0.json"), "\n");
    expect(readMessage(() => verifyRelease(release))).toMatch(/0\.9\.0\.json is not .* in \S+_SHA256SUMS\. /);
  });

  test("S-23: checksums that do not name a file are refused", () => {
    writeFileSync(join(directory, "terraform-provider-mergequeue_0.9.0_SHA256SUMS"), "");
    expect(readMessage(() => verifyRelease(release))).toContain("_SHA256SUMS");
  });
});
