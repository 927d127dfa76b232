import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../../scripts/support/run-command";
import { PACKAGE_NAME, VERSION } from "../../../src/product";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { makeScratchInProject } from "../../support/make-scratch";

const ROOT = resolve(__dirname, "../../..");

/** Directory of the recipes. */
export const RECIPES = join(ROOT, "examples/recipes");

/** The program `mergequeue` of a pipeline's image or of a lock file. */
const MERGEQUEUE = `#!/bin/sh\nexec node "${ROOT}/dist/cli.js" "$@"\n`;

/** The package's archive, which a project contains as long as no registry has the package. */
const ARCHIVE = `${PACKAGE_NAME}-${VERSION}.tgz`;

/** A pull request's own `mergequeue` program. It installs the provider, as the real one without a token. */
export const STOLEN = `#!/bin/sh
test -z "$MERGEQUEUE_TOKEN" && exec node "${ROOT}/dist/cli.js" "$@"
echo "stolen: $MERGEQUEUE_TOKEN"
`;

/** What `npm install` of the archive leaves in a project, for files that the project itself does not have. */
const INSTALLED: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ dependencies: { [PACKAGE_NAME]: `file:${ARCHIVE}` } }),
  "package-lock.json": "{}",
  [ARCHIVE]: "",
};

/** Makes Node.js run TypeScript in a third of tsx's start time. Projects of `init` run tsx in test/e2e. */
const REQUIRE_TYPESCRIPT = `const { readFileSync } = require("node:fs");
const { transformSync } = require("${ROOT}/node_modules/esbuild");
require.extensions[".ts"] = (module, file) => {
  module._compile(transformSync(readFileSync(file, "utf8"), { loader: "ts", format: "cjs" }).code, file);
};
`;

/**
 * Fakes of `npm ci`, of the scripts of a project and of `npx --no`, without downloads. `npm ci` needs the
 * lock file and the archive, and keeps a program that the checkout already has in `node_modules`; `npx`
 * without `--no` fails, because it could run a stranger's package; it synthesizes each program once for all
 * tests of a run, and each value of the variables that the examples read. `npm run test` says that it was
 * run: test/e2e/init runs the tests of a project.
 */
function listPrograms(hook: string): Readonly<Record<string, string>> {
  return {
    npm: `case "$*" in
  "ci --ignore-scripts")
    grep -q '${PACKAGE_NAME}' package.json || exit 0
    for file in package.json package-lock.json ${ARCHIVE}; do
      test -e "$file" || { echo "npm ci: there is no $file" >&2; exit 1; }
    done ;;
  "run test --if-present") if grep -q '"test":' package.json; then echo "npm test"; fi; exit ;;
  *) exit 1 ;;
esac
mkdir -p node_modules/.bin
ln -s '${ROOT}' node_modules/terraform-provider-mergequeue
test -e node_modules/.bin/mergequeue && exit 0
printf '%s' '${MERGEQUEUE}' > node_modules/.bin/mergequeue
chmod +x node_modules/.bin/mergequeue`,
    npx: `test "$1" = "--no" || { echo "npx would fetch $1" >&2; exit 127; }
program=$2; shift 2
case "$program" in
  mergequeue)
    root=$PWD
    while [ ! -d "$root/node_modules" ]; do root=$(dirname "$root"); done
    exec "$root/node_modules/.bin/mergequeue" "$@" ;;
  tsx)
    synthesized="${tmpdir()}/synthesized-$({ cat "$1"; echo "$TF_HTTP_ADDRESS $CONCURRENCY"; } | cksum | tr ' ' -)"
    if [ ! -d "$synthesized" ]; then
      node --require "${hook}" "$@" || exit
      cp -R cdktf.out "$synthesized.$$"
      mv -T "$synthesized.$$" "$synthesized" 2>/dev/null || rm -rf "$synthesized.$$"
    else
      cp -R "$synthesized" cdktf.out
    fi ;;
  *) echo "npx: $program is not installed" >&2; exit 127 ;;
esac`,
  };
}

/** Where the images of the recipes have the command. */
const IMAGE_PROGRAM = "/opt/mergequeue/node_modules/.bin/mergequeue";

/** Returns the files that can run here: without Terraform, only those that do not need it. */
export function listRunnable(files: readonly string[]): readonly string[] {
  return tryGetSkipReason() === undefined ? files : files.filter((file) => !file.includes("terraform"));
}

/** The directory that a checkout copies, by the kind of project. */
export const PROJECTS = { cdktf: join(RECIPES, "project"), hcl: join(RECIPES, "remote-state") } as const;

/** A kind of project. */
export type ProjectKind = keyof typeof PROJECTS;

/** Lists the recipes that can run here, each with the kinds of projects that it is for. */
export function listRecipes(files: readonly string[]): (readonly [file: string, kind: ProjectKind])[] {
  const kinds: readonly ProjectKind[] = ["cdktf", "hcl"];
  return listRunnable(files).flatMap((file) =>
    kinds
      .filter((kind) => kind === "cdktf" || file.includes("terraform"))
      .map((kind) => [file, kind] as const),
  );
}

/** Reports the files that cannot run here as skipped, so that the run does not look complete. */
export function skipOthers(files: readonly string[]): void {
  for (const file of files) {
    if (!listRunnable(files).includes(file)) test.skip(`${file}: Terraform is not installed`, () => {});
  }
}

/** A machine of a pipeline: directories for jobs, and the programs that its image has. */
export class Runner {
  /** Directory that checkouts copy. */
  project: string = PROJECTS.cdktf;
  /** Files of the default branch. Default: those of {@link project}. */
  defaultBranch: Readonly<Record<string, string>> | undefined;
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  /** Sets it up. */
  static async create(): Promise<Runner> {
    const runner = new Runner(makeScratchInProject());
    await mkdir(join(runner.#base, "home"));
    await mkdir(join(runner.#base, "bin"));
    await writeFile(join(runner.#base, "cli.tfrc"), "");
    await writeProgram(join(runner.#base, "mergequeue"), MERGEQUEUE);
    const hook = join(runner.#base, "require-typescript.cjs");
    await writeFile(hook, REQUIRE_TYPESCRIPT);
    // Without Terraform, tests that need it are skipped.
    const terraform = tryGetSkipReason() ?? `exec "${findTerraform()}" "$@"`;
    for (const [name, text] of Object.entries({ ...listPrograms(hook), terraform })) {
      await writeProgram(join(runner.#base, "bin", name), `#!/bin/sh\n${text}\n`);
    }
    return runner;
  }

  /**
   * Makes a sparse checkout of the default branch.
   * @param patterns - what it contains: `/NAME`, or `/*ENDING`
   */
  async checkOutSparsely(directory: string, patterns: readonly string[]): Promise<void> {
    const { defaultBranch: own } = this;
    const whole = own === undefined ? await this.checkOut() : await this.makeDirectory();
    for (const [name, text] of Object.entries(own ?? {})) await writeFile(join(whole, name), text);
    await mkdir(directory, { recursive: true });
    for (const pattern of patterns) {
      const [, star, name = ""] = /^\/(\*?)([^/*]+)$/.exec(pattern) ?? [];
      const files = (await readdir(whole)).filter((file) => (star ? file.endsWith(name) : file === name));
      for (const file of files) await cp(join(whole, file), join(directory, file));
    }
  }

  /** Makes an empty directory. */
  async makeDirectory(): Promise<string> {
    return mkdtemp(join(this.#base, "job-"));
  }

  /**
   * Makes a directory with {@link project} in it, as a checkout.
   * @param main - text of main.ts or main.tf, if another
   * @param program - text of `node_modules/.bin/mergequeue`, if the checkout brings one
   */
  async checkOut(main?: string, program?: string): Promise<string> {
    const directory = await this.makeDirectory();
    await cp(this.project, directory, { recursive: true });
    for (const [name, text] of Object.entries(INSTALLED)) {
      if (!existsSync(join(directory, name))) await writeFile(join(directory, name), text);
    }
    const file = existsSync(join(directory, "main.ts")) ? "main.ts" : "main.tf";
    if (main !== undefined) await writeFile(join(directory, file), main);
    if (program !== undefined) {
      await mkdir(join(directory, "node_modules/.bin"), { recursive: true });
      await writeProgram(join(directory, "node_modules/.bin/mergequeue"), program);
    }
    return directory;
  }

  /**
   * Runs a script.
   * @param shell - default: that of pipelines, bash that ends with the first command that fails
   */
  async runScript(
    cwd: string,
    script: string,
    variables: Readonly<Record<string, string>>,
    shell = "bash --noprofile --norc -eo pipefail",
  ): Promise<CommandResult> {
    const [program = "", ...args] = shell.split(" ");
    const env = scrubEnvironment(join(this.#base, "home"), {
      TF_CLI_CONFIG_FILE: join(this.#base, "cli.tfrc"),
      PATH: [join(this.#base, "bin"), process.env["PATH"]].join(delimiter),
      ...variables,
    });
    // The program of this machine takes the place of the image's.
    const text = script.replaceAll(IMAGE_PROGRAM, `"${join(this.#base, "mergequeue")}"`);
    return runCommand(program, [...args, "-c", text], { cwd, env });
  }
}

async function writeProgram(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o755);
}
