import { BINARY_PLATFORMS } from "../../scripts/binary/platforms";
import { type ReleasePlan, readReleasePlan } from "../../scripts/release/read-release-plan";

const FINGERPRINT = "0123456789ABCDEF0123456789ABCDEF01234567";

function read(args: readonly string[], env: NodeJS.ProcessEnv = {}): ReleasePlan {
  return readReleasePlan(args, env, "/project");
}

describe("readReleasePlan", () => {
  test("without arguments, the archives of all platforms are written unsigned to release", () => {
    expect(read([])).toEqual({
      platforms: BINARY_PLATFORMS,
      outDirectory: "/project/release",
      key: undefined,
      isDirtyAllowed: false,
    });
  });

  test("a platform that is named twice counts once", () => {
    const args = ["--platform", "linux_arm64", "--platform=windows_amd64", "--platform", "linux_arm64"];
    expect(read(args).platforms.map(({ name }) => name)).toEqual(["linux_arm64", "windows_amd64"]);
  });

  test("an unknown platform is refused, and the error lists the known ones", () => {
    expect(() => read(["--platform", "plan9_386"])).toThrow(/no binary for plan9_386\. .*linux_amd64/);
  });

  test("another directory is relative to the project", () => {
    expect(read(["--out", "../elsewhere", "--allow-dirty"])).toMatchObject({
      outDirectory: "/elsewhere",
      isDirtyAllowed: true,
    });
  });

  test.each(["linux_amd64", "--plattform=linux_amd64"])("the argument %s is refused", (argument) => {
    expect(() => read([argument])).toThrow(argument.replace(/=.*/, ""));
  });

  test("a fingerprint is read as gpg prints it", () => {
    const text = "0123 4567 89ab cdef 0123  4567 89ab cdef 0123 4567";
    expect(read([], { GPG_FINGERPRINT: text, GPG_PASSPHRASE: "" }).key).toEqual({ fingerprint: FINGERPRINT });
    const passphrase = "a passphrase";
    expect(read([], { GPG_FINGERPRINT: FINGERPRINT, GPG_PASSPHRASE: passphrase }).key).toEqual({
      fingerprint: FINGERPRINT,
      passphrase,
    });
    expect(read([], { GPG_FINGERPRINT: "" }).key).toBeUndefined();
  });

  test.each(["ABCDEF01", "somebody@example.com", `--sign${FINGERPRINT}`])(
    "%s is refused: it is not a fingerprint, and could select another key",
    (name) => {
      expect(() => read([], { GPG_FINGERPRINT: name })).toThrow(/40 hexadecimal digits/);
    },
  );
});
