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
    const first: Job = { outputs: { said: "${{ steps.said.outputs.it }}" }, steps };
    const second: Job = { if: "always() && needs.first.result == 'failure'", needs: "first", steps: [] };
    const jobs = { first, second, third: { needs: "first", steps: [] } };
    return new WorkflowRun({ env: {}, jobs } as unknown as Workflow, runner, GITHUB);
  }

  test("looks at files when it comes to a step, and skips steps whose conditions do not hold", async () => {
    const if_ = "hashFiles('from/file') != ''";
    const run = start(
      { run: "mkdir from; touch from/file" },
      { if: if_, run: "echo one; mv from to" },
      { if: if_, run: "echo two" },
      { id: "said", run: "echo it=now >> $GITHUB_OUTPUT; exit 3" },
      { run: "echo three" },
      { if: "failure() && steps.said.outcome == 'failure'", run: "echo four" },
      { if: "steps.said.outputs.it == 'now'", run: "echo five" },
      { if: "always() && !cancelled()", run: "echo six; exit 4" },
    );
    expect(run.listJobs()).toEqual(["first"]);
    expect(await run.runJob("first")).toMatchObject({ status: 3, output: "one\nfour\nsix\n" });
    expect(run.listJobs()).toEqual(["first", "second"]);
    await expect(run.runJob("third")).rejects.toThrow("The job third is skipped.");
  });

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
