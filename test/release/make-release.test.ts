import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { BINARY_PLATFORMS } from "../../scripts/binary/platforms";
import { makeRelease, type ReleaseRequest } from "../../scripts/release/make-release";
import { packArchive } from "../../scripts/release/pack-archive";
import { LICENSES_NAME } from "../../src/distribution/layout";
import { VERSION } from "../../src/product";
import { readZip } from "../support/canary/read-zip";
import { makeScratch } from "../support/make-scratch";
import { readEntries } from "./support/read-entries";
import { hashArchive } from "./support/start-registry";
import { makeTinyPackage } from "./support/tiny-release";

const ROOT = resolve(__dirname, "../..");
const STEM = `terraform-provider-mergequeue_${VERSION}`;

let base: string;
let outDirectory: string;

beforeEach(() => {
  base = makeScratch();
  outDirectory = join(base, "below", "release");
});

async function release(request: Partial<ReleaseRequest> = {}): Promise<string> {
  await makeRelease({
    root: ROOT,
    platforms: BINARY_PLATFORMS,
    outDirectory,
    readPackage: async (_root, platform) => makeTinyPackage(platform),
    ...request,
  });
  return readFile(join(outDirectory, `${STEM}_SHA256SUMS`), "utf8");
}

describe("the files of a release", () => {
  test("D-11: archives and their list, the manifest of protocol 6, checksums and a bill of materials", async () => {
    await release();
    expect((await readdir(outDirectory)).sort()).toEqual([
      `${VERSION}.json`,
      `${STEM}_SHA256SUMS`,
      `${STEM}_darwin_amd64.zip`,
      `${STEM}_darwin_arm64.zip`,
      `${STEM}_linux_amd64.zip`,
      `${STEM}_linux_arm64.zip`,
      `${STEM}_manifest.json`,
      `${STEM}_sbom.cdx.json`,
      `${STEM}_windows_amd64.zip`,
      `${STEM}_windows_arm64.zip`,
    ]);
    const manifest: unknown = JSON.parse(await readFile(join(outDirectory, `${STEM}_manifest.json`), "utf8"));
    expect(manifest).toEqual({ version: 1, metadata: { protocol_versions: ["6.0"] } });
  });

  test("D-11: the checksums are those of all archives, of their list and of the manifest, sorted, as sha256sum checks them", async () => {
    const lines = (await release()).trimEnd().split("\n");
    const names = lines.map((line) => line.slice(66));
    expect(names).toEqual([...names].sort());
    const files = (await readdir(outDirectory)).filter((name) => /\.zip$|manifest|^\d.*\.json$/.test(name));
    expect(names).toEqual(files.sort());
    execFileSync("sha256sum", ["-c", "--strict", "--quiet", `${STEM}_SHA256SUMS`], { cwd: outDirectory });
  });

  test("D-11: the list has Terraform's hashes of every archive: of the file and of its contents", async () => {
    await release();
    const listed: unknown = JSON.parse(await readFile(join(outDirectory, `${VERSION}.json`), "utf8"));
    const archives = BINARY_PLATFORMS.map(async ({ name }) => {
      const url = `${STEM}_${name}.zip`;
      const archive = await readFile(join(outDirectory, url));
      return [name, { url, hashes: [hashArchive(archive), `zh:${hash("sha256", archive)}`] }] as const;
    });
    expect(listed).toEqual({ archives: Object.fromEntries(await Promise.all(archives)) });
  });

  test("S-23: two runs into one directory do not mix: the first one to finish provides all files", async () => {
    const [other, first] = BINARY_PLATFORMS.slice(-2).map((platform) => [platform]);
    await mkdir(outDirectory, { recursive: true });
    const runs = await Promise.allSettled([
      release({ platforms: first ?? [] }),
      release({
        platforms: other ?? [],
        readPackage: async (_root, platform) => {
          while (!existsSync(join(outDirectory, `${STEM}_SHA256SUMS`))) await new Promise(setImmediate);
          return makeTinyPackage(platform);
        },
      }),
    ]);

    const reasons = runs.map((run) => (run.status === "rejected" ? String(run.reason) : run.status));
    expect(reasons).toEqual(["fulfilled", expect.stringContaining(`${outDirectory} is not empty`)]);
    expect((await readdir(outDirectory)).filter((name) => name.endsWith(".zip"))).toEqual([
      `${STEM}_${first?.[0]?.name ?? ""}.zip`,
    ]);
    expect(await readdir(join(base, "below"))).toEqual(["release"]);
  });

  test("S-23: leftovers of an interrupted run do not get into the files of the next", async () => {
    const left = join(base, "below", `.release-${process.pid}`);
    await mkdir(left, { recursive: true });
    await writeFile(join(left, "left.zip"), "");
    await release();

    expect(await readdir(outDirectory)).not.toContain("left.zip");
  });

  test("S-23: the same packages make the same files", async () => {
    const sums = await release();
    const bill = await readFile(join(outDirectory, `${STEM}_sbom.cdx.json`), "utf8");
    outDirectory = join(base, "again");
    const reversed: ReleaseRequest["readPackage"] = async (_root, platform) =>
      makeTinyPackage(platform).reverse();
    expect(await release({ readPackage: reversed, platforms: [...BINARY_PLATFORMS].reverse() })).toBe(sums);
    outDirectory = join(base, "and-again");
    await release();
    expect(await readFile(join(outDirectory, `${STEM}_sbom.cdx.json`), "utf8")).toBe(bill);
  });

  test("D-11: the checksums are signed, in a separate file", async () => {
    await release({
      sign: (file, signature) => {
        execFileSync("cp", [file, signature]);
      },
    });
    const read = async (name: string): Promise<string> => readFile(join(outDirectory, name), "utf8");
    expect(await read(`${STEM}_SHA256SUMS.sig`)).toBe(await read(`${STEM}_SHA256SUMS`));
  });

  test("a directory that is not empty is refused, and the error says what to do", async () => {
    await mkdir(outDirectory, { recursive: true });
    await writeFile(join(outDirectory, "old.zip"), "");
    await expect(release()).rejects.toThrow(/not empty \(old\.zip\): .* Remove it, or name another .* --out/);
    expect(await readdir(outDirectory)).toEqual(["old.zip"]);
  });

  test("an empty directory is accepted", async () => {
    await mkdir(outDirectory, { recursive: true });
    await release();
    expect(await readdir(join(base, "below"))).toEqual(["release"]);
  });

  test("a release that fails half way leaves nothing", async () => {
    const sign = (): void => {
      throw new Error("The key is gone.");
    };
    await expect(release({ sign })).rejects.toThrow("The key is gone.");
    expect(await readdir(join(base, "below"))).toEqual([]);
  });

  test("S-21: a package without the licences of its contents is refused", async () => {
    const readPackage: ReleaseRequest["readPackage"] = async (_root, platform) =>
      makeTinyPackage(platform).filter(({ name }) => name !== LICENSES_NAME);
    await expect(release({ readPackage })).rejects.toThrow("linux_amd64 would lack LICENSES.txt");
  });
});

describe("an archive", () => {
  const FILES = [
    { name: "b", content: Buffer.from("started"), mode: 0o755 },
    { name: "a", content: Buffer.from("read"), mode: 0o644 },
  ];

  test("D-12: it has Unix modes, and only programs are executable", async () => {
    const archive = await packArchive(FILES);
    expect(readEntries(archive)).toEqual([
      { name: "a", madeBy: 3, mode: 0o100644, time: expect.any(Number) as unknown, extraBytes: 0 },
      { name: "b", madeBy: 3, mode: 0o100755, time: expect.any(Number) as unknown, extraBytes: 0 },
    ]);
    const contents = [...readZip(archive)].map(([name, content]) => `${name}: ${content.toString()}`);
    expect(contents).toEqual(["a: read", "b: started"]);
  });

  test("S-23: its only time is 1 January 1980, in local time", async () => {
    // Year 0 of the format, month 1, day 1, midnight (APPNOTE.TXT 4.4.6).
    const midnight = ((0 << 9) | (1 << 5) | 1) << 16;
    expect(readEntries(await packArchive(FILES)).map(({ time }) => time)).toEqual([midnight, midnight]);
  });
});
