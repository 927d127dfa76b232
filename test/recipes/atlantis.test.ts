import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { emulator, host, onRecipeStage, runner } from "./support/recipe-stage";
import { PROJECTS, type ProjectKind, RECIPES } from "./support/runner";
import { QUEUE } from "./support/start-workflow";
import { listStateVariables } from "./support/state-store";

type Step = string | { run: string } | { env: { name: string; value: string } };

interface ServerConfiguration {
  repos: {
    workflow: string;
    apply_requirements: string[];
    allowed_overrides: string[];
    allow_custom_workflows: boolean;
    pre_workflow_hooks: { run: string; commands: string }[];
  }[];
  workflows: Record<string, Record<"plan" | "apply", { steps: Step[] }>>;
}

interface RepositoryConfiguration {
  version: number;
  projects: { dir: string; autoplan: { when_modified: string[] } }[];
}

/** The commands that Atlantis runs for its own steps. */
const BUILT_IN: Readonly<Record<string, string>> = {
  init: "terraform init -input=false -upgrade",
  plan: 'terraform plan -input=false -refresh -out "$PLANFILE"',
  apply: 'terraform apply -input=false "$PLANFILE"',
};

async function read<T>(name: string): Promise<T> {
  return parse(await readFile(join(RECIPES, "atlantis", name), "utf8")) as T;
}

describe("the workflow of Atlantis", () => {
  onRecipeStage();

  test.each<[ProjectKind, string]>([
    ["cdktf", "atlantis.yaml"],
    ["hcl", "atlantis-hcl.yaml"],
  ])("for a project with %s, it adds the review to the plan, and applies the plan", async (kind, file) => {
    runner.project = PROJECTS[kind];
    const { repos, workflows } = await read<ServerConfiguration>("repos.yaml");
    const { version, projects } = await read<RepositoryConfiguration>(file);
    expect(version).toBe(3);
    const [repository] = repos;
    const workflow = workflows[repository?.workflow ?? ""];
    const checkout = await runner.checkOut();
    const directory = join(checkout, projects[0]?.dir ?? "");
    const cache = await runner.makeDirectory();
    const env = {
      HOME: await runner.makeDirectory(),
      ...listStateVariables(`${host.url}/state/queues`),
      MERGEQUEUE_BASE_URL: emulator.url,
      MERGEQUEUE_TOKEN: emulator.token,
      PLANFILE: join(directory, "queues-default.tfplan"),
      SHOWFILE: join(directory, "queues-default.json"),
    };

    /** Runs steps as the server does; each must pass. @returns the output of the last one */
    async function runSteps(cwd: string, steps: readonly Step[]): Promise<string> {
      let output = "";
      // Atlantis sets it, and a step may set it otherwise.
      const variables: Record<string, string> = { ...env, TF_PLUGIN_CACHE_DIR: cache };
      for (const step of steps) {
        if (typeof step === "object" && "env" in step) {
          variables[step.env.name] = step.env.value;
          continue;
        }
        const command = typeof step === "string" ? BUILT_IN[step] : step.run;
        if (command === undefined) throw new Error(`Atlantis has no step ${JSON.stringify(step)}.`);
        const result = await runner.runScript(cwd, command, variables, "sh");
        expect(result).toMatchObject({ status: 0 });
        output = result.output;
      }
      return output;
    }

    // The checkout of another pull request, which is removed: the plugin of this one must not go with it.
    const other = await runner.checkOut();
    const init = workflow?.plan.steps.indexOf("init") ?? 0;
    await runSteps(other, repository?.pre_workflow_hooks ?? []);
    await runSteps(join(other, projects[0]?.dir ?? ""), workflow?.plan.steps.slice(0, init + 1) ?? []);

    await runSteps(checkout, repository?.pre_workflow_hooks ?? []);
    const review = await runSteps(directory, workflow?.plan.steps ?? []);
    expect(review).toContain("create: github.com/acme/web/main");
    expect(review).toContain("Plan: 1 to create, 0 to change, 0 to destroy.");

    await rm(other, { recursive: true });
    await runSteps(directory, workflow?.apply.steps ?? []);
    expect(emulator.findQueue(QUEUE)).toBeDefined();

    // A plan that cannot be shown is not a review.
    await writeFile(env.SHOWFILE, "");
    const last = workflow?.plan.steps.at(-1) as { readonly run: string };
    expect(await runner.runScript(directory, last.run, env, "sh")).toMatchObject({ status: 1 });
  });

  test.each([
    ["atlantis.yaml", "main.ts queues/web.ts package-lock.json"],
    ["atlantis-hcl.yaml", "main.tf a/b.tf.json prod.tfvars .terraform.lock.hcl package-lock.json"],
  ])("%s plans when a file changes that decides about queues: %s", async (file, changed) => {
    const { projects } = await read<RepositoryConfiguration>(file);
    // As Atlantis reads them: from the project's directory; **/ is also no folder.
    const expressions = projects.flatMap(({ dir, autoplan }) =>
      autoplan.when_modified.map((pattern) => {
        const text = join(dir, pattern)
          .replaceAll(".", "\\.")
          .replaceAll(/(?<!\*)\*(?!\*)/g, "[^/]*");
        return new RegExp(`^${text.replaceAll("**/", "(?:.*/)?")}$`);
      }),
    );
    const files = changed.split(" ");
    const planned = [...files, "README.md"].filter((path) => expressions.some((one) => one.test(path)));
    expect(planned).toEqual(files);
  });

  test("a pull request can choose neither its workflow nor its approval", async () => {
    const { repos } = await read<ServerConfiguration>("repos.yaml");
    for (const { allowed_overrides, allow_custom_workflows, apply_requirements } of repos) {
      expect(allowed_overrides).toEqual([]);
      expect(allow_custom_workflows).toBe(false);
      expect(apply_requirements).toEqual(["approved", "mergeable", "undiverged"]);
    }
  });
});
