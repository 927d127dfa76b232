import { TerraformIterator, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { MergeQueue, type MergeQueueProps, MergeQueueProvider, QueueDefaults } from "../../../src/constructs";
import { IDENTITY, listFaults, resolveTokens, WEB } from "../synth";
import {
  declare,
  findEnvironment,
  makeStack,
  type NullResource,
  pickQueue,
  toDocument,
} from "./support/declare";

test("the resource Default creates and deletes, Settings configures, RequiredStatuses removes", () => {
  const { main, settings, statuses } = declare({ requiredStatuses: ["a"] });
  const listCalls = ({ provisioner }: Pick<NullResource, "provisioner">): unknown[] =>
    provisioner.map(({ "local-exec": { command, when } }) => [command, when]);
  expect(listCalls(main)).toEqual([
    ["mergequeue local-exec create || exit 1", undefined],
    ["mergequeue local-exec delete || exit 1", "destroy"],
  ]);
  expect(listCalls(settings)).toEqual([["mergequeue local-exec configure || exit 1", undefined]]);
  expect(listCalls(statuses)).toEqual([["mergequeue local-exec release || exit 1", "destroy"]]);
  // What is depended on is created first and destroyed last.
  expect(settings["depends_on"]).toEqual(["null_resource.main"]);
  expect(main["depends_on"]).toEqual([expect.stringMatching(/^terraform_data\.main_RequiredStatuses_/)]);
});

test("S-15: values are passed as JSON in the environment, never on the command line", () => {
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
    ...IDENTITY,
    address: "null_resource.main",
    target_branch: "a$(touch$${IFS}x)",
    required_statuses: [hostile, "$${x}", "%%{y}", "<&>"],
    additional_settings: { "color $${x}": { "$${k}": [hostile, null, 1.5, true] }, plain: "x" },
    timeouts: { create: "1m", delete: "2m" },
    on_existing: "adopt",
    deletion_policy: "drain",
  };
  const environments = [findEnvironment(main, "create"), findEnvironment(settings, "configure")];
  for (const environment of environments) {
    expect(toDocument(environment["MERGEQUEUE_QUEUE"])).toEqual(expected);
    expect(environment).toMatchObject({
      MERGEQUEUE_BASE_URL: "https://q.example.com/v1",
      MERGEQUEUE_MAX_RETRIES: "3",
      MERGEQUEUE_ALLOW_INSECURE_HTTP: "false",
    });
  }
  const provisioners = [...main.provisioner, ...settings.provisioner];
  for (const {
    "local-exec": { command },
  } of provisioners)
    expect(command).toMatch(/^mergequeue local-exec (create|delete|configure) \|\| exit 1$/);
});

test("a destroy provisioner reads everything from the resource itself, which stores what it needs", () => {
  const provider = { baseUrl: "https://q.example.com/v1", requestTimeoutSeconds: 5 };
  const { main } = declare({ deletionPolicy: "drain", timeouts: { delete: "2m" } }, provider);
  expect(findEnvironment(main, "delete")).toEqual({
    MERGEQUEUE_QUEUE_ID: "${self.triggers.id}",
    MERGEQUEUE_DELETION: "${self.triggers.deletion}",
  });
  expect(toDocument(main.triggers["deletion"])).toEqual({
    policy: "drain",
    timeout: "2m",
    connection: { base_url: "https://q.example.com/v1" },
  });
  const condition = expect.stringContaining("self.triggers.deletion == jsonencode({") as string;
  const advice = "run terraform state rm 'null_resource.main' and apply";
  expect(main["lifecycle"]).toEqual({
    ignore_changes: ['triggers["id"]', 'triggers["deletion"]'],
    postcondition: [{ condition, error_message: expect.stringContaining(advice) as string }],
  });
});

test("F-45: the list of required statuses is remembered in place; only another queue replaces its resource", () => {
  const { main, statuses } = declare({ requiredStatuses: ["b", "a", "b"], deletionPolicy: "drain" });
  const { queue, ...stored } = main.triggers;
  expect(statuses).toEqual({
    count: 1,
    input: { ...stored, requiredStatuses: '["a","b"]' },
    lifecycle: { ignore_changes: ["input.id"] },
    triggers_replace: { queue },
    provisioner: statuses.provisioner,
  });
  expect(findEnvironment(statuses, "release")).toEqual({
    MERGEQUEUE_QUEUE_ID: "${self.input.id}",
    MERGEQUEUE_DELETION: "${self.input.deletion}",
    MERGEQUEUE_REQUIRED_STATUSES: "${self.input.requiredStatuses}",
  });
  const { input } = declare({ requiredStatuses: ["${var.a}"] }).statuses;
  expect(input["requiredStatuses"]).toBe('${jsonencode(["${var.a}"])}');
});

test("identities are compared as everywhere: only the branch is case-sensitive", () => {
  expect(declare({ repo: "GitHub.com/ACME/Web", targetBranch: "Main/X" }).main.triggers).toMatchObject({
    queue: "github.com/acme/web/Main/X",
    id: "GitHub.com/ACME/Web/Main/X",
  });
  expect(declare({ repo: "${var.repo}/ACME/Web", targetBranch: "Main" }).main.triggers["queue"]).toBe(
    '${lower("${var.repo}/ACME/Web")}/Main',
  );
});

test("each setting has a trigger, a JSON string; order and duplicates of statuses do not matter", () => {
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
    ...WEB,
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

test("defaults that are added after the queue apply; the block that removes statuses is kept without them", () => {
  const stack = makeStack();
  new MergeQueue(stack, "main", WEB);
  QueueDefaults.of(stack).add({ concurrency: 3, requiredStatuses: ["x"], deletionPolicy: "drain" });
  const { main, settings, statuses } = pickQueue(stack);
  expect(settings.triggers["concurrency"]).toBe("3");
  expect(toDocument(main.triggers["deletion"])).toMatchObject({ policy: "drain" });
  const counts = [statuses, declare().statuses, declare({ requiredStatuses: [] }).statuses];
  expect(counts.map((each) => each["count"])).toEqual([1, 0, 1]);
});

test("count and forEach are passed to all resources of a queue", () => {
  const counted = declare({ count: 3, requiredStatuses: ["a"] });
  expect([counted.main, counted.settings, counted.statuses].map((each) => each["count"])).toEqual([3, 3, 3]);
  const { MERGEQUEUE_QUEUE } = findEnvironment(counted.main, "create");
  expect(MERGEQUEUE_QUEUE).toContain("null_resource.main[${count.index}]");
  const forEach = TerraformIterator.fromList(["a"]);
  const each = declare({ forEach });
  const set = '${toset(["a"])}';
  expect([each.main, each.settings, each.statuses].map((one) => one["for_each"])).toEqual([set, set, {}]);
  expect(declare({ forEach, requiredStatuses: ["a"] }).statuses["for_each"]).toBe(set);
});

test("the user's dependsOn and lifecycle are added to its own", () => {
  const stack = makeStack();
  const first = new MergeQueue(stack, "first", { ...WEB, targetBranch: "first" });
  new MergeQueue(stack, "main", {
    ...WEB,
    dependsOn: [first],
    lifecycle: { preventDestroy: true, precondition: [{ condition: "${true}", errorMessage: "no" }] },
  });
  const { main } = pickQueue(stack);
  // Settings come last, so that resources that depend on a queue also wait for them.
  expect(main["depends_on"]).toContainEqual(expect.stringMatching(/^null_resource\.first_Settings_/));
  expect(main["lifecycle"]).toMatchObject({ prevent_destroy: true, precondition: [{ error_message: "no" }] });
});

test("command and interpreter come from the provider's props", () => {
  const { main } = declare({}, { command: "npx --no mergequeue", interpreter: ["/bin/bash", "-c"] });
  expect(main.provisioner[0]?.["local-exec"]).toMatchObject({
    command: "npx --no mergequeue local-exec create || exit 1",
    interpreter: ["/bin/bash", "-c"],
  });
});

test("declared values can be referenced; others are an error at synth that names construct and getter", () => {
  const stack = makeStack();
  const queue = new MergeQueue(stack, "main", {
    ...WEB,
    concurrency: 4,
    mode: "parallel",
    commentsEnabled: true,
    requiredStatuses: ["a"],
  });
  const resolve = (value: unknown): unknown => resolveTokens(stack, value);
  const settings = String(resolve(queue.fqn)).replace(/^\$\{|\}$/g, "");
  const decode = (name: string): string => `\${jsondecode(${settings}.triggers.${name})}`;
  expect(settings).toMatch(/^null_resource\.main_Settings_/);
  expect(resolve(queue.id)).toBe("${null_resource.main.triggers.id}");
  expect(resolve(queue.repo)).toEqual(IDENTITY.repo);
  expect(resolve(queue.targetBranch)).toBe("main");
  expect(resolve(queue.mode)).toBe(decode("mode"));
  expect(resolve(`x-${queue.mode}`)).toBe(`x-${decode("mode")}`);
  expect(resolve(queue.concurrency)).toBe(decode("concurrency"));
  expect(resolve(`x-${String(queue.commentsEnabled)}`)).toBe(`x-${decode("commentsEnabled")}`);
  expect(resolve(queue.commentsEnabled)).toBe(decode("commentsEnabled"));
  const statuses = `\${tolist(jsondecode(${settings}.triggers.requiredStatuses))}`;
  expect(resolve(queue.requiredStatuses)).toBe(statuses);
  const undeclared = "stack/main: testingTimeoutMinutes is not declared";
  expect(() => resolve(queue.testingTimeoutMinutes)).toThrow(undeclared);
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
  new MergeQueue(stack, "main", { ...WEB, ...props });
  expect(listFaults(stack)).toEqual([expect.stringContaining(message)]);
});

test("refuses queues that were created before their provider, or whose default provider has changed", () => {
  const stack = new TerraformStack(Testing.app(), "stack");
  new MergeQueue(stack, "main", WEB);
  const provider = new MergeQueueProvider(stack, "provider", { via: "local-exec" });
  new MergeQueue(stack, "next", { ...WEB, targetBranch: "next" });
  expect(listFaults(stack)).toContainEqual(
    expect.stringContaining("[stack/main] provider: The provider stack/provider was created after the queue"),
  );
  provider.alias = "eu";
  expect(listFaults(stack)).toEqual([
    expect.stringContaining(
      "[stack/next] provider: The provider's alias was changed after the queue was created",
    ),
  ]);
});

test("an invalid repository is reported once, by the validation of props", () => {
  const stack = makeStack();
  new MergeQueue(stack, "main", { ...WEB, repo: "web" });
  expect(listFaults(stack)).toEqual([expect.stringContaining("repo: ")]);
  expect(() => Testing.synth(stack)).not.toThrow();
});
