import { WAYS_ON } from "../../src/stack/unread-error";
import { listFaults, listFaultsOf, readFiles, readWanted, withQueue } from "./support/read-files";

/** A queue whose concurrency is the variable `n`. */
function withVariable(declaration: object = {}): object {
  return withQueue({ concurrency: "${var.n}" }, { variable: { n: { type: "number", ...declaration } } });
}

describe("values of variables", () => {
  test("each place wins over those before it, as in Terraform", async () => {
    const files: Record<string, unknown> = { "main.tf.json": withVariable({ default: 1 }) };
    const inputs: { [key: string]: unknown } = {};
    const seen: unknown[] = [];
    const see = async (): Promise<void> => {
      seen.push((await readFiles(files, inputs)).queues[0]?.wanted.settings.concurrency);
    };
    await see();
    inputs["environment"] = { TF_VAR_n: "2", TF_VAR_other: "x", n: "9", TF_VAR_gone: undefined };
    await see();
    files["terraform.tfvars.json"] = { n: 3, "//": "three" };
    await see();
    files["a.auto.tfvars.json"] = { n: 4 };
    await see();
    files["b.auto.tfvars.json"] = { n: 5 };
    await see();
    files["given.json"] = { n: 6 };
    inputs["variableFiles"] = ["given.json"];
    await see();
    files["more.json"] = { n: 7 };
    inputs["variableFiles"] = ["given.json", "more.json"];
    await see();
    inputs["variables"] = { n: "8" };
    await see();
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test.each([
    ["string", "a ${b}", ["a ${b}"]],
    [undefined, '["x"]', ['["x"]']],
    ["list(string)", '["a", "b"]', ["a", "b"]],
    ["any", '["x", "y"]', ["x", "y"]],
    ["set(string)", '["z", "y", "z"]', ["y", "z"]],
    ["list(number)", '["3", 10]', ["10", "3"]],
    ["${list(string)}", "[true]", ["true"]],
  ])("text for a variable of type %s is what Terraform takes it for", async (type, text, statuses) => {
    const isText = type === undefined || type === "string";
    const required_statuses = isText ? ["${var.v}"] : "${var.v}";
    const queue = withQueue({ required_statuses }, { variable: { v: type === undefined ? {} : { type } } });
    for (const place of [{ variables: { v: text } }, { environment: { TF_VAR_v: text } }])
      await expect(readWanted(queue, place)).resolves.toEqual({ requiredStatuses: statuses });
  });

  test("defaults and files of values contain no templates", async () => {
    const variable = { a: { default: "$${x}" }, b: {} };
    const queue = withQueue({ required_statuses: ["${var.a}", "${var.b}"] }, { variable });
    const { queues } = await readFiles({ "main.tf.json": queue, "terraform.tfvars.json": { b: "${y}" } });
    expect(queues[0]?.wanted.settings.requiredStatuses).toEqual(["$${x}", "${y}"]);
  });

  test("null is a value, unless the variable must not be null", async () => {
    await expect(readWanted(withVariable({ default: null }))).resolves.toEqual({});
    const readNull = async (declaration: object): Promise<unknown> => {
      const files = { "main.tf.json": withVariable(declaration), "v.tfvars.json": { n: null } };
      const { queues } = await readFiles(files, { variableFiles: ["v.tfvars.json"] });
      return queues[0]?.wanted.settings;
    };
    expect(await readNull({ default: 3 })).toEqual({});
    expect(await readNull({ default: 3, nullable: false })).toEqual({ concurrency: 3 });
  });

  test("a variable that Terraform would check stops the plan if a queue uses it", async () => {
    const validation = [{ condition: "${var.n > 3}", error_message: "n is too small." }];
    expect(await listFaultsOf(withVariable({ default: 9, validation }))).toEqual([
      'main.tf.json: mergequeue_queue.main.concurrency: "${var.n}" is not evaluated here: var.n has a validation, which ' +
        `only Terraform checks. ${WAYS_ON}`,
    ]);
    const variable = { unused: { validation } };
    expect((await readFiles({ "main.tf.json": withQueue({}, { variable }) })).queues).toHaveLength(1);
  });

  const WRONG =
    "has no value: the value of var.n from --var n is wrong: a number is required, not this string.";
  test.each([
    ["a value of a wrong type", { n: "four" }, WRONG],
    ["an undeclared variable", { n: "4", m: "5" }, "--var m: No stack declares a variable of this name."],
  ])("%s is a fault that does not tell the value", async (_what, variables, message) => {
    const lines = await listFaultsOf(withVariable(), { variables: { ...variables } });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith(message)).toBe(true);
  });

  test.each([
    ["v.tfvars.json", "[1]", "An object with the values of variables is required."],
    ["v.tfvars.json", '{"n": 1, "n": 2}', 'The key "n" is set twice in one object.'],
    ["v.tfvars.json", "{", "It is not valid JSON: a key in quotes is required, at line 1, column 2."],
  ])("a file of values that is not one is a fault: %s with %j", async (name, text, message) => {
    const files = { "main.tf.json": withVariable({ default: 1 }), [name]: text };
    const lines = await listFaults(files, { variableFiles: [name] });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith(message)).toBe(true);
  });

  test.each(["terraform.tfvars", "prod.auto.tfvars"])(
    "%s, read by Terraform, stops the plan",
    async (name) => {
      expect(await listFaults({ "main.tf.json": withVariable({ default: 1 }), [name]: "" })).toEqual([
        `${name}: Values of variables are not read from HCL: write them as JSON, in a .tfvars.json file.`,
      ]);
    },
  );

  test("a missing file of values gives an error", async () => {
    const files = { "main.tf.json": withVariable({ default: 1 }) };
    const lines = await listFaults(files, { variableFiles: ["none.tfvars"] });
    expect(lines[0]).toContain("ENOENT");
  });

  test.each(["list(text)", "list(string", "string)", "object({ a = string })", "list(list(string))", 3])(
    "a variable of a type that is not supported has no value: %s",
    async (type) => {
      const lines = await listFaultsOf(withVariable({ type, default: 1 }));
      expect(lines).toEqual([
        'main.tf.json: mergequeue_queue.main.concurrency: "${var.n}" is not evaluated here: the type of var.n is not ' +
          `supported. ${WAYS_ON}`,
      ]);
    },
  );

  test.each([
    ["any", "null", "", {}],
    ["map(any)", '{"a": 1, "b": "x"}', ".a", "the type of var.v is not supported"],
    ["map(number)", '{"a": "4"}', ".a", { concurrency: 4 }],
    ["list(string)", '["${x}"]', "[0]", "values of this type must be written as JSON, without templates"],
    ["list(string)", 'hunter2"]', "[0]", "values of this type must be written as JSON, without templates"],
    ["set(number)", "[1]", "", "the type of var.v is not supported"],
  ])("a value of type %s, %j, is converted or refused", async (type, v, steps, expected) => {
    const queue = withQueue({ concurrency: `\${var.v${steps}}` }, { variable: { v: { type } } });
    if (typeof expected === "object") {
      expect(await readWanted(queue, { variables: { v } })).toEqual(expected);
    } else {
      const [line = ""] = await listFaultsOf(queue, { variables: { v } });
      expect(line).toContain(expected);
      expect(line).not.toContain("hunter2");
    }
  });
});
