import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformIterator, TerraformStack, TerraformVariable, Testing } from "cdktf";
import type { MergeQueueProps, MergeQueueProviderProps } from "../../../src/constructs";
import { DataMergeQueue, MergeQueue, MergeQueueProvider, QueueDefaults } from "../../../src/constructs";
import type * as NullBindings from "../../../src/constructs/local-exec/null-bindings";
import { listFaults, resolveTokens } from "../synth";

type NullResource = Readonly<Record<string, unknown>> & {
  readonly triggers: Readonly<Record<string, string>>;
  readonly provisioner: readonly {
    readonly "local-exec": {
      readonly command: string;
      readonly environment: Readonly<Record<string, string>>;
      readonly when?: string;
      readonly interpreter?: readonly string[];
    };
  }[];
};

interface Synthesized {
  readonly provider: Readonly<Record<string, unknown>>;
  readonly resource: { readonly null_resource: Readonly<Record<string, NullResource>> };
  readonly terraform: { readonly required_providers: Readonly<Record<string, unknown>> };
}

const QUEUE = { repo: "github.com/acme/web", targetBranch: "main" };

function makeStack(props: MergeQueueProviderProps = {}): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "stack");
  new MergeQueueProvider(stack, "provider", { via: "local-exec", ...props });
  return stack;
}

function synth(stack: TerraformStack): Synthesized {
  return JSON.parse(Testing.synth(stack, true)) as Synthesized;
}

/** Answers the resources of the only queue of a stack. */
function pickQueue(stack: TerraformStack): {
  main: NullResource;
  settings: NullResource;
  statuses: NullResource;
} {
  const resources = Object.entries(synth(stack).resource.null_resource);
  const find = (pattern: RegExp): NullResource => {
    const [found] = resources.filter(([name]) => pattern.test(name));
    if (found === undefined) throw new Error(`no resource is named ${String(pattern)}`);
    return found[1];
  };
  return {
    main: find(/^main$/),
    settings: find(/^main_Settings_/),
    statuses: find(/^main_RequiredStatuses_/),
  };
}

function declare(
  props: Partial<MergeQueueProps> = {},
  provider: MergeQueueProviderProps = {},
): ReturnType<typeof pickQueue> {
  const stack = makeStack(provider);
  new MergeQueue(stack, "main", { ...QUEUE, ...props });
  return pickQueue(stack);
}

function findEnvironment({ provisioner }: NullResource, task: string): Readonly<Record<string, string>> {
  const found = provisioner.find((each) => each["local-exec"].command.includes(` ${task} `));
  if (found === undefined) throw new Error(`nothing calls ${task}`);
  return found["local-exec"].environment;
}

function toDocument(text: string | undefined): unknown {
  return JSON.parse(text ?? "");
}

describe('MergeQueueProvider with via: "local-exec"', () => {
  test("requires hashicorp/null and nothing of this package, under an alias of its own", () => {
    const stack = makeStack({ baseUrl: "https://q.example.com/v1" });
    new MergeQueueProvider(stack, "eu", { via: "local-exec", alias: "eu" });
    new MergeQueue(stack, "main", QUEUE);
    const { provider, terraform, resource } = synth(stack);
    expect(terraform.required_providers).toEqual({ null: { source: "null", version: "3.2.4" } });
    expect(provider).toEqual({
      null: [{ alias: "mergequeue_local_exec" }, { alias: "mergequeue_local_exec_eu" }],
    });
    expect(Object.values(resource.null_resource).map((each) => each["provider"])).toEqual(
      Array.from({ length: 3 }, () => "null.mergequeue_local_exec"),
    );
  });

  test("queues of an alias that is set later choose its null provider", () => {
    const stack = makeStack({ alias: "us" });
    const eu = new MergeQueueProvider(stack, "eu", { via: "local-exec", alias: "e" });
    new MergeQueue(stack, "main", { ...QUEUE, provider: eu });
    eu.alias = "eu";
    expect(eu.alias).toBe("eu");
    expect(pickQueue(stack).main["provider"]).toBe("null.mergequeue_local_exec_eu");
  });

  test("places no plugin beside the stack, and takes away one that was placed there", () => {
    const outdir = mkdtempSync(join(tmpdir(), "local-exec-"));
    try {
      const app = new App({ outdir });
      const stack = new TerraformStack(app, "stack");
      new MergeQueueProvider(stack, "provider", { via: "local-exec" });
      new MergeQueue(stack, "main", QUEUE);
      app.synth();
      expect(existsSync(join(outdir, "stacks/stack/terraform.d"))).toBe(false);
      // What mergequeue plan reads.
      const text = readFileSync(join(outdir, "stacks/stack/cdk.tf.json"), "utf8");
      expect(JSON.parse(text)).toMatchObject({
        provider: { null: [{ "//": { mergequeue: {} } }] },
        resource: {
          null_resource: {
            main: { "//": { mergequeue_queue: { provider: "mergequeue", target_branch: "main" } } },
          },
        },
      });
    } finally {
      rmSync(outdir, { recursive: true, force: true });
    }
  });

  test.each<[string, MergeQueueProviderProps, string]>([
    ["an unknown way", { via: "ssh" as never }, 'via: Must be "plugin" or "local-exec".'],
    [
      "a command without it",
      { via: "plugin", command: "x" },
      'command: It is only used with via: "local-exec".',
    ],
    [
      "a shell without it",
      { via: undefined, interpreter: ["x"] },
      'interpreter: It is only used with via: "local-exec".',
    ],
    [
      "a token, even of a variable",
      { token: "${var.token}" },
      'token: With via: "local-exec" there is no place for it',
    ],
    [
      "a command that Terraform alone knows",
      { command: "${var.x}" },
      "command: Must be a command line that is known",
    ],
    ["an empty command", { command: " " }, "command: Must be a command line that is known"],
    ["an empty shell", { interpreter: [] }, "interpreter: Must be a list of texts"],
  ])("S-15: refuses %s", (_what, props, message) => {
    const faults = listFaults(makeStack({ plugin: false, ...props }));
    expect(faults).toEqual([expect.stringContaining(message)]);
  });

  test("refuses HCL, in which the CDK cannot write provisioners", () => {
    const stack = new TerraformStack(new App({ hclOutput: true }), "stack");
    new MergeQueueProvider(stack, "provider", { via: "local-exec" });
    expect(listFaults(stack)).toEqual([expect.stringContaining('via: "local-exec" needs a stack in JSON')]);
  });

  test("refuses data sources, which nobody could read", () => {
    const stack = makeStack();
    new DataMergeQueue(stack, "look", QUEUE);
    expect(listFaults(stack)).toEqual([
      expect.stringContaining(
        'provider: The provider stack/provider has via: "local-exec", by which nothing can be read.',
      ),
    ]);
  });

  test("says what is missing where the null provider's package is", () => {
    jest.isolateModules(() => {
      jest.doMock("@cdktf/provider-null", () => {
        throw new Error("Cannot find module");
      });
      const { createNullProvider } = jest.requireActual<typeof NullBindings>(
        "../../../src/constructs/local-exec/null-bindings",
      );
      expect(() => createNullProvider(makeStack(), "null", "a")).toThrow(
        "npm install @cdktf/provider-null@11",
      );
    });
    jest.dontMock("@cdktf/provider-null");
  });
});

describe('MergeQueue with via: "local-exec"', () => {
  test("the resource Default creates and deletes, Settings configures, RequiredStatuses releases", () => {
    const { main, settings, statuses } = declare({ requiredStatuses: ["a"] });
    const listCalls = ({ provisioner }: NullResource): unknown[] =>
      provisioner.map(({ "local-exec": { command, when } }) => [command, when]);
    expect(listCalls(main)).toEqual([
      ["mergequeue local-exec create || exit 1", undefined],
      ["mergequeue local-exec delete || exit 1", "destroy"],
    ]);
    expect(listCalls(settings)).toEqual([["mergequeue local-exec configure || exit 1", undefined]]);
    expect(listCalls(statuses)).toEqual([["mergequeue local-exec release || exit 1", "destroy"]]);
    // What is depended on is created first and destroyed last.
    expect(settings["depends_on"]).toEqual(["null_resource.main"]);
    expect(main["depends_on"]).toEqual([expect.stringMatching(/^null_resource\.main_RequiredStatuses_/)]);
  });

  test("S-15: values travel as JSON in the environment, never in the command line", () => {
    const hostile = "$(touch x) `id` 'q' \"w\" ; && | \\n";
    const { main, settings } = declare(
      {
        targetBranch: "a$(touch${IFS}x)".replace("${", () => "$${"),
        requiredStatuses: [hostile, "$${x}", "%%{y}", "<&>"],
        additionalSettings: { "color ${x}": { "${k}": [hostile, null, 1.5, true] }, plain: "x" },
        onExisting: "adopt",
        deletionPolicy: "drain",
        timeouts: { create: "1m", delete: "2m" },
      },
      { baseUrl: "https://q.example.com/v1", maxRetries: 3, allowInsecureHttp: false },
    );
    const expected = {
      address: "null_resource.main",
      repo: { host: "github.com", owner: "acme", name: "web" },
      targetBranch: "a$(touch$${IFS}x)",
      settings: { requiredStatuses: ["$${x}", hostile, "%%{y}", "<&>"] },
      additionalSettings: { "color $${x}": { "$${k}": [hostile, null, 1.5, true] }, plain: "x" },
      timeouts: { create: "1m", delete: "2m" },
    };
    const created = findEnvironment(main, "create");
    expect(toDocument(created["MERGEQUEUE_QUEUE"])).toEqual({
      ...expected,
      onExisting: "adopt",
      deletionPolicy: "drain",
    });
    const configured = findEnvironment(settings, "configure");
    expect(toDocument(configured["MERGEQUEUE_SETTINGS"])).toEqual(expected);
    for (const environment of [created, configured]) {
      expect(environment).toMatchObject({
        MERGEQUEUE_BASE_URL: "https://q.example.com/v1",
        MERGEQUEUE_MAX_RETRIES: "3",
        MERGEQUEUE_ALLOW_INSECURE_HTTP: "false",
      });
    }
    const commands = [main, settings].flatMap(({ provisioner }) =>
      provisioner.map((each) => each["local-exec"].command),
    );
    expect(new Set(commands.map((command) => command.replace(/create|delete|configure/, "TASK")))).toEqual(
      new Set(["mergequeue local-exec TASK || exit 1"]),
    );
  });

  test("a destroy provisioner gets all from the resource itself, and what it takes is kept", () => {
    const { main } = declare(
      { deletionPolicy: "drain", timeouts: { delete: "2m" } },
      { baseUrl: "https://q.example.com/v1", requestTimeoutSeconds: 5 },
    );
    expect(findEnvironment(main, "delete")).toEqual({
      MERGEQUEUE_QUEUE_ID: "${self.triggers.id}",
      MERGEQUEUE_DELETION: "${self.triggers.deletion}",
    });
    expect(toDocument(main.triggers["deletion"])).toEqual({
      policy: "drain",
      timeout: "2m",
      connection: { base_url: "https://q.example.com/v1" },
    });
    expect(main["lifecycle"]).toEqual({
      ignore_changes: ['triggers["id"]', 'triggers["deletion"]'],
      postcondition: [
        {
          condition: expect.stringContaining("self.triggers.deletion == jsonencode({") as string,
          error_message: expect.stringContaining(
            "run terraform state rm 'null_resource.main' and apply",
          ) as string,
        },
      ],
    });
  });

  test("which queue it is compares as everywhere: case counts in the branch only", () => {
    expect(declare({ repo: "GitHub.com/ACME/Web", targetBranch: "Main/X" }).main.triggers).toMatchObject({
      queue: "github.com/acme/web/Main/X",
      id: "GitHub.com/ACME/Web/Main/X",
    });
    expect(declare({ repo: "${var.repo}/ACME/Web", targetBranch: "Main" }).main.triggers["queue"]).toBe(
      '${lower("${var.repo}/ACME/Web")}/Main',
    );
  });

  test("one trigger a setting, as JSON text; order and duplicates of statuses make no difference", () => {
    const { settings } = declare({
      concurrency: 4,
      mode: "parallel",
      batching: false,
      requiredStatuses: ["b", "a", "b"],
      additionalSettings: { color: "red", gone: undefined },
    });
    expect(settings.triggers).toEqual({
      queue: "github.com/acme/web/main",
      concurrency: "4",
      mode: '"parallel"',
      batch: "false",
      requiredStatuses: '["a","b"]',
      "additionalSettings.color": '"red"',
    });
  });

  test("expressions and tokens are encoded by Terraform", () => {
    const stack = makeStack();
    const four = new TerraformVariable(stack, "four", { type: "number", default: 4 });
    const more = new TerraformVariable(stack, "more", { type: "any" });
    new MergeQueue(stack, "main", {
      ...QUEUE,
      concurrency: four.numberValue,
      requiredStatuses: ["a", "${var.b}"],
      additionalSettings: more.value as never,
    });
    const { main, settings } = pickQueue(stack);
    expect(settings.triggers).toMatchObject({
      concurrency: '${jsonencode("${var.four}")}',
      requiredStatuses: '${jsonencode(["a", "${var.b}"])}',
      additionalSettings: '${jsonencode("${var.more}")}',
    });
    expect(findEnvironment(main, "create")["MERGEQUEUE_QUEUE"]).toMatch(
      /^\$\{jsonencode\(\{ .*"concurrency" = "\$\{var\.four\}"/,
    );
  });

  test("defaults that are added behind the queue count", () => {
    const stack = makeStack();
    new MergeQueue(stack, "main", QUEUE);
    QueueDefaults.of(stack).add({ concurrency: 3, requiredStatuses: ["x"], deletionPolicy: "drain" });
    const { main, settings, statuses } = pickQueue(stack);
    expect(settings.triggers["concurrency"]).toBe("3");
    expect(statuses["count"]).toBe(1);
    expect(toDocument(main.triggers["deletion"])).toMatchObject({ policy: "drain" });
  });

  test("the block that gives required statuses back stays where none are declared", () => {
    expect(declare().statuses["count"]).toBe(0);
    expect(declare({ requiredStatuses: [] }).statuses["count"]).toBe(1);
  });

  test("count and forEach go to all resources of a queue", () => {
    const counted = declare({ count: 3, requiredStatuses: ["a"] });
    expect([counted.main, counted.settings, counted.statuses].map((each) => each["count"])).toEqual([
      3, 3, 3,
    ]);
    expect(findEnvironment(counted.main, "create")["MERGEQUEUE_QUEUE"]).toContain(
      "null_resource.main[${count.index}]",
    );
    const forEach = TerraformIterator.fromList(["a"]);
    const each = declare({ forEach });
    expect([each.main, each.settings, each.statuses].map((one) => one["for_each"])).toEqual([
      '${toset(["a"])}',
      '${toset(["a"])}',
      {},
    ]);
    expect(declare({ forEach, requiredStatuses: ["a"] }).statuses["for_each"]).toBe('${toset(["a"])}');
  });

  test("dependsOn and lifecycle of the user count beside its own", () => {
    const stack = makeStack();
    const first = new MergeQueue(stack, "first", { ...QUEUE, targetBranch: "first" });
    new MergeQueue(stack, "main", {
      ...QUEUE,
      dependsOn: [first],
      lifecycle: { preventDestroy: true, precondition: [{ condition: "${true}", errorMessage: "no" }] },
    });
    const { main } = pickQueue(stack);
    // Settings come last, so that whoever depends on a queue waits for them, too.
    expect(main["depends_on"]).toContainEqual(expect.stringMatching(/^null_resource\.first_Settings_/));
    expect(main["lifecycle"]).toMatchObject({
      prevent_destroy: true,
      precondition: [{ error_message: "no" }],
    });
  });

  test("command and interpreter are what the provider says", () => {
    const { main } = declare({}, { command: "npx --no mergequeue", interpreter: ["/bin/bash", "-c"] });
    expect(main.provisioner[0]?.["local-exec"]).toMatchObject({
      command: "npx --no mergequeue local-exec create || exit 1",
      interpreter: ["/bin/bash", "-c"],
    });
  });

  test("what is declared can be referred to", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "main", {
      ...QUEUE,
      concurrency: 4,
      mode: "parallel",
      commentsEnabled: true,
      requiredStatuses: ["a"],
    });
    const resolve = (value: unknown): unknown => resolveTokens(stack, value);
    const settings = String(resolve(queue.fqn)).replace(/^\$\{|\}$/g, "");
    expect(settings).toMatch(/^null_resource\.main_Settings_/);
    expect(resolve(queue.id)).toBe("${null_resource.main.triggers.id}");
    expect(resolve(queue.repo)).toEqual({ host: "github.com", owner: "acme", name: "web" });
    expect(resolve(queue.targetBranch)).toBe("main");
    expect(resolve(queue.mode)).toBe(`\${jsondecode(${settings}.triggers.mode)}`);
    expect(resolve(`x-${queue.mode}`)).toBe(`x-\${jsondecode(${settings}.triggers.mode)}`);
    expect(resolve(queue.concurrency)).toBe(`\${jsondecode(${settings}.triggers.concurrency)}`);
    expect(resolve(`x-${String(queue.commentsEnabled)}`)).toBe(
      `x-\${jsondecode(${settings}.triggers.commentsEnabled)}`,
    );
    expect(resolve(queue.commentsEnabled)).toBe(`\${jsondecode(${settings}.triggers.commentsEnabled)}`);
    expect(resolve(queue.requiredStatuses)).toBe(
      `\${tolist(jsondecode(${settings}.triggers.requiredStatuses))}`,
    );
  });

  test("what is not declared is not known, which an error at synth says with construct and getter", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "main", QUEUE);
    expect(() => resolveTokens(stack, queue.testingTimeoutMinutes)).toThrow(
      "stack/main: its testingTimeoutMinutes is not known, because it is not declared",
    );
  });

  test.each<[string, Partial<MergeQueueProps>, string]>([
    ["provisioners", { provisioners: [] }, "provisioners: With via"],
    ["connection", { connection: { type: "ssh", host: "x" } }, "connection: With via"],
    ["ignoreChanges", { lifecycle: { ignoreChanges: ["concurrency"] } }, "lifecycle.ignoreChanges: With via"],
    [
      "postcondition",
      { lifecycle: { postcondition: [{ condition: "x", errorMessage: "y" }] } },
      "lifecycle.postcondition: With via",
    ],
  ])("refuses %s, which would not mean what it says", (_what, props, message) => {
    const stack = makeStack();
    new MergeQueue(stack, "main", { ...QUEUE, ...props });
    expect(listFaults(stack)).toEqual([expect.stringContaining(message)]);
  });

  test("refuses queues that were there before their provider", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    new MergeQueue(stack, "main", QUEUE);
    new MergeQueueProvider(stack, "provider", { via: "local-exec" });
    expect(listFaults(stack)).toContainEqual(
      expect.stringContaining("provider: The provider stack/provider was created after the queue"),
    );
  });

  test("refuses queues whose default provider has become another one", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const provider = new MergeQueueProvider(stack, "provider", { via: "local-exec" });
    new MergeQueue(stack, "main", QUEUE);
    provider.alias = "eu";
    expect(listFaults(stack)).toEqual([
      expect.stringContaining("provider: The provider's alias was changed after the queue was created"),
    ]);
  });

  test("a repository that is none is said once, by the validation of props", () => {
    const stack = makeStack();
    new MergeQueue(stack, "main", { ...QUEUE, repo: "web" });
    expect(listFaults(stack)).toEqual([expect.stringContaining("repo: ")]);
    expect(() => Testing.synth(stack)).not.toThrow();
  });
});
