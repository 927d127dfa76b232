import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, isChromiumSkipped } from "../../support/find-chromium";

describe("findChromium", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "find-chromium-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });
  const place = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, "");
    await chmod(path, 0o755);
    return path;
  };

  test("prefers chromium on the PATH to browsers with other names", async () => {
    const other = await place("google-chrome");
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toEqual({ path: other });
    const chromium = await place("chromium");
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toEqual({ path: chromium });
  });

  test("CHROMIUM_BINARY wins, and if it does not exist, no other browser replaces it", async () => {
    await place("chromium");
    const chosen = await place("mine");
    expect(findChromium({ PATH: folder, CHROMIUM_BINARY: chosen })).toEqual({ path: chosen });
    const { path, missing } = findChromium({ PATH: folder, CHROMIUM_BINARY: "/nowhere/mine" });
    expect(path).toBeUndefined();
    expect(missing).toContain("/nowhere/mine");
  });

  test("tests are skipped without a browser, except when everything must be verified", () => {
    const none = findChromium({ PATH: folder });
    expect(none.missing).toContain("CHROMIUM_BINARY");
    expect(isChromiumSkipped(none, {})).toBe(true);
    expect(isChromiumSkipped(none, { CI: "true" })).toBe(false);
    expect(isChromiumSkipped({ path: "/bin/chromium" }, {})).toBe(false);
  });
});
