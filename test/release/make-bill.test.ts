import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BINARY_PLATFORMS } from "../../scripts/binary/platforms";
import { makeBill } from "../../scripts/release/make-bill";
import { VERSION } from "../../src/product";

const ROOT = resolve(__dirname, "../..");

/** A bill, as far as it is looked at. */
interface Bill {
  readonly serialNumber: string;
  readonly components: readonly {
    readonly type: string;
    readonly name: string;
    readonly version: string;
    readonly "bom-ref": string;
    readonly hashes: readonly unknown[];
    readonly licenses?: readonly unknown[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

function makeLicenses(...titles: readonly string[]): string {
  const rule = "=".repeat(80);
  return titles.map((title) => `${rule}\n${title}\n${rule}\n\nMay be used.\n`).join("\n");
}

function lock(packages: Readonly<Record<string, object>>): string {
  const hash = `sha512-${Buffer.alloc(64, 1).toString("base64")}`;
  const hashed = Object.entries(packages).map(([path, entry]) => [path, { integrity: hash, ...entry }]);
  return JSON.stringify({ packages: Object.fromEntries(hashed) as object });
}

function read(text: string): Bill {
  return JSON.parse(text) as Bill;
}

describe("the bill of materials", () => {
  test("S-21: it names every package of the built provider and every runtime, pinned by hash", () => {
    const licenses = readFileSync(join(ROOT, "dist/provider/LICENSES.txt"), "utf8");
    const text = makeBill(licenses, readFileSync(join(ROOT, "package-lock.json"), "utf8"), BINARY_PLATFORMS);
    const { components, dependencies } = read(text);
    for (const name of ["undici", "zod", "@msgpack/msgpack"])
      expect(components).toContainEqual(expect.objectContaining({ type: "library", name }));
    const headings = [...licenses.matchAll(/^(\S+ \d\S*) \(/gm)].map(([, title]) => title);
    const runtimes = BINARY_PLATFORMS.map(({ runtimePackage }) => runtimePackage);
    const ofType = (type: string) => components.filter((component) => component.type === type);
    expect(ofType("library").map(({ name, version }) => `${name} ${version}`)).toEqual(headings);
    expect(ofType("platform").map(({ name }) => name)).toEqual(runtimes);
    for (const { hashes, licenses: named } of components) {
      const content = expect.stringMatching(/^[0-9a-f]{128}$/) as unknown;
      expect(hashes).toEqual([{ alg: "SHA-512", content }]);
      expect(named).toEqual([{ expression: expect.stringMatching(/^[^()]/) as unknown }]);
    }
    const known = components.map((component) => component["bom-ref"]);
    const own = `pkg:npm/terraform-provider-mergequeue@${VERSION}`;
    expect(dependencies.map(({ ref }) => ref)).toEqual([own, ...known]);
    // Every component is a dependency of the provider or of another component.
    expect(new Set(dependencies.flatMap(({ dependsOn }) => dependsOn ?? []))).toEqual(new Set(known));
  });

  test("S-21: dependencies of a package are looked up as Node.js does, in its own folder first", () => {
    const text = makeBill(
      makeLicenses("@acme/a 1.0.0 (MIT)", "b 1.0.0 ((ISC OR MIT))", "b 2.0.0 (see below)", "c 1.0.0 (MIT)"),
      lock({
        "": { devDependencies: { "@acme/a": "1.0.0", c: "1.0.0" } },
        "node_modules/@acme/a": { version: "1.0.0", dependencies: { b: "^2", other: "^1" } },
        "node_modules/@acme/a/node_modules/b": { version: "2.0.0" },
        "node_modules/b": { version: "1.0.0" },
        "node_modules/c": { version: "1.0.0", dependencies: { b: "^1" } },
      }),
      [],
    );
    const { components, dependencies } = read(text);
    expect(dependencies).toEqual([
      expect.objectContaining({ dependsOn: ["pkg:npm/%40acme/a@1.0.0", "pkg:npm/c@1.0.0"] }),
      { ref: "pkg:npm/%40acme/a@1.0.0", dependsOn: ["pkg:npm/b@2.0.0"] },
      { ref: "pkg:npm/b@1.0.0", dependsOn: [] },
      { ref: "pkg:npm/b@2.0.0", dependsOn: [] },
      { ref: "pkg:npm/c@1.0.0", dependsOn: ["pkg:npm/b@1.0.0"] },
    ]);
    const [mit, either] = ["MIT", "ISC OR MIT"].map((expression) => [{ expression }]);
    expect(components.map(({ licenses }) => licenses)).toEqual([mit, either, undefined, mit]);
  });

  test("S-21: it is the same for the same content, and has another serial number for other content", () => {
    const one = { version: "1.0.0" };
    const packages = { "": {}, "node_modules/b": one, "node_modules/c": one };
    const make = (...names: readonly string[]): string =>
      makeBill(makeLicenses(...names.map((name) => `${name} 1.0.0 (MIT)`)), lock(packages), []);
    expect(make("b")).toBe(make("b"));
    expect(make("b")).not.toContain("timestamp");
    expect(read(make("c")).serialNumber).not.toBe(read(make("b")).serialNumber);
    expect(read(make("c")).serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test("S-21: a package that is not locked is refused", () => {
    const locked = lock({ "node_modules/b": { version: "1.0.0" } });
    expect(() => makeBill(makeLicenses("b 1.0.1 (MIT)"), locked, [])).toThrow("does not pin b 1.0.1");
    expect(() => makeBill("", lock({}), [])).toThrow("do not name any package");
  });
});
