import { WAYS_ON } from "../../src/stack/unread-error";
import { IDENTITY, listFaultsOf, readFiles, withQueue } from "./support/read-files";

describe("expressions", () => {
  test.each([
    "${data.aws_ssm_parameter.x.value}",
    "${aws_thing.x.size}",
    "${upper(local.text)}",
    "${var.n > 3 ? 1 : 2}",
    "%{ if true }",
    "${~ var.n ~}",
    "${each.key}",
    "${count.index}",
    "${mergequeue_queue.other}",
    "${jsondecode(local.text)}",
    "${var.n",
  ])("%s is not evaluated: the finding names the expression and the two ways on", async (concurrency) => {
    const stack = {
      resource: {
        mergequeue_queue: { main: { ...IDENTITY, concurrency }, other: { ...IDENTITY, target_branch: "b" } },
        aws_thing: { x: {} },
      },
      variable: { n: { type: "number", default: 4 } },
      locals: { text: "x", list: [{ a: 1 }] },
    };
    expect(await listFaultsOf(stack)).toEqual([
      `main.tf.json: mergequeue_queue.main.concurrency: ${JSON.stringify(concurrency)} is not evaluated here. ${WAYS_ON}`,
    ]);
  });

  test("findings of all places are collected, and those inside of a local value name the expression there", async () => {
    const stack = withQueue(
      { concurrency: "${local.through}", mode: "${upper(1)}", testing_timeout_minutes: "${lower(1)}" },
      { locals: { through: "${data.a.b.c}" } },
    );
    expect((await listFaultsOf(stack)).map((line) => line.replace(WAYS_ON, "…"))).toEqual([
      'main.tf.json: mergequeue_queue.main.concurrency: "${data.a.b.c}" is not evaluated here. …',
      'main.tf.json: mergequeue_queue.main.mode: "${upper(1)}" is not evaluated here. …',
      'main.tf.json: mergequeue_queue.main.testing_timeout_minutes: "${lower(1)}" is not evaluated here. …',
    ]);
  });

  test("values that only other resources use are not errors", async () => {
    const { queues } = await readFiles({
      "main.tf.json": withQueue(
        {},
        {
          locals: { unused: "${uuid()}" },
          output: { x: { value: "${upper(1)}" } },
          resource: [{ aws_thing: { x: { size: "${1 + 1}" } } }, { mergequeue_queue: { main: IDENTITY } }],
        },
      ),
    });
    expect(queues).toHaveLength(1);
  });

  test.each([
    ["${var.missing}", "set TF_VAR_missing or give --var missing=…."],
    ["${var.nowhere}", "there is no variable nowhere in this stack."],
    ["${local.nowhere}", "there is no local value nowhere in this stack."],
    ["${mergequeue_queue.nowhere.x}", "there is no resource mergequeue_queue.nowhere in this stack."],
    ["${mergequeue_queue.other.size}", 'a queue has no attribute "size".'],
    ['${mergequeue_queue.many["b"].target_branch}', "mergequeue_queue.many has no such instance."],
    ["${local.list[5]}", 'a list has no "5".'],
    ["${local.list.a}", 'a list has no "a".'],
    ["${local.null.a}", 'null has no "a".'],
    ["x${local.null}", "a string is required, not null."],
    ["x${local.list}", "a string is required, not a list."],
    ["${toset([1])}", "only lists and sets of strings are read here."],
    [
      "${mergequeue_queue.other.concurrency}",
      `is not evaluated here: the stack alone does not tell the value of mergequeue_queue.other.concurrency. ${WAYS_ON}`,
    ],
    [
      "${mergequeue_queue.other.mode}",
      `is not evaluated here: the stack alone does not tell the value of mergequeue_queue.other.mode. ${WAYS_ON}`,
    ],
  ])("%s has no value, and the finding says why", async (concurrency, message) => {
    const lifecycle = { ignore_changes: ["mode"] };
    const [line, ...others] = await listFaultsOf({
      resource: {
        mergequeue_queue: {
          main: { ...IDENTITY, concurrency },
          other: { ...IDENTITY, target_branch: "other", mode: "single", lifecycle },
          many: { ...IDENTITY, target_branch: "${each.key}", for_each: { a: 1 } },
        },
      },
      variable: { missing: { type: "number" } },
      locals: { list: [1, 2], null: null },
    });
    expect(line).toMatch(/^main\.tf\.json: mergequeue_queue\.main\.concurrency: /);
    expect(line?.endsWith(message)).toBe(true);
    expect(others).toEqual([]);
  });

  test("S-18: an expression that is nested very deep is refused", async () => {
    for (const mode of [
      '${"'.repeat(50_000),
      `\${${"jsondecode(".repeat(50_000)}}`,
      `\${${"[".repeat(50_000)}}`,
    ])
      expect((await listFaultsOf(withQueue({ mode })))[0]).toContain("is not evaluated here");
  });

  test("S-18: references in a circle, nested too deep or repeated too often are refused", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`c${at}`, `\${local.c${at + 1}}`]),
    );
    const bombs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`b${at}`, [`\${local.b${at + 1}}`, `\${local.b${at + 1}}`]]),
    );
    const locals = { a: "${local.b}", b: "${local.a}", ...chain, ...bombs, b40: "x" };
    const queue = {
      mode: "${local.a}",
      concurrency: "${local.c0}",
      additional_settings: { x: "${local.b0}" },
    };
    const lines = await listFaultsOf(withQueue(queue, { locals }));
    expect(lines[0]).toContain("local.a refers to itself, or references are nested too deep");
    expect(lines[1]).toContain("refers to itself, or references are nested too deep");
    expect(lines[2]).toContain("the stack contains too many values");
  });
});
