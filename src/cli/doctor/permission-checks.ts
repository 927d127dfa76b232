import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import type { TokenFile } from "../files/read-token-file";
import { type CheckGroup, type Finding, ok, problem, skipped, warning } from "./check";

/** Not by the group: many systems give every user one of their own. */
const WRITABLE_BY_OTHERS = 0o002;

/**
 * Returns the checks of permissions: who can read the token file, and who can change the plugin.
 * @param tokenFile - undefined: the token is not in a file, or the file cannot be read
 * @param listPluginDirectories - mirrors, packages and what is between; those that are missing are passed over
 */
export function listPermissionChecks(
  { platform, userId }: Pick<CommandContext, "platform" | "userId">,
  tokenFile: { readonly name: string; readonly file: TokenFile | undefined } | undefined,
  listPluginDirectories: () => readonly string[],
): CheckGroup {
  const isWindows = platform === "win32";
  return {
    title: "Permissions",
    checks: [
      { name: "token file", run: () => checkTokenFile(tokenFile, isWindows) },
      {
        name: "plugin files",
        run: () =>
          isWindows
            ? skipped("Windows has no permission bits")
            : checkPluginDirectories(listPluginDirectories(), userId),
      },
    ],
  };
}

function checkTokenFile(
  tokenFile: { readonly name: string; readonly file: TokenFile | undefined } | undefined,
  isWindows: boolean,
): Finding {
  if (tokenFile === undefined) return skipped("no --token-file is given");
  const { name, file } = tokenFile;
  if (file === undefined) return skipped("the token file cannot be read");
  if (file.warning !== undefined) return warning(file.warning, "", `chmod 600 ${quoteForShell(name)}`);
  if (name === "-" || isWindows)
    return skipped(name === "-" ? "it is standard input" : "Windows has no permission bits");
  return ok("only you can read it");
}

async function checkPluginDirectories(
  directories: readonly string[],
  userId: number | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let found = 0;
  for (const directory of directories) {
    const names = await readdir(directory).catch(() => []);
    const paths = [directory, ...names.map((name) => join(directory, name))];
    const all = (await Promise.all(paths.map((path) => stat(path).catch(() => [])))).flat();
    // Each directory below has a line of its own.
    const stats = all.filter((each, index) => index === 0 || each.isFile());
    if (stats.length === 0) continue;
    found += 1;
    const quoted = quoteForShell(directory);
    if (stats.some(({ mode }) => (mode & WRITABLE_BY_OTHERS) !== 0)) {
      const message = `Other users of this machine can change the plugins in ${directory}, which Terraform runs as you.`;
      findings.push(problem(message, "", `chmod -R o-w ${quoted}`));
    }
    const foreign = stats.find(({ uid }) => ![0, userId ?? uid].includes(uid));
    if (foreign !== undefined) {
      const message = `The user with the id ${foreign.uid} owns plugins in ${directory} and can change them; Terraform runs them as you.`;
      findings.push(
        warning(
          message,
          "Unless you trust that user, make them yours:",
          `sudo chown -R "$(id -un)" ${quoted}`,
        ),
      );
    }
  }
  if (found === 0) return [skipped("there is no plugin directory")];
  return findings.length > 0 ? findings : [ok("other users cannot change them")];
}
