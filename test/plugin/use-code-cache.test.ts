import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { useCodeCache } from "../../src/plugin/use-code-cache";
import { makeScratch } from "../support/make-scratch";

const NAME = "terraform-provider-tiny";
let home: string;
let enabled: string[] = [];

beforeEach(() => {
  home = makeScratch();
  enabled = [];
});

/** Returns the directories that were enabled. */
function use(
  env: { readonly [name: string]: string } = { HOME: home },
  {
    platform = "linux",
    userId = process.geteuid?.(),
  }: { platform?: string; userId?: number | undefined } = {},
): readonly string[] {
  const geteuid = userId === undefined ? undefined : () => userId;
  useCodeCache({ env, platform, geteuid }, NAME, (directory) => enabled.push(directory));
  return enabled;
}

describe("useCodeCache", () => {
  test("S-28: makes a directory of the user alone", () => {
    expect(use()).toEqual([join(home, ".cache", NAME)]);
    expect(lstatSync(join(home, ".cache", NAME)).mode & 0o777).toBe(0o700);
    // And uses it again.
    expect(use()).toHaveLength(2);
  });

  test.each([
    ["XDG_CACHE_HOME", "linux", () => ({ HOME: "/nowhere", XDG_CACHE_HOME: home }), NAME],
    [
      "Library/Caches on macOS",
      "darwin",
      () => ({ HOME: home, XDG_CACHE_HOME: "/x" }),
      `Library/Caches/${NAME}`,
    ],
  ])("uses %s", (_where, platform, env, place) => {
    mkdirSync(join(home, "Library/Caches"), { recursive: true, mode: 0o700 });
    expect(use(env(), { platform })).toEqual([join(home, place)]);
  });

  const allow = (mode: number, place: string) => (): void => {
    chmodSync(join(home, ".cache", place), mode);
  };
  test.each([
    ["its directory can be written by others", allow(0o770, NAME)],
    ["the directory above can be written by others", allow(0o777, "")],
    [
      "it is a link",
      () => {
        rmSync(join(home, ".cache", NAME), { recursive: true });
        symlinkSync(home, join(home, ".cache", NAME));
      },
    ],
  ])("S-28: caches nothing if %s", (_what, change) => {
    use();
    enabled = [];
    change();

    expect(use()).toEqual([]);
  });

  test("S-28: caches nothing in a directory of another user", () => {
    use();
    enabled = [];

    expect(use({ HOME: home }, { userId: 12_345 })).toEqual([]);
  });

  test.each([
    ["there is no home directory", {}],
    ["the home directory does not exist", { HOME: "/nowhere/home" }],
  ])("caches nothing if %s", (_why, env) => {
    expect(use(env)).toEqual([]);
    expect(existsSync("/nowhere")).toBe(false);
  });

  test("makes no directory if NODE_DISABLE_COMPILE_CACHE is set, or on Windows", () => {
    expect(use({ HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual([]);
    useCodeCache({ env: { HOME: home }, platform: "win32" }, NAME, () => 0);
    expect(readdirSync(home)).toEqual([]);
  });

  test("a link in place of the user's directory for caches is followed", () => {
    mkdirSync(join(home, "disk"), { mode: 0o700 });
    symlinkSync(join(home, "disk"), join(home, ".cache"));
    expect(use()).toEqual([join(home, ".cache", NAME)]);
  });

  test("begins anew with too many files", () => {
    use();
    const versions = join(home, ".cache", NAME, "v22");
    mkdirSync(versions);
    const write = (count: number): void => {
      for (let index = 0; index < count; index += 1) writeFileSync(join(versions, String(index)), "");
    };
    write(99);
    use();
    expect(readdirSync(versions)).toHaveLength(99);
    write(100);
    use();
    expect(readdirSync(join(home, ".cache", NAME))).toEqual([]);
    expect(enabled).toHaveLength(3);
  });
});
