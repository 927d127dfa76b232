import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { findRoot } from "../../../scripts/support/find-root";
import { tryGetSkipReason } from "../../../scripts/support/find-terraform";
import { MergeQueue, type MergeQueueProps, MergeQueueProvider } from "../../../src/constructs";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import type { QueueSettings } from "../../../src/queue/settings";
import { findNullProvider } from "../../support/e2e/null-provider";
import { CANARY_TOKEN } from "../../support/e2e/queue-stage";
import { TerraformWorkspace } from "../../support/e2e/terraform-workspace";
import { isRead } from "../../support/is-read";
import { makeScratch } from "../../support/make-scratch";

// Nothing is built for nothing.
const missing = tryGetSkipReason();
const provider = missing === undefined ? findNullProvider() : { missing };
const reason = "missing" in provider ? provider.missing : undefined;
if (reason !== undefined)
  process.stderr.write(`Skipped: via: "local-exec" with the real Terraform. ${reason}\n`);

/** Repository of all queues. */
export const REPO = "github.com/Acme/Web";

/** A branch that means something to shells; the queue `hostile` has it. */
export const HOSTILE_BRANCH = `rel$(touch>pwned);'"\`touch>pwned\`&&$\{IFS}`;

/** Queues to declare, by their names, which are those of their branches. */
export type Declarations = Readonly<Record<string, Omit<MergeQueueProps, "targetBranch">>>;

/** The resources of a synthesized file, by type and name. */
export type Resources = Record<string, Record<string, Record<string, unknown>> | undefined>;

/** The service and the configuration of a file's tests. */
export let emulator: OpenEmulator;
export let workspace: TerraformWorkspace;
let out: string;

/**
 * Describes tests with the provider `hashicorp/null` and the real Terraform; skips them where that cannot be
 * built.
 */
export function describeLocalExec(tests: () => void): void {
  const describeBuilt = reason === undefined ? describe : describe.skip;
  describeBuilt(`via: "local-exec" with the real Terraform${reason ? ` (skipped: ${reason})` : ""}`, () => {
    beforeAll(async () => {
      out = makeScratch();
      emulator = await startOpenEmulator({ token: CANARY_TOKEN });
      workspace = await TerraformWorkspace.create({
        files: {},
        env: { MERGEQUEUE_TOKEN: emulator.token },
        cliConfiguration: `provider_installation {
  filesystem_mirror {
    path = ${JSON.stringify("directory" in provider ? provider.directory : "")}
  }
}
`,
      });
      // There is nothing but hashicorp/null in the mirror.
      await declare({});
      await workspace.run(["init"]);
    });

    afterAll(async () => {
      await emulator.close();
      await workspace.remove();
    });

    tests();
  });
}

/** Returns the id of the queue that stands for a construct: its branch has the construct's name. */
export function toId(name: string): string {
  return `${REPO}/${name}`;
}

/** Synthesizes a stack with these queues into the workspace. @param change - changes the file */
export async function declare(
  queues: Declarations,
  change: (resources: Resources) => void = () => undefined,
): Promise<void> {
  const app = new App({ outdir: out });
  const stack = new TerraformStack(app, "stack");
  new MergeQueueProvider(stack, "mergequeue", {
    via: "local-exec",
    baseUrl: emulator.url,
    command: `"${process.execPath}" "${join(findRoot(), "dist/cli.js")}"`,
  });
  for (const [name, props] of Object.entries(queues)) {
    const targetBranch = name === "hostile" ? HOSTILE_BRANCH.replace("${", () => "$${") : name;
    const queue = new MergeQueue(stack, name, { ...props, targetBranch });
    new TerraformOutput(stack, `id of ${name}`, { value: queue.id });
  }
  app.synth();
  const text = readFileSync(join(out, "stacks/stack/cdk.tf.json"), "utf8");
  const file = JSON.parse(text) as {
    readonly terraform: { backend?: unknown };
    readonly resource: Resources;
  };
  // By the CDK's default, the state is next to the app, not next to the stack.
  delete file.terraform.backend;
  change(file.resource);
  await workspace.write({ "cdk.tf.json": JSON.stringify(file, undefined, 2) });
}

/** Makes a change outside Terraform, which must succeed. */
export function happen(type: "createQueue" | "updateQueue", name: string, settings: QueueSettings): void {
  const outcome = emulator.engine.apply({ type, identity: parseQueueId(toId(name)), settings });
  if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
}

/** Returns the settings of a queue; undefined if there is none. */
export function findSettings(name: string): unknown {
  return emulator.findQueue(parseQueueId(toId(name)))?.settings;
}

/**
 * Runs something and returns the writes that the command made meanwhile, sorted, as
 * `branch operation fields`.
 */
export async function listWrites(action: () => Promise<unknown>): Promise<string[]> {
  const before = emulator.requests.length;
  await action();
  return emulator.requests
    .slice(before)
    .filter(({ operation, headers }) => !isRead(operation) && headers["x-source"] === "mergequeue")
    .map(({ operation, body }) => {
      const { targetBranch, ...fields } = body as Record<string, unknown>;
      const names = Object.keys(fields).filter((name) => name !== "repo");
      return [targetBranch, operation, ...names.sort()].join(" ");
    })
    .sort();
}
