import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { findRoot } from "../../scripts/support/find-root";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import type { CommandResult } from "../../scripts/support/run-command";
import { MergeQueue, type MergeQueueProps, MergeQueueProvider } from "../../src/constructs";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import type { QueueSettings } from "../../src/queue/settings";
import { runOn } from "../cli/support/run-on-service";
import { HeldRequests } from "../support/e2e/held-requests";
import { findNullProvider } from "../support/e2e/null-provider";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { flatten, TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { isRead } from "../support/is-read";
import { makeScratch } from "../support/make-scratch";
import { waitFor } from "../support/wait-for";

// Nothing is built for nothing.
const missing = tryGetSkipReason();
const provider = missing === undefined ? findNullProvider() : { missing };
const reason = "missing" in provider ? provider.missing : undefined;
if (reason !== undefined)
  process.stderr.write(`Skipped: via: "local-exec" with the real Terraform. ${reason}\n`);
const describeBuilt = reason === undefined ? describe : describe.skip;
const suffix = reason === undefined ? "" : ` (skipped: ${reason})`;

/** A branch that means something to shells. */
const HOSTILE_BRANCH = `rel$(touch>pwned);'"\`touch>pwned\`&&$\{IFS}`;

type Declarations = Readonly<Record<string, Omit<MergeQueueProps, "targetBranch">>>;

/** The resources of a synthesized file, by type and name. */
type Resources = Record<string, Record<string, Record<string, unknown>> | undefined>;

/** Makes the file what version 1.6 wrote: it released required statuses with null resources, which remembered no list. */
function toVersion16(resources: Resources): void {
  const { terraform_data: data = {}, null_resource: queues = {} } = resources;
  resources["null_resource"] = JSON.parse(
    JSON.stringify(queues).replaceAll("terraform_data.", "null_resource."),
  ) as typeof queues;
  for (const [name, { count, input, triggers_replace, provisioner }] of Object.entries(data)) {
    const { id, deletion } = input as Record<string, unknown>;
    const calls = JSON.stringify(provisioner).replaceAll("self.input", "self.triggers");
    const [call] = JSON.parse(calls) as [{ "local-exec": { environment: Record<string, unknown> } }];
    delete call["local-exec"].environment["MERGEQUEUE_REQUIRED_STATUSES"];
    resources["null_resource"][name] = {
      count,
      triggers: { id, deletion, ...(triggers_replace as object) },
      provisioner: [call],
    };
  }
  delete resources["terraform_data"];
}

/** Returns the id of the queue that stands for a construct: its branch has the construct's name. */
function toId(name: string): string {
  return `github.com/Acme/Web/${name}`;
}

describeBuilt(`via: "local-exec" with the real Terraform${suffix}`, () => {
  let emulator: OpenEmulator;
  let workspace: TerraformWorkspace;
  let out: string;

  beforeAll(async () => {
    out = makeScratch();
    emulator = await startOpenEmulator({ token: CANARY_TOKEN });
    workspace = await TerraformWorkspace.create({
      files: {},
      env: { MERGEQUEUE_TOKEN: emulator.token },
      cliConfiguration: `provider_installation {
  filesystem_mirror {
    path = ${JSON.stringify("mirror" in provider ? provider.mirror : "")}
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

  /** Synthesizes a stack with these queues into the workspace. @param change - changes the file */
  async function declare(
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

  function happen(type: "createQueue" | "updateQueue", name: string, settings: QueueSettings): void {
    const outcome = emulator.engine.apply({ type, identity: parseQueueId(toId(name)), settings });
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  }

  function findSettings(name: string): unknown {
    return emulator.findQueue(parseQueueId(toId(name)))?.settings;
  }

  /** Runs something and returns the writes that the command made meanwhile, sorted, as `branch operation fields`. */
  async function listWrites(action: () => Promise<unknown>): Promise<string[]> {
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

  const repo = "github.com/Acme/Web";

  test("queues are created, changed and deleted as with the plugin, and other queues are not touched", async () => {
    let failed: CommandResult | undefined;
    let apply = async (): Promise<void> => {
      failed = await workspace.tryRun(["apply", "-auto-approve"]);
    };
    happen("createQueue", "foreign", { concurrency: 7 });
    happen("createQueue", "adopted", { concurrency: 7 });
    const main = { repo, concurrency: 2, mode: "parallel", requiredStatuses: ["b", "a", "b"] };
    const adopted = { repo, onExisting: "adopt", concurrency: 3, requiredStatuses: ["x"] };
    await declare({ main, adopted, foreign: { repo, concurrency: 1 }, hostile: { repo } });

    // K-1: all or nothing, and nothing is sent once more for the settings; F-09: what exists is refused.
    expect(await listWrites(apply)).toEqual([
      "adopted updateQueue concurrency requiredStatuses",
      "main createQueue concurrency mode",
      "main updateQueue requiredStatuses",
      `${HOSTILE_BRANCH} createQueue`,
    ]);
    expect(failed?.status).toBe(1);
    expect(flatten(failed?.output ?? "")).toContain(
      `Error: Queue ${toId("foreign")} exists already. It was not changed. To adopt it`,
    );
    expect(failed?.output).toContain("terraform untaint");
    expect(readdirSync(workspace.directory)).not.toContain("pwned");
    const state = await workspace.readState();
    expect(state.get("null_resource.foreign")?.isTainted).toBe(true);
    expect(state.get("null_resource.main")?.attributes["triggers"]).toMatchObject({
      queue: "github.com/acme/web/main",
      id: toId("main"),
    });

    // I-3: a tainted resource has no say about the queue. A changed setting leaves the queue's own resource alone, a
    // setting that is declared no longer is left as it is, and required statuses are given back.
    apply = async () => {
      failed = await workspace.tryRun(["apply", "-auto-approve"]);
    };
    await declare({
      main: { ...main, repo: "GitHub.com/ACME/web", concurrency: 5 },
      adopted: { repo, onExisting: "adopt" },
      hostile: { repo },
    });
    expect(await listWrites(apply)).toEqual([
      "adopted updateQueue deleteRequiredStatuses",
      "main updateQueue concurrency",
    ]);
    expect(failed).toMatchObject({ status: 0 });
    expect(failed?.output).toMatch(/Plan: 2 to add, 0 to change, 4 to destroy/);
    expect(failed?.output).not.toContain("# null_resource.main ");
    expect(findSettings("foreign")).toMatchObject({ concurrency: 7 });
    expect(findSettings("adopted")).toMatchObject({ concurrency: 3 });

    // What Terraform cannot see, mergequeue plan shows.
    happen("updateQueue", "main", { concurrency: 9 });
    await workspace.expectEmptyPlan();
    const { exitStatus, out: plan } = await runOn(emulator, ["plan", "--detailed-exitcode"], {
      workingDirectory: workspace.directory,
      environment: { MERGEQUEUE_BASE_URL: "http://127.0.0.1:1/v1", MERGEQUEUE_TOKEN: emulator.token },
    });
    expect(exitStatus).toBe(2);
    expect(plan).toContain("# null_resource.main");
    expect(plan).toMatch(/~ concurrency = 9 -> 5/);
    expect(plan).toContain("Plan: 0 to create, 1 to change, 0 to destroy.");

    // What deleting takes is stored, and changes in one way only.
    const drained = { ...main, concurrency: 5, deletionPolicy: "drain", timeouts: { delete: "2m" } };
    await declare({ main: drained, adopted: { repo }, hostile: { repo } });
    const text = await workspace.refuse(["plan"]);
    expect(text).toContain("terraform state rm 'null_resource.main' and apply");
    await workspace.run(["state", "rm", "null_resource.main"]);
    await declare({ main: { ...drained, onExisting: "adopt" }, adopted: { repo }, hostile: { repo } });
    // Adopting it applies the declared settings.
    expect(await listWrites(apply)).toEqual(["main updateQueue concurrency"]);
    expect(failed).toMatchObject({ status: 0 });

    // F-22: a queue in use is not deleted, and nothing is given back of it.
    const identity = parseQueueId(toId("adopted"));
    const submitted = { identity, number: 7, priority: undefined, noBatch: false } as const;
    emulator.engine.apply({ type: "submitPullRequest", ...submitted });
    await declare({ main: { ...drained, onExisting: "adopt" }, adopted: { repo }, hostile: { repo } });
    const destroy = async (): Promise<void> => {
      failed = await workspace.tryRun(["destroy", "-auto-approve"]);
    };
    const deleted = await listWrites(destroy);
    expect(deleted).toEqual(["main deleteQueue", `${HOSTILE_BRANCH} deleteQueue`]);
    expect(failed?.status).toBe(1);
    expect(flatten(failed?.output ?? "")).toContain("was not deleted, because 1 pull request is in it: #7");
    expect([...(await workspace.readState()).keys()]).toEqual(["null_resource.adopted"]);
    emulator.engine.apply({ type: "cancelPullRequest", identity, number: 7 });
    expect(await listWrites(destroy)).toEqual(["adopted deleteQueue"]);
    expect(failed).toMatchObject({ status: 0 });
    expect(findSettings("foreign")).toMatchObject({ concurrency: 7 });
  });

  test("F-45: only the list that the stack has set is released, and no upgrade or change of a list releases one", async () => {
    let output = "";
    const apply = async (): Promise<void> => {
      ({ output } = await workspace.apply());
    };
    const change = async (queues: Declarations, edit?: (resources: Resources) => void): Promise<string[]> => {
      await declare(queues, edit);
      return listWrites(apply);
    };
    const ignoring = ({ terraform_data: data = {} }: Resources): void => {
      for (const [name, resource] of Object.entries(data))
        if (name.startsWith("ignoring")) resource["lifecycle"] = { ignore_changes: ["input"] };
    };
    const first = { repo, requiredStatuses: ["a"] };
    const second = { repo, requiredStatuses: ["b"] };

    await change({ own: first, ignoring: first, dropped: first }, toVersion16);
    expect([...(await workspace.readState()).keys()].join()).not.toContain("terraform_data");
    expect(await change({ own: first, ignoring: first, dropped: { repo } }, ignoring)).toEqual([]);
    expect(output).toMatch(/Plan: 3 to add, 0 to change, 4 to destroy/);
    expect(findSettings("dropped")).toMatchObject({ requiredStatuses: ["a"] });

    expect(await change({ own: second, ignoring: second }, ignoring)).toEqual([
      "ignoring updateQueue requiredStatuses",
      "own updateQueue requiredStatuses",
    ]);
    expect(output).toContain("will be updated in-place");

    // This one remembers the list that it was created with.
    expect(await change({ own: second, ignoring: { repo } }, ignoring)).toEqual([]);
    expect(output).toContain(
      `${toId("ignoring")} keeps its required statuses. They are ["b"], and this stack`,
    );

    happen("updateQueue", "own", { requiredStatuses: ["security"] });
    expect(await change({ own: { repo } })).toEqual([]);
    expect(output).toContain('They are ["security"], and this stack has set ["b"]. To remove them, run:');
    expect(await change({ own: second })).toEqual(["own updateQueue requiredStatuses"]);
    expect(await change({ own: { repo } })).toEqual(["own updateQueue deleteRequiredStatuses"]);

    // Someone makes the queue anew while it is destroyed.
    await change({ own: second });
    emulator.setFaults(async ({ operation }, next) => {
      const delivery = await next();
      if (operation === "deleteQueue") {
        happen("createQueue", "own", {});
        happen("updateQueue", "own", { requiredStatuses: ["theirs"] });
      }
      return delivery;
    });
    const writes = await listWrites(async () => {
      ({ output } = await workspace.run(["destroy", "-auto-approve"]));
    });
    emulator.setFaults();
    expect(writes).toEqual(["own deleteQueue"]);
    expect(findSettings("own")).toMatchObject({ requiredStatuses: ["theirs"] });
    expect(output).toContain('They are ["theirs"], and this stack has set ["b"]');
  });

  test("F-11: an interrupted apply kills no write that is on its way", async () => {
    const before = emulator.requests.length;
    const held = new HeldRequests([{ queue: "Web", time: 2, phase: "effect" }]);
    emulator.setFaults(held.fault);
    await declare({ late: { repo, requiredStatuses: ["a"] } });
    const command = workspace.start(["apply", "-auto-approve"], {}, { leadsGroup: true });
    await waitFor(() => held.missing.length === 0, "the creation");
    process.kill(-(command.child.pid ?? 0), "SIGINT");
    const { status, output } = await command.finished;
    expect(status).toBe(1);
    expect(output).toContain("Interrupt received");
    held.release();
    emulator.setFaults();
    await waitFor(
      () =>
        emulator.requests
          .slice(before)
          .some(({ operation, status: answer }) => operation === "updateQueue" && answer === 200),
      "the settings of the queue, after the command has ended",
    );
    expect((await workspace.readState()).get("null_resource.late")?.isTainted).toBe(true);
    await workspace.run(["untaint", "null_resource.late"]);
    expect(await listWrites(async () => workspace.apply())).toEqual([]);
    await workspace.expectEmptyPlan();
  });
});
