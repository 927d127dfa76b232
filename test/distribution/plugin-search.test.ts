import { formatCliConfiguration } from "../../src/distribution/cli-configuration";
import {
  listCliConfigurations,
  listImpliedDirectories,
  tryReadInstallationMethods,
} from "../../src/distribution/plugin-search";

const LINUX = { platform: "linux", homeDirectory: "/home/someone" } as const;
const MAC = { platform: "darwin", homeDirectory: "/homes/someone" } as const;
const WINDOWS = { platform: "win32", homeDirectory: "C:\\Users\\someone" } as const;

describe("tryReadInstallationMethods", () => {
  test("D-07: reads what formatCliConfiguration writes", () => {
    expect(tryReadInstallationMethods(formatCliConfiguration('/opt/a "mirror"'))).toEqual({
      mirrors: ['/opt/a "mirror"'],
      hasNetwork: false,
      override: undefined,
    });
  });

  test.each([
    ["", undefined],
    ['plugin_cache_dir = "/cache"\n', undefined],
    ["# provider_installation {\n#   direct {}\n# }\n", undefined],
    ["provider_installation {\n  direct {}\n}\n", { mirrors: [], hasNetwork: true }],
    [
      'provider_installation {\n  network_mirror {\n    url = "https://m.example.com/"\n  }\n}\n',
      { mirrors: [], hasNetwork: true },
    ],
    [
      'provider_installation {\n  filesystem_mirror {\n    path = "C:\\m"\n  }\n}\n',
      { mirrors: ["C:\\m"], hasNetwork: false },
    ],
    [
      'provider_installation {\n  dev_overrides {\n    "registry.terraform.io/mergequeue/mergequeue" = "/build"\n  }\n  direct {}\n}\n',
      { mirrors: [], hasNetwork: true, override: "/build" },
    ],
  ])("%j", (text, expected) => {
    const methods = tryReadInstallationMethods(text);
    if (expected === undefined) expect(methods).toBeUndefined();
    else expect(methods).toEqual({ override: undefined, ...expected });
  });
});

describe("listCliConfigurations", () => {
  test("TF_CLI_CONFIG_FILE wins; else they are the files of Terraform and of OpenTofu", () => {
    expect(listCliConfigurations(LINUX, "own.tfrc", "/stacks")).toEqual(["/stacks/own.tfrc"]);
    expect(listCliConfigurations(LINUX, "", "/stacks")).toEqual([
      "/home/someone/.terraformrc",
      "/home/someone/.tofurc",
    ]);
    const windows = listCliConfigurations(
      { ...WINDOWS, appDataDirectory: "C:\\data" },
      undefined,
      "C:\\stacks",
    );
    expect(windows.map((path) => path.replace(/.*[\\/]/, ""))).toEqual(["terraform.rc", "tofu.rc"]);
  });
});

describe("listImpliedDirectories", () => {
  test("D-07: the user's plugin directory comes first, then those of the platform", () => {
    expect(listImpliedDirectories(LINUX, {})).toEqual([
      "/home/someone/.terraform.d/plugins",
      "/home/someone/.local/share/terraform/plugins",
      "/usr/local/share/terraform/plugins",
      "/usr/share/terraform/plugins",
    ]);
    const variables = { XDG_DATA_HOME: "/data", XDG_DATA_DIRS: "/shared:relative" };
    expect(listImpliedDirectories(LINUX, variables).slice(1)).toEqual([
      "/data/terraform/plugins",
      "/shared/terraform/plugins",
    ]);
    expect(listImpliedDirectories(MAC, {})).toEqual([
      "/homes/someone/.terraform.d/plugins",
      "/homes/someone/Library/Application Support/io.terraform/plugins",
      "/Library/Application Support/io.terraform/plugins",
    ]);
    expect(listImpliedDirectories(WINDOWS, {})).toHaveLength(1);
  });
});
