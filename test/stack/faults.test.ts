import { catchInvalid, IDENTITY, listFaults, readFiles, withQueue } from "./support/read-files";

/** Reads one configuration that has faults. */
async function fault(configuration: unknown): Promise<readonly string[]> {
  return await listFaults({ "main.tf.json": configuration });
}

describe("faults of stacks", () => {
  test("all of them are told at once: in the message, and with paths in the details", async () => {
    const error = await catchInvalid({
      "main.tf.json": withQueue({ concurrency: 0, mode: "dual", merge_mehtod: 1, target_branch: null }),
    });
    expect(error.message).toBe(
      "The stack has 4 faults; nothing was sent.\n" +
        "- main.tf.json: mergequeue_queue.main.merge_mehtod: A queue has no attribute of this name. Did you mean merge_method?\n" +
        "- main.tf.json: mergequeue_queue.main.target_branch: It is required: it must be set, and not to null.\n" +
        '- main.tf.json: mergequeue_queue.main.mode: Must be one of "single", "parallel", got "dual".\n' +
        "- main.tf.json: mergequeue_queue.main.concurrency: Must be a whole number (pull requests or batches) from 1 to " +
        "4294967295, got 0.",
    );
    expect(error.details.findings).toHaveLength(4);
  });

  test("very many of them are cut short in the message only", async () => {
    const error = await catchInvalid({
      "main.tf.json": {
        resource: {
          mergequeue_queue: {
            many: { ...IDENTITY, count: 150, target_branch: "b${count.index}", concurrency: 0 },
          },
        },
      },
    });
    expect(error.message.split("\n")).toHaveLength(102);
    expect(error.message).toMatch(/\n- and 50 more$/);
    expect(error.details.findings).toHaveLength(150);
  });

  test.each([
    [
      "${data.aws_ssm_parameter.x.value}",
      "cannot be resolved: data.aws_ssm_parameter.x is read by Terraform only.",
    ],
    [
      "${aws_thing.x.size}",
      "cannot be resolved: aws_thing.x is managed by Terraform, and known to it alone.",
    ],
    ["${module.m.size}", "cannot be resolved: module.m is not followed here."],
    [
      "${mergequeue_queue.other.concurrency}",
      "mergequeue_queue.other.concurrency is not configured, so the service chooses it.",
    ],
    [
      "${var.missing}",
      "cannot be resolved: var.missing has no value; set TF_VAR_missing or give --var missing=….",
    ],
    ["${local.through}", "cannot be resolved: data.a.b is read by Terraform only."],
    ["${uuid()}", "cannot be resolved: the function uuid() is not known here."],
    ['${cidrhost("10.0.0.0/8", 2)}', "cannot be resolved: the function cidrhost() is not known here."],
    ["${try(data.a.b.c, 4)}", "cannot be resolved: data.a.b is read by Terraform only."],
    ["${var.nowhere}", "has no value: there is no variable nowhere in this configuration."],
    ["${local.nowhere}", "has no value: there is no local value nowhere in this configuration."],
    ["${other.nowhere.x}", "has no value: there is no resource other.nowhere in this configuration."],
    ["${each.key}", "has no value: each means something in a block with for_each only."],
    ["${count.index}", "has no value: count means something in a block with count only."],
    ["${path.home}", "has no value: there is no path.home."],
    ["${terraform.version}", "has no value: there is no terraform.version."],
    ["${nothing}", "has no value: there is nothing named nothing here."],
    ["${local.a}", "has no value: local.a refers to itself: local.a → local.b → local.a."],
    ["${try(local.broken, 4)}", "has no value: local.broken: a number is divided by zero."],
    ["${[1, 2][5]}", "has no value: there is no such element in a tuple of 2."],
    ["${1 +}", "has no value: an expression is required at character 6."],
    [
      "${<<EOT\n4\nEOT\n}",
      "heredocs (<<) are not read here; use a quoted string with \\n instead, at character 3.",
    ],
  ])("%s names the expression, and why it has no value", async (concurrency, message) => {
    const [line, ...others] = await fault({
      resource: {
        mergequeue_queue: {
          main: { ...IDENTITY, concurrency },
          other: { ...IDENTITY, target_branch: "other" },
        },
        aws_thing: { x: {} },
      },
      variable: { missing: { type: "number" } },
      locals: { through: "${data.a.b.c + 1}", a: "${local.b}", b: "${local.a}", broken: "${1 / 0}" },
    });
    expect(line).toMatch(/^main\.tf\.json: mergequeue_queue\.main\.concurrency: /);
    expect(line?.endsWith(message)).toBe(true);
    expect(others).toEqual([]);
  });

  test.each([
    ["concurrency", "four", "A number is required, not a string that means none."],
    ["concurrency", [4], "A number is required, not a tuple."],
    ["concurrency", 1.5, "Must be a whole number (pull requests or batches) from 1 to 4294967295, got 1.5."],
    ["batch", "yes", "A bool is required, not a string that means none."],
    ["required_statuses", "ci/build", "A set is required, not a string that means none."],
    ["required_statuses", ["a", null], "Must not contain null; leave it out."],
    ["required_statuses", [" "], 'Must contain only non-empty names, got " " among them; leave it out.'],
    ["repo", "github.com/acme/web", "An object is required, not a string that means none."],
    ["repo", { host: "h", owner: "o", name: "n", team: "t" }, "There is no attribute team in it."],
    ["deletion_policy", "maybe", 'Must be "refuse", "drain" or "abandon", got "maybe".'],
    ["on_existing", "ask", 'Must be "fail" or "adopt", got "ask".'],
    ["timeouts", { start: "5m" }, "There is no attribute start in it."],
    ["additional_settings", "x", "An object is required, not a string."],
    [
      "additional_settings",
      { concurrency: 4 },
      'Setting "concurrency": This setting has an attribute: use concurrency.',
    ],
    [
      "state",
      "switching_modes",
      '"switching_modes" is a transient state: the service reports it, but it cannot be requested. Must be one of "running", "paused", "draining".',
    ],
  ])("%s = %j has the provider's words", async (attribute, value, message) => {
    expect(await fault(withQueue({ [attribute]: value }))).toEqual([
      `main.tf.json: mergequeue_queue.main.${attribute}: ${message}`,
    ]);
  });

  test("parts of nested attributes are named", async () => {
    expect(
      await fault(
        withQueue({ repo: { host: "a/b", owner: null }, timeouts: { create: "soon", delete: "25h" } }),
      ),
    ).toEqual([
      'main.tf.json: mergequeue_queue.main.repo.host: The host must not contain a slash, got "a/b".',
      "main.tf.json: mergequeue_queue.main.repo.owner: It is required: it must be set, and not to null.",
      "main.tf.json: mergequeue_queue.main.repo.name: It is required: it must be set, and not to null.",
      'main.tf.json: mergequeue_queue.main.timeouts.create: Must be a duration of at most 24 hours such as "90s", "5m" or "1h30m", got "soon".',
      'main.tf.json: mergequeue_queue.main.timeouts.delete: Must be a duration of at most 24 hours such as "90s", "5m" or "1h30m", got "25h".',
    ]);
  });

  test("S-13: a number that cannot be sent exactly is refused", async () => {
    expect(await fault(withQueue({ additional_settings: { size: "${9007199254740993}" } }))).toEqual([
      'main.tf.json: mergequeue_queue.main.additional_settings: Setting "size": The value is a number that JSON cannot ' +
        "represent exactly; write it as a string if the service accepts one.",
    ]);
  });

  test("S-12: a name that would reach a prototype is refused", async () => {
    const text =
      '{"resource":{"mergequeue_queue":{"main":{"repo":{"host":"h","owner":"o","name":"n"},"target_branch":"m",' +
      '"additional_settings":{"__proto__":{"x":1},"constructor":1}}}}}';
    const lines = await listFaults({ "main.tf.json": text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("A setting cannot be named __proto__.");
  });

  test("no message tells a value that is sensitive, nor what stands literally around an expression", async () => {
    const lines = await fault(
      withQueue(
        {
          mode: "${var.secret}",
          concurrency: "${var.secret}",
          additional_settings: { key: "hunter2-${data.a.b.c}" },
        },
        { variable: { secret: { sensitive: true, default: "hunter2" } } },
      ),
    );
    expect(lines.join("\n")).not.toContain("hunter2");
    expect(lines).toContain(
      'main.tf.json: mergequeue_queue.main.mode: Must be one of "single", "parallel", got something sensitive.',
    );
  });

  test("S-03: nor do conditions, durations and names of attributes tell it", async () => {
    const variable = { secret: { sensitive: "true", default: "hunter2" } };
    const rule = { condition: '${var.secret == ""}', error_message: "It is ${var.secret}." };
    const faulty = [
      { lifecycle: { precondition: rule } },
      { timeouts: { create: "${var.secret}" } },
      { repo: { ...IDENTITY.repo, "${var.secret}": "x" } },
    ];
    for (const attributes of faulty) {
      const lines = await fault(withQueue(attributes, { variable }));
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain("hunter2");
    }
    const ruled = { secret: { ...variable.secret, validation: rule } };
    expect(await fault(withQueue({}, { variable: ruled }))).toEqual([
      "main.tf.json: var.secret: Its validation does not hold: it is not true.",
    ]);
  });

  test("no message tells an expression of the token that may hold it", async () => {
    const provider = { mergequeue: { token: '${join("", ["hunter2", data.a.b.c])}', base_url: "${1 / 0}" } };
    const { message } = await catchInvalid({ "main.tf.json": withQueue({}, { provider }) });
    expect(message).not.toContain("hunter2");
    const { queues } = await readFiles({
      "main.tf.json": withQueue({}, { provider: { mergequeue: { token: provider.mergequeue.token } } }),
    });
    expect(queues[0]?.provider.unresolved).toEqual(
      new Map([["token", "It cannot be resolved: data.a.b is read by Terraform only."]]),
    );
  });

  test("one queue declared twice at one service is a fault that names both", async () => {
    const both = {
      resource: {
        mergequeue_queue: {
          main: IDENTITY,
          again: { ...IDENTITY, repo: { ...IDENTITY.repo, owner: "ACME" } },
        },
      },
    };
    expect(await fault(both)).toEqual([
      "main.tf.json: mergequeue_queue.again: It is the same queue as mergequeue_queue.main in main.tf.json; declare it once.",
    ]);
    const elsewhere = {
      ...both,
      provider: { mergequeue: { alias: "eu", base_url: "https://eu.example.com/v1" } },
      resource: {
        mergequeue_queue: {
          ...both.resource.mergequeue_queue,
          again: { ...IDENTITY, provider: "mergequeue.eu" },
        },
      },
    };
    expect((await readFiles({ "main.tf.json": elsewhere })).queues).toHaveLength(2);
  });

  test.each([
    [
      "provider",
      { provider: "mergequeue.eu" },
      {},
      'provider: There is no provider "mergequeue.eu" in this stack.',
    ],
    [
      "for_each over a list",
      { for_each: ["a"] },
      {},
      "for_each: It must be a map, an object or a set of strings, and nothing sensitive.",
    ],
    [
      "for_each over a set of numbers",
      { for_each: "${toset([1])}" },
      {},
      "for_each: It must be a map, an object or a set of strings, and nothing sensitive.",
    ],
    [
      "sensitive for_each",
      { for_each: '${sensitive(toset(["a"]))}' },
      {},
      "for_each: It must be a map, an object or a set of strings, and nothing sensitive.",
    ],
    [
      "unresolved for_each",
      { for_each: "${data.a.b.c}" },
      {},
      'for_each: "${data.a.b.c}" cannot be resolved: data.a.b is read by Terraform only.',
    ],
    [
      "count and for_each",
      { count: 1, for_each: {} },
      {},
      "for_each: A block has count or for_each, not both.",
    ],
    [
      "negative count",
      { count: -1 },
      {},
      "count: It must be a whole number from 0 to 20000, and nothing sensitive.",
    ],
    [
      "count that is no number",
      { count: "x" },
      {},
      "count: A number is required, not a string that means none.",
    ],
    [
      "precondition",
      { lifecycle: { precondition: { condition: "${1 > 2}", error_message: "One is less." } } },
      {},
      "lifecycle: Its precondition does not hold: One is less.",
    ],
    [
      "argument of the provider",
      {},
      { provider: { mergequeue: { max_retires: "x" } } },
      "The provider has no argument of this name. Did you mean max_retries?",
    ],
    [
      "wrong argument of the provider",
      {},
      { provider: { mergequeue: { max_retries: "x" } } },
      "A number is required, not a string that means none.",
    ],
    ["unknown block", {}, { resources: {} }, "There is no block of this name in a configuration."],
    ["block that is none", {}, { variable: [3] }, "Here an object is required, or a list of objects."],
  ])("%s", async (_what, attributes, others, message) => {
    const lines = await fault(withQueue(attributes, others));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith(message)).toBe(true);
  });

  test("blocks and attributes that are there twice are told of, with the files", async () => {
    expect(
      await listFaults({
        "a.tf.json": withQueue({}, { locals: { x: 1 }, variable: { v: {} }, module: { m: {} } }),
        "b.tf.json": withQueue({}, { locals: { x: 2 }, variable: { v: {} } }),
        "c.tf.json": '{"resource":{"mergequeue_queue":{"two":{"concurrency":1,"concurrency":2}}}}',
        "d_override.tf.json": { variable: { w: { default: 1 } } },
        "e.tf.json": "[]",
        "f.tf.json": '{"resource": }',
      }),
    ).toEqual([
      'b.tf.json: mergequeue_queue.main: It is declared twice, in "a.tf.json", too; take one of them out.',
      'b.tf.json: local.x: It is declared twice, in "a.tf.json", too; take one of them out.',
      'b.tf.json: var.v: It is declared twice, in "a.tf.json", too; take one of them out.',
      "e.tf.json: It must hold an object of blocks.",
      "f.tf.json: It is no JSON: a value is required at line 1, character 14.",
      "d_override.tf.json: var.w: An override file changes what is declared nowhere.",
      "c.tf.json: mergequeue_queue.two.concurrency: It is set twice; take one of them out.",
      "c.tf.json: mergequeue_queue.two.repo: It is required: it must be set, and not to null.",
      "c.tf.json: mergequeue_queue.two.target_branch: It is required: it must be set, and not to null.",
    ]);
  });

  test("queues that refer to each other in a circle are a fault, as in Terraform", async () => {
    const lines = await fault({
      resource: {
        mergequeue_queue: {
          a: { ...IDENTITY, target_branch: "${mergequeue_queue.b.target_branch}" },
          b: { ...IDENTITY, target_branch: "${mergequeue_queue.a.target_branch}" },
        },
      },
    });
    expect(lines).toEqual([
      'main.tf.json: mergequeue_queue.a.target_branch: "${mergequeue_queue.b.target_branch}" cannot be resolved: ' +
        "mergequeue_queue.b.target_branch cannot be resolved itself.",
      'main.tf.json: mergequeue_queue.b.target_branch: "${mergequeue_queue.a.target_branch}" has no value: ' +
        "mergequeue_queue.a refers to itself.",
    ]);
  });
});
