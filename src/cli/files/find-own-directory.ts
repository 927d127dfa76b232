import { tryFindUserPluginDirectory } from "../../distribution/layout";
import type { CommandContext } from "../command-session";

export function tryFindOwnDirectory({
  platform,
  homeDirectory,
  environment,
}: Pick<CommandContext, "platform" | "homeDirectory" | "environment">): string | undefined {
  return tryFindUserPluginDirectory({ platform, homeDirectory, appDataDirectory: environment["APPDATA"] });
}
