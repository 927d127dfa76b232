import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { REGISTRY_HOSTS } from "../../../src/product";
import { buildGoProvider, buildSources, copyModule, type GoProvider } from "./go-module";

/** The version that the constructs require: that of `@cdktf/provider-null` 11. */
const VERSION = "3.2.4";

const MODULE = "github.com/hashicorp/terraform-provider-null";

/** The commit of release 3.2.4: its tag is no version for Go, as the module's path does not end in `/v3`. */
const RELEASE = "v1.0.1-0.20250421213748-01034f80eb23";

/**
 * The last release that is a version to Go, which every module proxy has. Its `null_resource` is the same. It
 * is built with the library that has taken the place of the one that it names.
 */
const OLD_RELEASE = "v1.0.0";
const OLD_LIBRARY = "github.com/hashicorp/terraform-plugin-sdk/v2";
const OLD_LIBRARY_VERSION = "v2.36.1";

/** Returns a mirror with the provider `hashicorp/null` and nothing else. */
export function findNullProvider(): GoProvider {
  return buildGoProvider("null", (mirror, sources) => {
    const executable = join(sources, "provider");
    const failure = buildRelease(sources, executable) && buildOldRelease(sources, executable);
    if (failure === undefined) layOut(executable, mirror);
    return failure;
  });
}

/** Returns why it failed, if it did. */
function buildRelease(sources: string, executable: string): string | undefined {
  return copyModule(MODULE, RELEASE, sources) ?? buildSources(sources, executable);
}

function buildOldRelease(sources: string, executable: string): string | undefined {
  const failure = copyModule(MODULE, OLD_RELEASE, sources);
  if (failure !== undefined) return failure;
  for (const name of ["main.go", "null/data_source.go", "null/provider.go", "null/resource.go"]) {
    const text = readFileSync(join(sources, name), "utf8")
      .replace('\t"github.com/hashicorp/terraform/terraform"\n', "")
      .replaceAll("github.com/hashicorp/terraform/", `${OLD_LIBRARY}/`)
      .replaceAll("terraform.ResourceProvider", "*schema.Provider");
    writeFileSync(join(sources, name), text);
  }
  rmSync(join(sources, "null/provider_test.go"));
  const module = "module github.com/terraform-providers/terraform-provider-null\n\ngo 1.20\n";
  writeFileSync(join(sources, "go.mod"), `${module}\nrequire ${OLD_LIBRARY} ${OLD_LIBRARY_VERSION}\n`);
  return buildSources(sources, executable);
}

/** Puts the executable where Terraform and OpenTofu look for it in a mirror. */
function layOut(executable: string, mirror: string): void {
  const goArch = arch() === "x64" ? "amd64" : arch();
  for (const host of REGISTRY_HOSTS) {
    const folder = join(mirror, host, "hashicorp/null", VERSION, `${platform()}_${goArch}`);
    mkdirSync(folder, { recursive: true });
    cpSync(executable, join(folder, `terraform-provider-null_v${VERSION}_x5`));
  }
}
