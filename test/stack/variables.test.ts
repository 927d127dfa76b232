import { listFaults, readFiles, readWanted, withQueue } from "./support/read-files";

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
    files["terraform.tfvars"] = "n = 3 # three\n";
    await see();
    files["terraform.tfvars.json"] = { n: 4, "//": "four" };
    await see();
    files["a.auto.tfvars.json"] = { n: 5 };
    await see();
    files["b.auto.tfvars"] = "n = 6";
    await see();
    files["given.tfvars"] = "n = 7";
    inputs["variableFiles"] = ["given.tfvars"];
    await see();
    files["more.json"] = { n: 8 };
    inputs["variableFiles"] = ["given.tfvars", "more.json"];
    await see();
    inputs["variables"] = { n: "9" };
    await see();
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each([
    ["string", "a ${b}", ["a ${b}"]],
    [undefined, '["x"]', ['["x"]']],
    ["list(string)", '["a", "b"]', ["a", "b"]],
    ["any", '[1, "x"]', ["1", "x"]],
    ["set(number)", "[3, 1, 3]", ["1", "3"]],
    ["${list(string)}", "[true]", ["true"]],
  ])("text for a variable of type %s is what Terraform takes it for", async (type, text, statuses) => {
    const isText = type === undefined || type === "string";
    const configuration = withQueue(
      { required_statuses: isText ? ["${var.v}"] : "${var.v}" },
      { variable: { v: type === undefined ? {} : { type } } },
    );
    await expect(readWanted(configuration, { variables: { v: text } })).resolves.toEqual({
      requiredStatuses: statuses,
    });
    await expect(readWanted(configuration, { environment: { TF_VAR_v: text } })).resolves.toEqual({
      requiredStatuses: statuses,
    });
  });

  test("values are converted to objects with optional fields and their defaults", async () => {
    const configuration = withQueue(
      {
        concurrency: "${var.o.size}",
        mode: "${var.o.mode}",
        batch: "${var.o.nested.on}",
        required_statuses: "${var.o.names}",
      },
      {
        variable: {
          o: {
            type: 'object({ size = number, mode = optional(string, "single"), nested = optional(object({ on = optional(bool, true) }), {}), names = optional(tuple([string, number])) })',
          },
        },
      },
    );
    const variables = { o: '{ size = "4", mode = null, extra = 1 }' };
    await expect(readWanted(configuration, { variables })).resolves.toEqual({
      concurrency: 4,
      mode: "single",
      batch: true,
    });
  });

  test("null is a value, unless the variable must not be null", async () => {
    await expect(readWanted(withVariable({ default: null }))).resolves.toEqual({});
    const given = { variableFiles: ["v.tfvars"] };
    const files = (declaration: object): Record<string, unknown> => ({
      "main.tf.json": withVariable(declaration),
      "v.tfvars": "n = null",
    });
    expect((await readFiles(files({ default: 3 }), given)).queues[0]?.wanted.settings).toEqual({});
    expect(
      (await readFiles(files({ default: 3, nullable: false }), given)).queues[0]?.wanted.settings,
    ).toEqual({
      concurrency: 3,
    });
  });

  test("rules for variables are checked, and those that nobody can check are told of", async () => {
    const rules = (condition: string): object =>
      withVariable({ validation: [{ condition, error_message: "n is ${var.n}, and too small." }] });
    const variables = { n: "2" };
    expect(await listFaults({ "main.tf.json": rules("${var.n > 3}") }, { variables })).toEqual([
      "main.tf.json: var.n: Its validation does not hold: n is 2, and too small.",
    ]);
    const { warnings } = await readFiles({ "main.tf.json": rules("${var.n > data.a.b.c}") }, { variables });
    expect(warnings).toEqual([
      'main.tf.json: var.n has a validation that is not checked: "${var.n > data.a.b.c}" cannot be resolved: data.a.b is ' +
        "read by Terraform only.",
    ]);
  });

  test.each([
    [
      "a value of a wrong type",
      { n: "four" },
      "has no value: the value of var.n from --var n is wrong: a number is required, not a string that means none.",
    ],
    [
      "a variable that nobody declares",
      { n: "4", m: "5" },
      "--var m: No stack declares a variable of this name.",
    ],
  ])("%s is a fault that does not tell the value", async (_what, variables, message) => {
    const lines = await listFaults({ "main.tf.json": withVariable() }, { variables: { ...variables } });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith(message)).toBe(true);
  });

  test.each([
    ["v.tfvars", "n = ", "It holds no values of variables: an expression is required at character 5."],
    ["v.tfvars", "n = 1\nn = 2", "n is defined twice at line 2, character 2."],
    ["v.tfvars", "n = 1 m = 2", "nothing more is allowed behind the value of n at character 7."],
    ["v.tfvars", "n = var.m", "It holds no values of variables: there is nothing named var here."],
    ["v.tfvars", "n {\n}", '"=" is required behind n at character 3.'],
    ["v.tfvars.json", "[1]", "It holds no values of variables: an object is required."],
    [
      "v.tfvars.json",
      "{",
      "It holds no values of variables: it is no JSON: a key in quotes is required at line 1, character 2.",
    ],
  ])("a file of values that is none is a fault: %s with %j", async (name, text, message) => {
    const lines = await listFaults(
      { "main.tf.json": withVariable({ default: 1 }), [name]: text },
      { variableFiles: [name] },
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith(message)).toBe(true);
  });

  test("a file of values that is not there is a fault", async () => {
    const lines = await listFaults(
      { "main.tf.json": withVariable({ default: 1 }) },
      { variableFiles: ["none.tfvars"] },
    );
    expect(lines[0]).toContain("ENOENT");
  });

  test.each([
    ["list(text)", "there is no type text"],
    ["list(string, string)", "list() takes one type"],
    ["table(string)", "there is no type table()"],
    ["object([])", "object() takes an object of types"],
    ["tuple(string)", "tuple() takes a list of types"],
    ["3", "a type is required, such as string or list(string)"],
  ])("a type that is none is a fault: %s", async (type, message) => {
    const lines = await listFaults({ "main.tf.json": withVariable({ type, default: 1 }) });
    expect(lines).toEqual([
      `main.tf.json: mergequeue_queue.main.concurrency: "\${var.n}" has no value: the type of var.n is wrong: ${message}.`,
    ]);
  });
});
