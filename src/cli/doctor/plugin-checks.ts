import { join } from "node:path";
import { type InstalledPackage, tryFindPackageFault } from "../../distribution/find-installed";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { type ProviderPackage, readProviderPackage } from "../../distribution/provider-package";
import { PROVIDER_SOURCE, VERSION } from "../../product";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type CheckGroup, type Finding, ok, problem, skipped, warning } from "./check";
import { checkLock, toMirror } from "./lock-check";
import type { PluginPlaces, TerraformDirectory } from "./plugin-places";
import { checkPulumiPlugin } from "./pulumi-check";

/** Returns the checks of the plugin: where Terraform looks for it, what is there, and whether the lock file agrees. */
export function listPluginChecks(
  {
    environment,
    codeDirectory,
    workingDirectory,
  }: Pick<CommandContext, "environment" | "codeDirectory" | "workingDirectory">,
  readPlaces: () => Promise<PluginPlaces>,
): CheckGroup {
  return {
    title: "Plugin",
    checks: [
      { name: "files", run: async () => listUnreadable(await readPlaces()) },
      { name: "CLI config", run: async () => checkConfiguration(await readPlaces(), environment) },
      {
        name: "installed",
        run: async () => {
          const places = await readPlaces();
          if (!places.directories.some(({ installed, usesProvider }) => usesProvider || installed.length > 0))
            return skipped(`nothing here uses ${PROVIDER_SOURCE}, and it is not installed`);
          const own = readProviderPackage(findProviderBundle(codeDirectory), VERSION);
          return checkInstalled(places, own);
        },
      },
      { name: "Pulumi", run: async () => checkPulumiPlugin(workingDirectory) },
      { name: "initialized", run: async () => forEachUser(await readPlaces(), checkInitialized) },
      { name: "lock file", run: async () => forEachUser(await readPlaces(), checkLock) },
    ],
  };
}

/** Says which files Terraform cannot read either, or would wait for without end. */
function listUnreadable({ unreadableFiles }: PluginPlaces): readonly Finding[] {
  return [...unreadableFiles].map(([path, why]) =>
    problem(
      `${path} cannot be read: ${why}.`,
      "Terraform needs it. See what it is:",
      `ls -l ${quoteForShell(path)}`,
    ),
  );
}

/** Runs a check for every directory that uses the provider; findings name it unless it is the working directory. */
function forEachUser(
  places: PluginPlaces,
  check: (directory: TerraformDirectory, places: PluginPlaces) => Finding,
): readonly Finding[] {
  const users = places.directories.filter(({ usesProvider }) => usesProvider);
  if (users.length === 0) return [skipped(`no configuration here uses ${PROVIDER_SOURCE}`)];
  return users.map((directory) => {
    const finding = check(directory, places);
    if (directory.name === "") return finding;
    const { message, command } = finding;
    const there =
      command === undefined ? {} : { command: `cd ${quoteForShell(directory.name)} && ${command}` };
    return { ...finding, message: `${directory.name}: ${message}`, ...there };
  });
}

function checkConfiguration(
  { configuration, unreadable, override }: PluginPlaces,
  environment: CommandContext["environment"],
): readonly Finding[] {
  const findings = unreadable.map(([path, why]) =>
    why === undefined
      ? warning(
          `TF_CLI_CONFIG_FILE names ${path}, which does not exist.`,
          "Correct it, or use no CLI configuration:",
          "unset TF_CLI_CONFIG_FILE",
        )
      : warning(
          `The CLI configuration ${path} cannot be read: ${why}.`,
          "Correct TF_CLI_CONFIG_FILE, or the file's permissions.",
          `ls -l ${quoteForShell(path)}`,
        ),
  );
  if (environment["TF_REATTACH_PROVIDERS"]?.includes(PROVIDER_SOURCE) === true) {
    const message = "Terraform uses a running provider process, not an installed plugin.";
    findings.push(warning(message, "If you do not debug the provider:", "unset TF_REATTACH_PROVIDERS"));
  }
  if (override !== undefined) {
    const message = `dev_overrides in ${String(configuration)} makes Terraform use ${override}, whatever is installed or locked.`;
    findings.push(warning(message, `If you do not develop the provider, remove ${PROVIDER_SOURCE} there.`));
  }
  if (findings.length > 0) return findings;
  return [
    configuration === undefined
      ? skipped("no provider_installation block")
      : ok(`provider_installation in ${configuration}`),
  ];
}

function checkInstalled(places: PluginPlaces, own: ProviderPackage): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const installed of places.directories.flatMap((directory) => directory.installed)) {
    const key = `${toMirror(installed.path, installed.kind)} ${installed.version}`;
    // The hosts' copies, and those for several stacks, are one line; what is wrong with one of them wins.
    if ((findings.get(key)?.status ?? "ok") === "ok") findings.set(key, judgePackage(installed, own, places));
  }
  for (const { name, path, usesProvider, installed, initialized } of places.directories) {
    const isThere = [...installed, ...(initialized ?? [])].some(({ kind }) => kind !== "broken");
    if (!usesProvider || isThere) continue;
    const where = places.mirrors.map((mirror) => `\n  ${mirror}`).join("");
    findings.set(
      path,
      problem(
        `${name === "" ? "This directory" : name} uses ${PROVIDER_SOURCE}, but it is in none of the directories where Terraform looks:${where}`,
        places.hasNetwork ? "Terraform will ask a registry for it. To install it from this package:" : "",
        toInstallCommand(places),
      ),
    );
  }
  // What terraform init has downloaded is in no directory of this machine.
  return findings.size === 0
    ? [skipped("it comes from a registry or a network mirror")]
    : [...findings.values()];
}

function judgePackage(installed: InstalledPackage, own: ProviderPackage, places: PluginPlaces): Finding {
  const { path, kind, version } = installed;
  const mirror = toMirror(path, kind);
  if (kind === "broken") {
    return problem(`${path} is a link to nothing, or not a file.`, "", `rm -r ${quoteForShell(path)}`);
  }
  if (kind === "archive") return ok(`${version} in ${mirror}, as an archive`);
  // Those of both registry hosts.
  const packages = `${quoteForShell(mirror)}/*/${PROVIDER_SOURCE}/${version}`;
  const isSynthesized = isBesideStack(mirror);
  const reinstall: readonly [next: string, command: string] = isSynthesized
    ? ["Remove it, and run the program that synthesizes the stack again.", `rm -r ${packages}`]
    : ["", `rm -r ${packages} && ${toInstallCommand(places, mirror)}`];
  switch (tryFindPackageFault(installed, own)) {
    case "executable_missing":
      return problem(`${path} has no executable of the provider.`, ...reinstall);
    case "not_executable":
      return problem(
        `The plugin in ${path} is not executable, so Terraform cannot start it.`,
        "",
        `chmod +x ${packages}/*/terraform-provider-*`,
      );
    case "different":
      return problem(
        `${mirror} has other content under version ${version} than this package: another build, or a changed file.`,
        ...reinstall,
      );
    case undefined:
  }
  const isOurs = version === own.version;
  const hasOurs = places.directories.some((each) =>
    each.installed.some((other) => other.version === own.version),
  );
  if (isOurs || hasOurs) return ok(`${version} in ${mirror}`);
  return warning(
    `${mirror} has version ${version}, and this command is ${own.version}.`,
    isSynthesized ? "Run the program that synthesizes the stack again, then check again." : "",
    isSynthesized ? undefined : toInstallCommand(places, mirror),
  );
}

/** Whether synth has placed what a mirror has. Only the user's own program can synthesize. */
function isBesideStack(mirror: string): boolean {
  return mirror.includes(join("cdktf.out", "stacks"));
}

function toInstallCommand({ ownDirectory, mirrors }: PluginPlaces, mirror = mirrors[0]): string {
  if (mirror === undefined || mirror === ownDirectory) return "mergequeue provider install";
  return `mergequeue provider install --dir ${quoteForShell(mirror)}`;
}

function checkInitialized({ initialized, installed }: TerraformDirectory): Finding {
  if (initialized === undefined) return skipped("terraform init has not run here");
  const [found] = initialized;
  if (found === undefined)
    return warning("terraform init has not installed the provider here.", "", "terraform init");
  if (found.kind === "broken") {
    return problem(
      `.terraform has a link to a plugin that is gone${installed.length === 0 ? ", and nothing else is installed" : ""}.`,
      "",
      "terraform init",
    );
  }
  return ok(`terraform init has chosen ${found.version}`);
}
