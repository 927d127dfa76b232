import { QUEUE_SCHEMA } from "../../src/provider/queue-schema";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import { QUEUE_ATTRIBUTES } from "../../src/stack/types";
import { WAYS_ON } from "../../src/stack/unread-error";
import { IDENTITY, listFaults, readFiles, withQueue } from "./support/read-files";

describe("what stacks declare", () => {
  test("the attributes match the provider's", () => {
    const own = Object.keys(QUEUE_SCHEMA.attributes).filter((name) => !["id", "queue_id"].includes(name));
    expect([...QUEUE_ATTRIBUTES.keys()]).toEqual(own);
  });

  test("a queue has its identity, settings, policy, timeouts and provider", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        {
          provider: "mergequeue.eu",
          mode: "parallel",
          concurrency: "4",
          batch: "true",
          required_statuses: ["b", "a", "b"],
          state: null,
          deletion_policy: "drain",
          on_existing: "adopt",
          timeouts: { create: "90s", delete: "2h", read: null },
          additional_settings: { newer: { a: [1, null, "$${x}"] }, gone: null },
          depends_on: ["aws_thing.x"],
          "//": { metadata: { path: "stack/main" } },
        },
        {
          provider: {
            mergequeue: [
              { base_url: "https://us.example.com/v1" },
              { alias: "eu", base_url: "${var.url}", token: "${var.token}", max_retries: "3", version: "1" },
            ],
          },
          variable: { url: { default: "https://eu.example.com/v1" }, token: { sensitive: true } },
        },
      ),
    });
    expect(queues).toEqual([
      {
        address: "mergequeue_queue.main",
        stack: expect.any(String) as string,
        file: "main.tf.json",
        identity: { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" },
        wanted: {
          settings: { mode: "parallel", concurrency: 4, batch: true, requiredStatuses: ["a", "b"] },
          additionalSettings: new Map(Object.entries({ gone: null, newer: { a: [1, null, "${x}"] } })),
        },
        sensitive: new Set(),
        preventsDestroy: false,
        deletionPolicy: "drain",
        timeoutsMs: { create: 90_000, delete: 7_200_000 },
        provider: {
          name: "mergequeue.eu",
          stack: expect.any(String) as string,
          arguments: new Map(Object.entries({ base_url: "https://eu.example.com/v1", max_retries: 3 })),
          unresolved: new Map([
            ["token", '"${var.token}" has no value: set TF_VAR_token or give --var token=….'],
          ]),
        },
      },
    ]);
  });

  test("queues of count and for_each have their own values and addresses", async () => {
    const { queues } = await readFiles({
      "main.tf.json": {
        locals: { repos: { web: { size: 2 }, api: { size: 3 } } },
        resource: {
          mergequeue_queue: {
            fleet: {
              for_each: "${local.repos}",
              repo: { host: "github.com", owner: "acme", name: "${each.key}" },
              target_branch: "main",
              concurrency: "${each.value.size}",
            },
            releases: {
              count: 2,
              repo: '${mergequeue_queue.fleet["web"].repo}',
              target_branch: "release/${count.index}",
              concurrency: '${mergequeue_queue.fleet["api"].concurrency}',
            },
            none: { count: "0", ...IDENTITY },
            set: { for_each: '${toset(["a", "b"])}', ...IDENTITY, target_branch: "${each.value}" },
            last: {
              ...IDENTITY,
              target_branch: "${mergequeue_queue.releases[1].target_branch}-next",
              required_statuses: ['${mergequeue_queue.set["a"].id}'],
            },
          },
        },
      },
    });
    const told = queues.map(({ address, identity, wanted: { settings } }) => [
      address,
      `${identity.repo.name}/${identity.targetBranch}`,
      settings.concurrency ?? settings.requiredStatuses,
    ]);
    expect(told).toEqual([
      ['mergequeue_queue.fleet["api"]', "api/main", 3],
      ['mergequeue_queue.fleet["web"]', "web/main", 2],
      ["mergequeue_queue.releases[0]", "web/release/0", 3],
      ["mergequeue_queue.releases[1]", "web/release/1", 3],
      ['mergequeue_queue.set["a"]', "web/a", undefined],
      ['mergequeue_queue.set["b"]', "web/b", undefined],
      ["mergequeue_queue.last", "web/release/1-next", ["github.com/acme/web/a"]],
    ]);
  });

  test("S-03: booleans that are written as strings are converted as by Terraform", async () => {
    const variable = { secret: { sensitive: "true", default: 3 }, filled: { nullable: "false", default: 5 } };
    const lifecycle = { prevent_destroy: "true" };
    const queue = { concurrency: "${var.secret}", testing_timeout_minutes: "${var.filled}", lifecycle };
    const { queues } = await readFiles({
      "terraform.tfvars.json": { filled: null },
      "main.tf.json": withQueue(queue, { variable }),
    });
    expect(queues[0]).toMatchObject({ preventsDestroy: true });
    expect([...(queues[0]?.sensitive ?? [])]).toEqual(["concurrency"]);
    expect(queues[0]?.wanted.settings.testingTimeoutMinutes).toBe(5);
  });

  test("a provider under another local name needs no block", async () => {
    const required_providers = { mq: { source: "mergequeue/mergequeue" } };
    for (const terraform of [{ required_providers }, [{}, { required_providers: [required_providers] }]]) {
      const { queues } = await readFiles({ "main.tf.json": withQueue({ provider: "mq" }, { terraform }) });
      expect(queues[0]?.provider).toMatchObject({ name: "mq", arguments: new Map() });
    }
  });

  test("a queue with lifecycle.destroy = false is forgotten where others are deleted", async () => {
    for (const destroy of [false, "false", true]) {
      const queue = withQueue({ deletion_policy: "drain", lifecycle: { destroy, prevent_destroy: true } });
      const { queues } = await readFiles({ "main.tf.json": queue });
      const preventsDestroy = destroy === true;
      expect(queues[0]).toMatchObject({
        deletionPolicy: preventsDestroy ? "drain" : "abandon",
        preventsDestroy,
      });
    }
  });

  test("an attribute that contains a sensitive value is sensitive as a whole, and others are not", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        {
          concurrency: "${var.secret.size}",
          mode: "${var.secret.mode}",
          required_statuses: ["${local.both.open}"],
          additional_settings: { hidden: "${local.both.closed}", beside: 1 },
          timeouts: { create: "${local.both.open}m" },
        },
        {
          variable: { secret: { sensitive: true, default: { size: 4, mode: "single" } } },
          locals: { both: { open: "3", closed: "${var.secret.size}" } },
        },
      ),
    });
    expect([...(queues[0]?.sensitive ?? [])].sort()).toEqual(["beside", "concurrency", "hidden", "mode"]);
  });

  test("ephemeral variables are sensitive, and so is a string that contains one", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        { concurrency: "${var.once}", testing_timeout_minutes: "1${var.once}" },
        { variable: { once: { ephemeral: true, default: 3 } } },
      ),
    });
    expect([...(queues[0]?.sensitive ?? [])]).toEqual(["concurrency", "testingTimeoutMinutes"]);
  });

  test("a list or set of literals or references makes a set, and the CDK's conversions are read", async () => {
    const configuration = withQueue(
      {
        required_statuses: '${toset(["b", "a", "a"])}',
        additional_settings: { list: '${tolist(["x"])}', deep: '${local.deep["a b"][1].c}', bool: "${true}" },
      },
      { locals: { deep: { "a b": [0, { c: "${local.text}" }], broken: "${uuid()}" }, text: "$${x} %%{y}" } },
    );
    const { queues } = await readFiles({ "main.tf.json": configuration });
    expect(queues[0]?.wanted.settings).toEqual({ requiredStatuses: ["a", "b"] });
    expect(Object.fromEntries(queues[0]?.wanted.additionalSettings ?? [])).toEqual({
      list: ["x"],
      deep: "${x} %{y}",
      bool: true,
    });
  });

  test("what lifecycle ignores is not managed, and told of", async () => {
    const queue = {
      concurrency: 4,
      mode: "single",
      additional_settings: { x: 1 },
      deletion_policy: "abandon",
    };
    const ignoring = (ignored: unknown) => withQueue({ ...queue, lifecycle: { ignore_changes: ignored } });
    const some = await readFiles({ "main.tf.json": ignoring(["concurrency", "additional_settings.x"]) });
    expect(some.queues[0]?.wanted).toEqual({ settings: { mode: "single" } });
    expect(some.warnings).toEqual([
      "main.tf.json: mergequeue_queue.main ignores changes of concurrency, additional_settings. mergequeue never sets these attributes, " +
        "not even when it creates the queue.",
    ]);
    const all = await readFiles({ "main.tf.json": ignoring("all") });
    expect(all.queues[0]).toMatchObject({ wanted: { settings: {} }, deletionPolicy: "abandon" });
    expect(all.warnings[0]).toContain("ignores changes of repo, target_branch,");
  });

  test("provisioners of a queue do not run, and a warning says so", async () => {
    const provisioner = { "local-exec": { command: "true" } };
    expect((await readFiles({ "main.tf.json": withQueue({ provisioner }) })).warnings).toEqual([
      "main.tf.json: mergequeue_queue.main has provisioners, which do not run here.",
    ]);
  });

  test("blocks that mean nothing without a state, or declare nothing, are passed over", async () => {
    const reading = await readFiles({
      "main.tf.json": withQueue(
        {},
        {
          moved: [{ from: "mergequeue_queue.old", to: "mergequeue_queue.main" }],
          removed: { from: "mergequeue_queue.gone" },
          action: { mergequeue_pause: { web: { config: { target_branch: "main" } } } },
          import: [{ to: "mergequeue_queue.main", id: "github.com/acme/web/main" }],
          output: { id: { value: "${mergequeue_queue.main.concurrency}" } },
          data: { aws_thing: { x: {} } },
          check: { c: {} },
          terraform: { required_providers: {} },
          "//": "made by hand",
        },
      ),
    });
    expect(reading.queues).toHaveLength(1);
    expect(reading.warnings).toEqual([]);
  });

  test("faults of queues that are not asked for do not count, unless the identity is unknown", async () => {
    const bad = { ...IDENTITY, target_branch: "bad", concurrency: "${data.a.b.c}", mode: "dual" };
    const files = { "main.tf.json": { resource: { mergequeue_queue: { good: IDENTITY, bad } } } };
    const isWanted = ({ targetBranch }: QueueIdentity): boolean => targetBranch === "main";
    const { queues } = await readFiles(files, { isWanted });
    expect(queues.map(({ address }) => address)).toEqual(["mergequeue_queue.good"]);
    const unknown = { "main.tf.json": withQueue({ target_branch: "${data.a.b.c}" }) };
    expect(await listFaults(unknown, { isWanted })).toEqual([
      `main.tf.json: mergequeue_queue.main.target_branch: "\${data.a.b.c}" is not evaluated here. ${WAYS_ON}`,
    ]);
  });
});
