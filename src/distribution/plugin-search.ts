import { delimiter, isAbsolute, join, posix, resolve } from "node:path";
import { PROVIDER_SOURCE } from "../product";
import { type UserEnvironment, userPluginDirectory } from "./user-plugin-directory";

/** What a CLI configuration says about where providers come from. */
export interface InstallationMethods {
  /** Paths of filesystem mirrors, as written. */
  readonly mirrors: readonly string[];
  /** Whether this provider may also come from a registry or a network mirror. */
  readonly hasNetwork: boolean;
  /** Directory in which `dev_overrides` has this provider. */
  readonly override: string | undefined;
}

const STRING = '("(?:[^"\\\\]|\\\\.)*")';

const COMMENT = /^[ \t]*(?:#|\/\/).*$/gm;

/**
 * Reads `provider_installation` in a CLI configuration (`.terraformrc`). `include` and `exclude` of mirrors are not
 * evaluated.
 * @returns undefined if it has no such block, so that Terraform looks in its implied directories
 */
export function tryReadInstallationMethods(text: string): InstallationMethods | undefined {
  const content = text.replace(COMMENT, "");
  if (!/^[ \t]*provider_installation[ \t\r\n]*\{/m.test(content)) return undefined;
  const list = (name: string): string[] =>
    [...content.matchAll(new RegExp(`\\b${name}[ \\t]*\\{([^}]*)\\}`, "g"))].map(([, body = ""]) => body);
  return {
    mirrors: list("filesystem_mirror").flatMap((body) => readString(body, "\\bpath[ \\t]*=[ \\t]*")),
    hasNetwork: [...list("network_mirror"), ...list("direct")].some(
      (body) => !new RegExp(`\\bexclude[ \\t]*=[^\\]]*${PROVIDER_SOURCE}`).test(body),
    ),
    override: list("dev_overrides").flatMap((body) =>
      readString(body, `"(?:[\\w.-]+/)?${PROVIDER_SOURCE}"[ \\t]*=[ \\t]*`),
    )[0],
  };
}

function readString(body: string, before: string): string[] {
  const literal = new RegExp(`${before}${STRING}`).exec(body)?.[1];
  if (literal === undefined) return [];
  try {
    return [String(JSON.parse(literal))];
  } catch {
    // HCL has a few escapes that JSON does not have; none is usual in a path.
    return [literal.slice(1, -1)];
  }
}

/**
 * Returns the files that may be the user's CLI configuration, the more decisive first: Terraform's and OpenTofu's.
 * @param workingDirectory - base of a relative TF_CLI_CONFIG_FILE, absolute
 */
export function listCliConfigurations(
  user: UserEnvironment,
  variable: string | undefined,
  workingDirectory: string,
): string[] {
  if (variable !== undefined && variable !== "") return [resolve(workingDirectory, variable)];
  if (user.platform === "win32") {
    const data = join(userPluginDirectory(user), "..", "..");
    return [join(data, "terraform.rc"), join(data, "tofu.rc")];
  }
  return [join(user.homeDirectory, ".terraformrc"), join(user.homeDirectory, ".tofurc")];
}

/**
 * Returns the directories in which Terraform looks without a `provider_installation` block, beside `terraform.d/plugins`
 * of the directory in which it runs.
 */
export function listImpliedDirectories(
  user: UserEnvironment,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const own = userPluginDirectory(user);
  const { platform, homeDirectory } = user;
  if (platform === "win32") return [own];
  if (platform === "darwin") {
    const library = "Library/Application Support/io.terraform/plugins";
    return [own, posix.join(homeDirectory, library), posix.join("/", library)];
  }
  const data = environment["XDG_DATA_HOME"] || posix.join(homeDirectory, ".local", "share");
  const shared = (environment["XDG_DATA_DIRS"] || "/usr/local/share:/usr/share").split(delimiter);
  return [
    own,
    ...[data, ...shared].filter(isAbsolute).map((each) => posix.join(each, "terraform", "plugins")),
  ];
}
