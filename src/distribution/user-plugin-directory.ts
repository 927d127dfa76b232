import { posix, win32 } from "node:path";

/** The environment that determines the user's plugin directory. */
export interface UserEnvironment {
  /** Operating system as Node.js names it (`process.platform`). */
  readonly platform: NodeJS.Platform;
  /** The user's home directory, absolute. */
  readonly homeDirectory: string;
  /** Value of `APPDATA` on Windows. @default `AppData\Roaming` in the home directory */
  readonly appDataDirectory?: string | undefined;
}

/**
 * Returns the directory in which Terraform and OpenTofu look for a user's own plugins unless a CLI configuration has
 * a `provider_installation` block: `~/.terraform.d/plugins`, on Windows `%APPDATA%\terraform.d\plugins` (Terraform's
 * documentation of implied local mirrors).
 */
export function userPluginDirectory(environment: UserEnvironment): string {
  const { platform, homeDirectory, appDataDirectory } = environment;
  if (platform !== "win32") return posix.join(homeDirectory, ".terraform.d", "plugins");
  const appData = appDataDirectory ?? win32.join(homeDirectory, "AppData", "Roaming");
  return win32.join(appData, "terraform.d", "plugins");
}
