import { WAYS_ON } from "../../src/stack/unread-error";
import { catchInvalid, IDENTITY, listFaults, listFaultsOf, readFiles, withQueue } from "./support/read-files";

const MAIN = "main.tf.json: mergequeue_queue.main";

describe("faults of stacks", () => {
  test("all of them are told at once: in the message, and with paths in the details", async () => {
    const error = await catchInvalid({
      "main.tf.json": withQueue({ concurrency: 0, mode: "dual", merge_mehtod: 1, target_branch: null }),
    });
    expect(error.message).toBe(
      "The stack has 4 faults; nothing was sent.\n" +
        '- main.tf.json: mergequeue_queue.main.merge_mehtod: A queue has no attribute "merge_mehtod". Did you mean merge_method?\n' +
        "- main.tf.json: mergequeue_queue.main.target_branch: It is required, and must not be null.\n" +
        '- main.tf.json: mergequeue_queue.main.mode: Must be one of "single", "parallel", got "dual".\n' +
        "- main.tf.json: mergequeue_queue.main.concurrency: Must be a whole number (pull requests or batches) from 1 to " +
        "4294967295, got 0.",
    );
    expect(error.details.findings).toHaveLength(4);
  });

  test("very many of them are cut short in the message only", async () => {
    const many = { ...IDENTITY, count: 150, target_branch: "b${count.index}", concurrency: 0 };
    const error = await catchInvalid({ "main.tf.json": { resource: { mergequeue_queue: { many } } } });
    expect(error.message.split("\n")).toHaveLength(102);
    expect(error.message).toMatch(/\n- and 50 more$/);
    expect(error.details.findings).toHaveLength(150);
  });

  test.each([
    ["concurrency", "four", "A number is required, not this string."],
    ["concurrency", 1.5, "Must be a whole number (pull requests or batches) from 1 to 4294967295, got 1.5."],
    ["batch", "yes", "A bool is required, not this string."],
    ["required_statuses", "ci/build", "A set is required, not this string."],
    ["required_statuses", ["a", null], "Must not contain null; leave it out."],
    ["repo", { host: "h", owner: "o", name: "n", team: "t" }, "Its only attributes are host, owner, name."],
    ["deletion_policy", "maybe", 'Must be "refuse", "drain" or "abandon", got "maybe".'],
    ["timeouts", { start: "5m" }, "Its only attributes are create, read, update, delete."],
    ["additional_settings", "x", "An object is required, not this string."],
    ["additional_settings", { batch: true }, 'Setting "batch": This setting has an attribute: use batch.'],
  ])("%s = %j has the provider's words", async (attribute, value, message) => {
    expect(await listFaultsOf(withQueue({ [attribute]: value }))).toEqual([
      `${MAIN}.${attribute}: ${message}`,
    ]);
  });

  test("parts of nested attributes are named", async () => {
    const queue = { repo: { host: "a/b", owner: null }, timeouts: { create: "soon", delete: "25h" } };
    expect(await listFaultsOf(withQueue(queue))).toEqual([
      'main.tf.json: mergequeue_queue.main.repo.host: The host must not contain a slash, got "a/b".',
      "main.tf.json: mergequeue_queue.main.repo.owner: It is required, and must not be null.",
      "main.tf.json: mergequeue_queue.main.repo.name: It is required, and must not be null.",
      'main.tf.json: mergequeue_queue.main.timeouts.create: Must be a duration of more than 0 and at most 24 hours such as "90s", "5m" or "1h30m", got "soon".',
      'main.tf.json: mergequeue_queue.main.timeouts.delete: Must be a duration of more than 0 and at most 24 hours such as "90s", "5m" or "1h30m", got "25h".',
    ]);
  });

  test("S-13: a number that cannot be sent exactly is refused", async () => {
    expect(await listFaultsOf(withQueue({ additional_settings: { size: "${9007199254740993}" } }))).toEqual([
      'main.tf.json: mergequeue_queue.main.additional_settings: Setting "size": The value is a number that JSON cannot ' +
        "represent exactly; write it as a string if the service accepts one.",
    ]);
  });

  test("S-12: a name that would reach a prototype is refused", async () => {
    const text =
      '{"resource":{"mergequeue_queue":{"main":{"repo":{"host":"h","owner":"o","name":"n"},"target_branch":"m",' +
      '"additional_settings":{"__proto__":{"x":1},"constructor":1}}}}}';
    const lines = await listFaultsOf(text);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("the key __proto__ is not allowed");
  });

  test("messages contain neither sensitive values nor the literal text around an expression", async () => {
    const secret = "${var.secret}";
    const queue = {
      mode: secret,
      concurrency: secret,
      additional_settings: { key: "hunter2-${data.a.b.c}" },
    };
    const variable = { secret: { sensitive: true, default: "hunter2" } };
    const lines = await listFaultsOf(withQueue(queue, { variable }));
    expect(lines.join("\n")).not.toContain("hunter2");
    expect(lines).toContain(`${MAIN}.mode: Must be one of "single", "parallel", got "(sensitive value)".`);
  });

  test("S-03: nor do durations, attribute names and keys, and an identity must not be sensitive", async () => {
    const variable = { secret: { sensitive: "true", default: "hunter2" } };
    const faulty = [
      { timeouts: { create: "${var.secret}" } },
      { repo: { ...IDENTITY.repo, "${var.secret}": "x" } },
      { concurrency: "${var.secret.x}" },
      { for_each: { "${var.secret}": "x" } },
      { target_branch: "${var.secret}" },
    ];
    for (const attributes of faulty) {
      const lines = await listFaultsOf(withQueue(attributes, { variable }));
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain("hunter2");
    }
  });

  test("messages do not contain the token's expression, which may contain the token", async () => {
    const token = '${join("", ["hunter2", data.a.b.c])}';
    const provide = (mergequeue: object) => ({ "main.tf.json": withQueue({}, { provider: { mergequeue } }) });
    const { message } = await catchInvalid(provide({ token, base_url: [] }));
    expect(message).not.toContain("hunter2");
    const { queues } = await readFiles(provide({ token }));
    const unread = `It is not evaluated here. ${WAYS_ON}`;
    expect(queues[0]?.provider.unresolved).toEqual(new Map([["token", unread]]));
  });

  test("one queue declared twice at one service gives an error that names both", async () => {
    const again = { ...IDENTITY, repo: { ...IDENTITY.repo, owner: "ACME" } };
    const both = { resource: { mergequeue_queue: { main: IDENTITY, again } } };
    expect(await listFaultsOf(both)).toEqual([
      "main.tf.json: mergequeue_queue.again: It is the same queue as mergequeue_queue.main in main.tf.json; declare it once.",
    ]);
    const elsewhere = {
      provider: { mergequeue: { alias: "eu", base_url: "https://eu.example.com/v1" } },
      resource: { mergequeue_queue: { main: IDENTITY, again: { ...IDENTITY, provider: "mergequeue.eu" } } },
    };
    expect((await readFiles({ "main.tf.json": elsewhere })).queues).toHaveLength(2);
  });

  test.each<[object, string]>([
    [{ provider: "mergequeue.eu" }, 'provider: There is no provider "mergequeue.eu" in this stack.'],
    [{ for_each: ["a"] }, "for_each: It must be a map, an object or a set of strings."],
    [{ for_each: "${var.s}" }, "for_each: It must not be sensitive: it determines which queues exist."],
    [{ for_each: "${upper(1)}" }, `for_each: "\${upper(1)}" is not evaluated here. ${WAYS_ON}`],
    [{ count: 1, for_each: {} }, "for_each: A block can have count or for_each, but not both."],
    [{ count: -1 }, "count: It must be a whole number from 0 to 20000."],
    [{ count: "x" }, "count: A number is required, not this string."],
    [{ lifecycle: { ignore_changes: ["x"] } }, 'lifecycle: ignore_changes: A queue has no attribute "x".'],
  ])("a queue with %j has a fault: %s", async (attributes, message) => {
    const variable = { s: { sensitive: true, default: { a: 1 } } };
    expect(await listFaultsOf(withQueue(attributes, { variable }))).toEqual([`${MAIN}.${message}`]);
  });

  test.each<[string, unknown]>([
    ["precondition", { condition: "${1 < 2}", error_message: "One is less." }],
    ["postcondition", [{ condition: true }]],
    ["prevent_destroy", "${var.p}"],
    ["destroy", "${var.p}"],
    ["action_trigger", [{ events: ["before_update"], actions: ["x"] }]],
    ["enabled", false],
  ])("the rule %s of a lifecycle is not evaluated", async (rule, value) => {
    const unread = `${MAIN}.lifecycle: ${rule} is not evaluated here. ${WAYS_ON}`;
    expect(await listFaultsOf(withQueue({ lifecycle: { [rule]: value } }))).toEqual([unread]);
  });

  test.each<[object, string]>([
    [
      { provider: { mergequeue: { max_retires: "x" } } },
      "provider.mergequeue.max_retires: The provider has no argument of this name. Did you mean max_retries?",
    ],
    [
      { provider: { mergequeue: { max_retries: "x" } } },
      "provider.mergequeue.max_retries: A number is required, not this string.",
    ],
    [{ resources: {} }, "resources: A configuration has no block of this name."],
    [{ variable: [3] }, "variable: An object is required, or a list of objects."],
  ])("a configuration with %j has a fault: %s", async (blocks, message) => {
    expect(await listFaultsOf(withQueue({}, blocks))).toEqual([`main.tf.json: ${message}`]);
  });

  test("duplicate blocks and attributes are reported with their files", async () => {
    const files = {
      "a.tf.json": withQueue({}, { locals: { x: 1 }, variable: { v: {} }, module: { m: {} } }),
      "b.tf.json": withQueue({}, { locals: { x: 2 }, variable: { v: {} } }),
      "c.tf.json": '{"resource":{"mergequeue_queue":{"two":{"concurrency":1,"concurrency":2}}}}',
      "e.tf.json": "[]",
      "f.tf.json": '{"resource": }',
    };
    expect(await listFaults(files)).toEqual([
      'b.tf.json: mergequeue_queue.main: It is declared twice, in "a.tf.json", too; remove one of the two.',
      'b.tf.json: local.x: It is declared twice, in "a.tf.json", too; remove one of the two.',
      'b.tf.json: var.v: It is declared twice, in "a.tf.json", too; remove one of the two.',
      'c.tf.json: The key "concurrency" is set twice in one object.',
      "e.tf.json: An object of blocks is required.",
      "f.tf.json: It is not valid JSON: a value is required, at line 1, column 14.",
    ]);
  });

  test("an override file stops the plan", async () => {
    const names = ["override.tf", "x_override.tf.json", "x_override.tofu"];
    const files = Object.fromEntries(names.map((name) => [name, "{}"]));
    expect(await listFaults({ "main.tf.json": withQueue(), ...files })).toEqual(
      names.map((name) => `${name}: It is not evaluated here: it is an override file. ${WAYS_ON}`),
    );
  });
});
