import { formatCliConfiguration } from "../../src/distribution/install-mirror";
import { tryFindUserPluginDirectory } from "../../src/distribution/layout";

describe("formatCliConfiguration", () => {
  test("D-07, D-10: this provider is installed from the mirror, every other one from its registry", () => {
    expect(formatCliConfiguration("/opt/mirror")).toBe(`provider_installation {
  filesystem_mirror {
    path    = "/opt/mirror"
    include = ["registry.terraform.io/mergequeue/mergequeue", "registry.opentofu.org/mergequeue/mergequeue"]
  }
  direct {
    exclude = ["registry.terraform.io/mergequeue/mergequeue", "registry.opentofu.org/mergequeue/mergequeue"]
  }
}
`);
  });

  test.each([
    ['/a b/"c"', '"/a b/\\"c\\""'],
    ["C:\\Users\\me", '"C:\\\\Users\\\\me"'],
    ["/x/${y}/%{z}/$1", '"/x/$${y}/%%{z}/$1"'],
  ])("a path of %s is quoted as HCL", (directory, quoted) => {
    expect(formatCliConfiguration(directory)).toContain(`path    = ${quoted}\n`);
  });
});

describe("tryFindUserPluginDirectory", () => {
  test.each([
    ["linux", "/home/me", undefined, "/home/me/.terraform.d/plugins"],
    ["darwin", "/Users/me", undefined, "/Users/me/.terraform.d/plugins"],
    ["win32", "C:\\Users\\me", "D:\\Roaming", "D:\\Roaming\\terraform.d\\plugins"],
    ["win32", "C:\\Users\\me", undefined, "C:\\Users\\me\\AppData\\Roaming\\terraform.d\\plugins"],
    ["linux", undefined, undefined, undefined],
  ] as const)("on %s with home %s and APPDATA %s it is %s", (platform, homeDirectory, APPDATA, expected) => {
    const machine = { platform, homeDirectory, environment: { APPDATA } };
    expect(tryFindUserPluginDirectory(machine)).toBe(expected);
  });
});
