import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import type { TokenFile } from "../files/read-input-file";
import { STANDARD_INPUT } from "../files/read-input-file";
import { type Checks, type Finding, ok, problem, skipped, warning } from "./check";
import { listPluginDirectories } from "./plugin-checks";

/** Not by the group: many systems give every user one of their own. */
const WRITABLE_BY_OTHERS = 0o002;

/** Where the token comes from, if it is a file. */
interface GivenTokenFile {
  readonly name: string;
  /** Undefined: it cannot be read. */
  readonly file: TokenFile | undefined;
}

/** Returns the checks of permissions: who can read the token file, and who can change the plugin. */
export function listPermissionChecks(context: CommandContext, tokenFile: GivenTokenFile | undefined): Checks {
  const { platform, userId } = context;
  const hasNoBits = platform === "win32" ? skipped("Windows has no permission bits") : undefined;
  return {
    "token file": () => checkTokenFile(tokenFile) ?? hasNoBits ?? ok("only you can read it"),
    "plugin files": () => hasNoBits ?? checkPluginDirectories(listPluginDirectories(context), userId),
  };
}

/** @returns undefined if nothing is wrong */
function checkTokenFile(given: GivenTokenFile | undefined): Finding | undefined {
  if (given === undefined) return skipped("no --token-file is given");
  const { name, file } = given;
  if (file === undefined) return skipped("the token file cannot be read");
  if (file.warning !== undefined) return warning(file.warning, "", `chmod 600 ${quoteForShell(name)}`);
  return name === STANDARD_INPUT ? skipped("it is standard input") : undefined;
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
      const next = "Unless you trust that user, make them yours:";
      findings.push(warning(message, next, `sudo chown -R "$(id -un)" ${quoted}`));
    }
  }
  if (found === 0) return [skipped("there is no plugin directory")];
  return findings.length > 0 ? findings : [ok("other users cannot change them")];
}
