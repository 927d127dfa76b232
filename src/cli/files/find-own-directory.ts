import { tryFindUserPluginDirectory } from "../../distribution/layout";
import type { CommandContext } from "../command-session";

/** Finds the plugin directory of the user who runs the command; undefined without a home directory. */
export function tryFindOwnDirectory({
  platform,
  homeDirectory,
  environment,
}: Pick<CommandContext, "platform" | "homeDirectory" | "environment">): string | undefined {
  return tryFindUserPluginDirectory({ platform, homeDirectory, appDataDirectory: environment["APPDATA"] });
}
