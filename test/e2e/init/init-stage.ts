import { mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { findRoot } from "../../../scripts/support/find-root";
import { type CommandResult, runCommand } from "../../../scripts/support/run-command";
import { type Emulator, startEmulator } from "../../../src/emulator/start-emulator";
import { callService } from "../../support/call-service";
import { unpackPackage } from "../../support/e2e/pack-package";
import { CANARY_TOKEN } from "../../support/e2e/queue-stage";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { makeScratch } from "../../support/make-scratch";

/** Parts that mean something to TypeScript, HCL, the CDK or a shell. */
export const QUEUE = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: `release/"q'-\${x}%{y}$(id)`,
};
export const QUEUE_ID = `github.com/acme/web/${QUEUE.targetBranch}`;
export const STATUSES = ["ci/build", 'say "${hi}"'];
/** Options of a project for a new queue. */
export const NEW = ["--queue", QUEUE_ID, ...STATUSES.flatMap((status) => ["--required-status", status])];

/** Directory of the packed package, unpacked. */
export let packed: string;
/** Holds everything else; no part of it is inside a project of ours. */
export let base: string;
/** The service of the running test. */
export let service: Emulator;

/** Unpacks the package for the tests of a file, and gives each of them its own service. */
export function onPackedPackage(): void {
  beforeAll(async () => {
    base = makeScratch("init consumer-");
    packed = unpackPackage();
    await mkdir(join(base, "home"));
  });

  beforeEach(async () => {
    service = await startEmulator({ token: CANARY_TOKEN });
  });

  afterEach(() => service.close());
}

/** Runs a program that must succeed. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: { readonly [name: string]: string } = {},
): Promise<CommandResult> {
  const result = await runCommand(program, args, { cwd, env: scrubEnvironment(join(base, "home"), env) });
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

/** Runs the packed command, with the service's address and token in its environment. */
export async function runCli(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
  return run(process.execPath, [join(packed, "dist/cli.js"), ...args], cwd, env);
}

/** Makes an empty directory for a project. */
export async function makeDirectory(): Promise<string> {
  return mkdtemp(join(base, "project-"));
}

/** Stands in for `npm install`: the package, and the packages that are installed here. */
export async function install(directory: string): Promise<void> {
  const modules = join(directory, "node_modules");
  await mkdir(modules);
  for (const name of await readdir(join(findRoot(), "node_modules"))) {
    await symlink(join(findRoot(), "node_modules", name), join(modules, name));
  }
  await symlink(packed, join(modules, "terraform-provider-mergequeue"));
}

/** Creates the queue outside any project, which then changes nothing of it. */
export async function createLiveQueue(): Promise<void> {
  await callService(service, "createQueue", { ...QUEUE, mode: "parallel", concurrency: 3 });
  await callService(service, "updateQueue", { ...QUEUE, state: "paused", requiredStatuses: STATUSES });
}

/** Expects that nothing has changed the queue but {@link createLiveQueue}. */
export function expectNoUpdate(): void {
  expect(service.requests.filter(({ operation }) => operation === "updateQueue")).toHaveLength(1);
}
