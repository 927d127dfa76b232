import { readdir, readFile } from "node:fs/promises";
import type * as NodeModule from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleEntry } from "../../scripts/build/bundle-entry";
import { ENTRIES, type Entry } from "../../scripts/build/entries";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");

function findProviderEntry(): Entry {
  const entry = ENTRIES.find(({ outFile }) => outFile.startsWith("provider/"));
  if (entry === undefined) throw new Error("no entry is the provider");
  return entry;
}

describe("the provider's bundle", () => {
  let first = "";
  let inputs: readonly string[] = [];
  let contents: ReadonlyMap<string, readonly string[]> = new Map();
  let code: readonly string[] = [];

  async function readCode(directory: string): Promise<string[]> {
    const files = ["LICENSES.txt", "calls.cjs", "client.cjs", "provider.cjs", "schema.cjs", "start.cjs"];
    expect((await readdir(join(directory, "provider"))).sort()).toEqual(files);
    return Promise.all(files.map((file) => readFile(join(directory, "provider", file), "utf8")));
  }

  beforeAll(async () => {
    const entry = findProviderEntry();
    first = makeScratch();
    contents = await bundleEntry(ROOT, entry, first);
    inputs = [...contents.values()].flat();
    code = await readCode(first);
  });

  test("D-08, S-23: does not depend on where or when it is built", async () => {
    // Whole files, minified, would be megabytes of output.
    const built = await readCode(join(ROOT, "dist"));
    const isStale = built.some((text, index) => text !== code[index]);
    expect(isStale ? "dist is stale: run npm run build" : "dist is current").toBe("dist is current");
    expect(code.join("")).not.toContain(ROOT);
  });

  test("requires only Node.js", () => {
    const required = [...code.join("").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    expect(required.length).toBeGreaterThan(5);
    const { builtinModules } = jest.requireActual<typeof NodeModule>("node:module");
    const own = ["./calls.cjs", "./client.cjs", "./schema.cjs", "./start.cjs", ...builtinModules];
    const foreign = required.filter((name) => !own.includes(name.replace(/^node:/, "")));
    expect(foreign).toEqual([]);
  });

  test("contains no gRPC library but our own", () => {
    expect(inputs).toContain("src/plugin/grpc/grpc-server.ts");
    expect(inputs.filter((input) => input.includes("node_modules/@grpc/"))).toEqual([]);
  });

  test("only the client's file contains the HTTP client and the schemas", () => {
    const places = [...contents].filter(([, modules]) =>
      modules.some((module) => /node_modules\/(?:undici|zod)\//.test(module)),
    );
    expect(places.map(([file]) => file)).toEqual(["provider/client.cjs"]);
  });

  test("S-19: contains no code of the local service, the command or the constructs", () => {
    expect(inputs.some((input) => input.startsWith("src/provider/"))).toBe(true);
    const foreign = inputs.filter((input) => /^src\/(emulator|cli|constructs|distribution)\//.test(input));
    expect(foreign).toEqual([]);
  });

  test("contains each class that is compared with instanceof in one file only", async () => {
    const sources = await Promise.all(
      [...new Set(inputs)]
        .filter((input) => input.startsWith("src/"))
        .map(async (input) => [input, await readFile(join(ROOT, input), "utf8")] as const),
    );
    const compared = new Set(
      sources.flatMap(([, source]) => [...source.matchAll(/\binstanceof (\w+)/g)].map(([, name]) => name)),
    );
    const places = sources.flatMap(([input, source]) =>
      [...source.matchAll(/\bclass (\w+)/g)]
        .filter(([, name]) => compared.has(name))
        .map(([, name]) => ({
          name,
          files: [...contents].filter(([, modules]) => modules.includes(input)).map(([file]) => file),
        })),
    );
    expect(places.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["DynamicValue", "TfNumber", "UnknownValue"]),
    );
    expect(places.filter(({ files }) => files.length !== 1)).toEqual([]);
  });

  test("S-15: cannot start programs", () => {
    expect(code.join("")).not.toContain("child_process");
  });

  test("includes the licence of every package in it", async () => {
    const licenses = await readFile(join(first, "provider/LICENSES.txt"), "utf8");
    const packages = inputs.flatMap(
      (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(input)?.[1] ?? [],
    );
    expect(packages).toContain("@bufbuild/protobuf");
    // The package itself does not contain a licence file.
    expect(licenses).toContain("Copyright 2021-2026 Buf Technologies, Inc.");
    for (const name of new Set(packages))
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  });
});

describe("bundleEntry", () => {
  test("refuses a file that stands for a module that does not exist", async () => {
    const entry = findProviderEntry();
    const lazy = (entry.lazy ?? []).map((file) => ({ ...file, standsFor: ["src/plugin/renamed.ts"] }));
    const build = bundleEntry(ROOT, { ...entry, lazy }, tmpdir());
    await expect(build).rejects.toThrow(
      "src/plugin/renamed.ts, for which provider/calls.cjs stands, does not exist.",
    );
    await expect(build).rejects.toThrow('Correct "standsFor" in scripts/build/entries.ts.');
  });
});
