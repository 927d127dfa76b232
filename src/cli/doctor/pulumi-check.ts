import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PLAIN_EXECUTABLE_NAME } from "../../distribution/layout";
import { readRegularFile } from "../../stack/read-regular-file";
import { quoteForShell } from "../../text/quote-for-shell";
import { type Finding, ok, problem, skipped, warning } from "./check";

const PROJECT_NAME = "Pulumi.yaml";

/** The path of the plugin, as `pulumi package add` writes it. */
const PLUGIN_PATH = new RegExp(`["']?([^\\s"'\\[,]*${PLAIN_EXECUTABLE_NAME})["']?\\s*[\\],]?\\s*$`, "m");

/** Whether a directory is a Pulumi project. */
export async function isPulumiProject(directory: string): Promise<boolean> {
  return stat(join(directory, PROJECT_NAME)).then(
    () => true,
    () => false,
  );
}

/** Checks whether a Pulumi project has the plugin that its `Pulumi.yaml` names. */
export async function checkPulumiPlugin(directory: string): Promise<Finding> {
  if (!(await isPulumiProject(directory))) return skipped(`there is no ${PROJECT_NAME} here`);
  const [, named] = PLUGIN_PATH.exec(await readRegularFile(join(directory, PROJECT_NAME))) ?? [];
  if (named === undefined) {
    return warning(
      `${PROJECT_NAME} does not name the provider plugin.`,
      "To use it in this project:",
      `${toInstallCommand("plugin")} && pulumi package add terraform-provider ./plugin/${PLAIN_EXECUTABLE_NAME}`,
    );
  }
  const path = resolve(directory, named);
  try {
    await access(path, constants.X_OK);
    if ((await stat(path)).isFile()) return ok(`${PROJECT_NAME} names ${named}`);
  } catch {
    // It is missing, or not executable.
  }
  return problem(
    `${PROJECT_NAME} names ${named}, which is not an executable file. Pulumi cannot start the provider.`,
    "",
    toInstallCommand(dirname(named)),
  );
}

function toInstallCommand(directory: string): string {
  return `mergequeue provider install --plain --dir ${quoteForShell(directory)}`;
}
