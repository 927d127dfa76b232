import { evaluate, type Value } from "./support/expression";
import { type Job, type Step, type Workflow, WorkflowRun } from "./support/github-workflow";
import { onRecipeStage, runner } from "./support/recipe-stage";

const VALUES: Readonly<Record<string, Value>> = { a: "A", empty: "", none: null, yes: true, "x.is-it": "1" };

test.each<[string, Value]>([
  ["'it''s'", "it's"],
  ["a == 'a' && x.is-it != ''", true],
  ["none == '' && empty == none", true],
  ["a == 'b' || yes && 'c'", "c"],
  ["!(a == 'A' || empty) || !yes", false],
  ["false || none", null],
  ["join(a, 'b')", "A+b"],
])("the value of %s is %j", (text, value) => {
  const find = (path: string): Value => VALUES[path] ?? null;
  expect(evaluate(text, { find, call: (_, args) => args.join("+") })).toBe(value);
});

describe("a run of a workflow", () => {
  onRecipeStage();

  const GITHUB = { "github.api_url": "", "github.repository": "" };

  function start(...steps: readonly Step[]): WorkflowRun {
    const first: Job = { outputs: {}, steps };
    return new WorkflowRun({ env: {}, jobs: { first } } as unknown as Workflow, runner, GITHUB);
  }

  test.each([
    "contains('a', 'b')",
    "hashFiles('**/file')",
    "secrets.TOKEN != ''",
    "steps.other.outcome == 'success'",
    "matrix.os == 'linux'",
    "github.actor == 'me'",
    "1 < 2",
    "success() success()",
    "(success()",
  ])("a condition that it does not understand fails it: %s", async (condition) => {
    await expect(start({ if: condition, run: "true" }).runJob("first")).rejects.toThrow(Error);
  });
});
