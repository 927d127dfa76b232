import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { MergeQueueProvider, type MergeQueueProviderProps } from "../../../src/constructs";
import * as bundle from "../../../src/distribution/find-provider-bundle";
import { archiveName } from "../../../src/distribution/layout";
import { VERSION } from "../../../src/product";
import { catchError } from "../../support/catch-error";
import { writeBuiltProvider } from "../../support/write-built-provider";
import { fakeContentHash, RELEASED, writeFakeRelease } from "../../support/write-fake-release";

const VARIABLE = "MERGEQUEUE_PROVIDER_PACKAGE";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "named-release-"));
  jest.spyOn(bundle, "findProviderBundle").mockReturnValue(writeBuiltProvider(join(root, "built")));
});

afterEach(() => {
  Reflect.deleteProperty(process.env, VARIABLE);
  rmSync(root, { recursive: true, force: true });
});

function synth(props: MergeQueueProviderProps = {}): TerraformStack {
  const app = new App({ outdir: join(root, "cdktf.out") });
  const stack = new TerraformStack(app, "queues");
  new MergeQueueProvider(stack, "provider", props);
  app.synth();
  return stack;
}

function inStack(path: string): string {
  return join(root, "cdktf.out/stacks/queues", path);
}

const PLUGINS = "terraform.d/plugins/registry.terraform.io/mergequeue/mergequeue";

describe("a release that MERGEQUEUE_PROVIDER_PACKAGE names", () => {
  test("D-07: synth places its archives instead of the plugin of this package", () => {
    process.env[VARIABLE] = writeFakeRelease(join(root, "release"), VERSION);
    synth();
    expect(readdirSync(inStack(PLUGINS)).sort()).toEqual(
      [`${VERSION}.json`, ...RELEASED.map((each) => archiveName(VERSION, each))].sort(),
    );
  });

  test("D-08: the lock file gets the hashes of all platforms, as Terraform sorts them", () => {
    process.env[VARIABLE] = writeFakeRelease(join(root, "release"), VERSION);
    synth();
    const lock = readFileSync(inStack(".terraform.lock.hcl"), "utf8");
    const hashes = [...lock.matchAll(/"((?:h1|zh):.*)"/g)].map(([, hash]) => hash);
    expect(hashes).toHaveLength(2 * RELEASED.length);
    expect(hashes).toEqual([...hashes].sort());
    expect(hashes).toEqual(expect.arrayContaining(RELEASED.map((each) => fakeContentHash(each))));
  });

  test("D-09: it is placed on Windows, too, without a warning", () => {
    jest.spyOn(os, "platform").mockReturnValue("win32");
    process.env[VARIABLE] = writeFakeRelease(join(root, "release"), VERSION);
    const stack = synth();
    expect(existsSync(inStack(PLUGINS))).toBe(true);
    const metadata = stack.node.findAll().flatMap((node) => node.node.metadata);
    expect(metadata.filter(({ type }) => type === "@cdktf/warn")).toEqual([]);
  });

  test("without the variable, or with an empty one, the plugin of this package is placed again", () => {
    process.env[VARIABLE] = writeFakeRelease(join(root, "release"), VERSION);
    synth();
    process.env[VARIABLE] = "";
    synth();
    expect(readdirSync(inStack(PLUGINS))).toEqual([VERSION]);
  });

  test("D-08: a lock file with other hashes of the version ends the synthesis, which says what to do", () => {
    synth();
    const release = writeFakeRelease(join(root, "release"), VERSION);
    process.env[VARIABLE] = release;
    const locked = readFileSync(inStack(".terraform.lock.hcl"), "utf8");
    expect(catchError(() => synth())).toMatchObject({
      code: "foreign_content",
      message:
        `The lock file ${inStack(".terraform.lock.hcl")} has other hashes of version ${VERSION} than the archives in ` +
        `${release}, which MERGEQUEUE_PROVIDER_PACKAGE names. Terraform would refuse them. If you trust the archives, ` +
        "remove the lock file or the provider's entry in it, and synthesize again.",
    });
    expect(readFileSync(inStack(".terraform.lock.hcl"), "utf8")).toBe(locked);
    rmSync(inStack(".terraform.lock.hcl"));
    synth();
    expect(readFileSync(inStack(".terraform.lock.hcl"), "utf8")).toContain(fakeContentHash("linux_amd64"));
  });

  test("plugin: false leaves it out, removes an earlier one, and does not look for it", () => {
    process.env[VARIABLE] = writeFakeRelease(join(root, "release"), VERSION);
    synth();
    process.env[VARIABLE] = "nowhere";
    synth({ plugin: false });
    expect(readdirSync(inStack(PLUGINS))).toEqual([]);
  });

  test("a value that is neither a directory nor a package ends the synthesis with an error that names the variable", () => {
    process.env[VARIABLE] = "nowhere";
    expect(catchError(() => synth())).toMatchObject({
      code: "unusable_release",
      message: expect.stringMatching(
        /^MERGEQUEUE_PROVIDER_PACKAGE is "nowhere", but there is neither a directory .*nowhere nor an npm package/,
      ) as string,
    });
    expect(existsSync(inStack("terraform.d"))).toBe(false);
  });
});
