import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { catchError } from "../support/catch-error";
import { errorLike } from "../support/error-like";
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
    const bundle = join(root, "dist", "provider", "provider.cjs");
    mkdirSync(dirname(bundle));
    writeFileSync(bundle, "");
    expect(findProviderBundle(join(root, "dist", "nested"))).toBe(bundle);
  });

  test("an unbuilt package gives an error that says what to run and where", () => {
    writeManifest('{ "name": "terraform-provider-mergequeue" }');
    expect(catchError(() => findProviderBundle(join(root, "dist")))).toMatchObject(
      errorLike("provider_not_built", `run "npm run build" in ${root}.`),
    );
  });

  test("code that was bundled into another package gives an error that says so", () => {
    writeManifest('{ "name": "app" }');
    expect(catchError(() => findProviderBundle(join(root, "dist")))).toMatchObject(
      errorLike("provider_not_built", "mark terraform-provider-mergequeue as external"),
    );
  });
});
