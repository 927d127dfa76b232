import { PROVIDER_SCHEMA } from "../../src/provider/provider-schema";
import { QUEUE_SCHEMA } from "../../src/provider/queue-resource/queue-schema";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import { DEFAULT_TIMEOUTS_MS } from "../../src/reconcile/default-timeouts";
import { PROVIDER_ARGUMENTS, QUEUE_ATTRIBUTES, TIMED_OPERATIONS } from "../../src/stack/queue-attributes";
import { IDENTITY, listFaults, readFiles, readWanted, withQueue } from "./support/read-files";

describe("what stacks declare", () => {
  test("attributes and arguments are those of the provider, with their types", () => {
    const configurable = Object.keys(QUEUE_SCHEMA.attributes).filter((name) => name !== "id");
    expect([...QUEUE_ATTRIBUTES.keys()]).toEqual(configurable);
    const types = new Map(
      Object.entries(PROVIDER_SCHEMA.attributes).map(([name, attribute]) => [
        name,
        "type" in attribute ? attribute.type : undefined,
      ]),
    );
    expect(PROVIDER_ARGUMENTS).toEqual(types);
    expect(TIMED_OPERATIONS).toEqual(Object.keys(DEFAULT_TIMEOUTS_MS));
  });

  test("a queue has its identity, what is wanted, its policy, its timeouts and its provider", async () => {
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
              {
                alias: "eu",
                base_url: "${var.url}",
                token: "${var.token}",
                max_retries: "3",
                version: "1.0.0",
              },
            ],
          },
          variable: {
            url: { default: "https://eu.example.com/v1" },
            token: { type: "string", sensitive: true },
          },
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
          additionalSettings: new Map<string, unknown>([
            ["gone", null],
            ["newer", { a: [1, null, "${x}"] }],
          ]),
        },
        sensitive: new Set(),
        preventsDestroy: false,
        deletionPolicy: "drain",
        timeoutsMs: { create: 90_000, delete: 7_200_000 },
        provider: {
          name: "mergequeue.eu",
          stack: expect.any(String) as string,
          arguments: new Map<string, unknown>([
            ["base_url", "https://eu.example.com/v1"],
            ["max_retries", 3],
          ]),
          unresolved: new Map([
            [
              "token",
              '"${var.token}" cannot be resolved: var.token has no value; set TF_VAR_token or give --var token=….',
            ],
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
              concurrency: '${mergequeue_queue.fleet["api"].concurrency + count.index}',
            },
            none: { count: "${length(mergequeue_queue.releases) - 2}", ...IDENTITY },
            set: { for_each: '${toset(["a", "b"])}', ...IDENTITY, target_branch: "${each.value}" },
            last: {
              ...IDENTITY,
              target_branch: '${join("-", mergequeue_queue.releases[*].target_branch)}',
              required_statuses: ['${mergequeue_queue.set["a"].id}'],
            },
          },
        },
      },
    });
    expect(
      queues.map(({ address, identity, wanted }) => [
        address,
        `${identity.repo.name}/${identity.targetBranch}`,
        wanted.settings.concurrency ?? wanted.settings.requiredStatuses,
      ]),
    ).toEqual([
      ['mergequeue_queue.fleet["api"]', "api/main", 3],
      ['mergequeue_queue.fleet["web"]', "web/main", 2],
      ["mergequeue_queue.releases[0]", "web/release/0", 3],
      ["mergequeue_queue.releases[1]", "web/release/1", 4],
      ['mergequeue_queue.set["a"]', "web/a", undefined],
      ['mergequeue_queue.set["b"]', "web/b", undefined],
      ["mergequeue_queue.last", "web/release/0-release/1", ["github.com/acme/web/a"]],
    ]);
  });

  test("paths and the workspace have the values that Terraform gives them in the stack's directory", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue({
        required_statuses: ["${path.module}", "${path.root}/x", "${terraform.workspace}"],
      }),
    });
    expect(queues[0]?.wanted.settings.requiredStatuses).toEqual([".", "./x", "default"]);
  });

  test("the workspace is the one that TF_WORKSPACE names, else the one that was selected", async () => {
    const files = { "main.tf.json": withQueue({ target_branch: "${terraform.workspace}" }) };
    const selected = { ...files, ".terraform/environment": "staging" };
    const elsewhere = { ...files, "data/environment": "trial\n" };
    const read = async (given: typeof files, environment: Record<string, string>): Promise<unknown> =>
      (await readFiles(given, { environment })).queues[0]?.identity.targetBranch;
    expect(await read(files, { TF_WORKSPACE: "prod" })).toBe("prod");
    expect(await read(selected, { TF_WORKSPACE: "" })).toBe("staging");
    expect(await read(selected, { TF_WORKSPACE: "prod" })).toBe("prod");
    expect(await read(elsewhere, { TF_DATA_DIR: "data" })).toBe("trial");
  });

  test("S-03: bools that are written as text count as Terraform takes them", async () => {
    const variable = {
      secret: { sensitive: "true", default: 3 },
      filled: { nullable: "false", default: 5 },
    };
    const { queues } = await readFiles({
      "terraform.tfvars": "filled = null",
      "main.tf.json": withQueue(
        {
          concurrency: "${var.secret}",
          testing_timeout_minutes: "${var.filled}",
          lifecycle: { prevent_destroy: "true" },
        },
        { variable },
      ),
    });
    expect(queues[0]).toMatchObject({ preventsDestroy: true });
    expect([...(queues[0]?.sensitive ?? [])]).toEqual(["concurrency"]);
    expect(queues[0]?.wanted.settings.testingTimeoutMinutes).toBe(5);
  });

  test("what comes from something sensitive is named, and only that", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        {
          concurrency: "${var.secret.size}",
          mode: '${var.secret.size > 1 ? "single" : "parallel"}',
          required_statuses: ["${local.both.open}"],
          merge_method: "${nonsensitive(var.secret.method)}",
          additional_settings: { hidden: "${local.both.closed}", shown: "${local.both.open}" },
        },
        {
          variable: { secret: { sensitive: true, default: { size: 4, method: "squash" } } },
          locals: { both: { open: "a", closed: "${var.secret.size}" } },
        },
      ),
    });
    expect([...(queues[0]?.sensitive ?? [])].sort()).toEqual(["concurrency", "hidden", "mode"]);
  });

  test("ephemeral variables are sensitive, and so is what sensitive() makes", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        { concurrency: "${var.passing}", testing_timeout_minutes: "${sensitive(5)}" },
        { variable: { passing: { ephemeral: true, default: 3 } } },
      ),
    });
    expect([...(queues[0]?.sensitive ?? [])]).toEqual(["concurrency", "testingTimeoutMinutes"]);
  });

  test("what lifecycle ignores is not managed, and told of", async () => {
    const ignoring = (ignored: unknown): object =>
      withQueue({
        concurrency: 4,
        mode: "single",
        additional_settings: { x: 1 },
        lifecycle: { ignore_changes: ignored },
      });
    const some = await readFiles({ "main.tf.json": ignoring(["concurrency", "additional_settings.x"]) });
    expect(some.queues[0]?.wanted).toEqual({ settings: { mode: "single" } });
    expect(some.warnings).toEqual([
      "main.tf.json: mergequeue_queue.main ignores changes of concurrency, additional_settings: not managed here, " +
        "neither when the queue is created.",
    ]);
    const all = await readFiles({ "main.tf.json": ignoring("all") });
    expect(all.queues[0]?.wanted).toEqual({ settings: {} });
    expect(all.warnings[0]).toContain("ignores changes of all attributes");
  });

  test("conditions that hold are passed over, those that nobody can check are told of", async () => {
    const { warnings } = await readFiles({
      "main.tf.json": withQueue({
        lifecycle: [
          {
            precondition: [{ condition: "${1 < 2}", error_message: "no" }],
            postcondition: { condition: "${self.concurrency > 1}", error_message: "no" },
          },
        ],
        provisioner: { "local-exec": { command: "true" } },
      }),
    });
    expect(warnings).toEqual([
      'main.tf.json: mergequeue_queue.main has a postcondition that is not checked: "${self.concurrency > 1}" cannot be ' +
        "resolved: self is known to Terraform only.",
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

  test("whole numbers of the service's whole range stay exact", async () => {
    await expect(readWanted(withQueue({ concurrency: "${4294967294 + 1}" }))).resolves.toEqual({
      concurrency: 4_294_967_295,
    });
  });

  test("faults of queues that nobody asked for do not count, unless nobody knows which queue they are", async () => {
    const files = {
      "main.tf.json": {
        resource: {
          mergequeue_queue: {
            good: IDENTITY,
            bad: { ...IDENTITY, target_branch: "bad", concurrency: "${data.a.b.c}", mode: "dual" },
          },
        },
      },
    };
    const isWanted = ({ targetBranch }: QueueIdentity): boolean => targetBranch === "main";
    expect((await readFiles(files, { isWanted })).queues.map(({ address }) => address)).toEqual([
      "mergequeue_queue.good",
    ]);
    const unknown = { "main.tf.json": withQueue({ target_branch: "${data.a.b.c}" }) };
    expect(await listFaults(unknown, { isWanted })).toEqual([
      'main.tf.json: mergequeue_queue.main.target_branch: "${data.a.b.c}" cannot be resolved: data.a.b is read by ' +
        "Terraform only.",
    ]);
  });
});
