import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { catchError } from "../support/catch-error";
import { makeScratch } from "../support/make-scratch";

let root: string;

beforeEach(() => {
  root = makeScratch();
  mkdirSync(join(root, "dist", "nested"), { recursive: true });
});

function writeManifest(content: string, directory = root): void {
  writeFileSync(join(directory, "package.json"), content);
}

describe("findProviderBundle", () => {
  test("walks up to this package, past other and broken manifests", () => {
    writeManifest('{ "name": "terraform-provider-mergequeue" }');
    writeManifest('{ "type": "commonjs" }', join(root, "dist"));
    writeManifest("{ broken", join(root, "dist", "nested"));
    mkdirSync(join(root, "dist", "provider"));
    writeFileSync(join(root, "dist", "provider", "provider.cjs"), "");
    expect(findProviderBundle(join(root, "dist", "nested"))).toBe(
      join(root, "dist", "provider", "provider.cjs"),
    );
  });

  test("an unbuilt package gives an error that says what to run and where", () => {
    writeManifest('{ "name": "terraform-provider-mergequeue" }');
    expect(catchError(() => findProviderBundle(join(root, "dist")))).toMatchObject({
      code: "provider_not_built",
      message: expect.stringContaining(`Run "npm run build" in ${root}`) as string,
    });
  });

  test("code that was bundled into another package gives an error that says so", () => {
    writeManifest('{ "name": "app" }');
    expect(catchError(() => findProviderBundle(join(root, "dist")))).toMatchObject({
      code: "provider_not_built",
      message: expect.stringContaining("mark terraform-provider-mergequeue as external") as string,
    });
  });
});
