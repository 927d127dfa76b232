import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { findTerraform } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { AGREED_EXPRESSIONS } from "./support/agreed-expressions";
import { arbitraryExpression } from "./support/arbitrary-expression";
import { show } from "./support/evaluate-text";

/** Generated expressions, always the same ones: a difference shall be found by who causes it. */
const GENERATED = fc.sample(arbitraryExpression(), {
  seed: 20_261_121,
  numRuns: 800,
});

const AGREED: ReadonlySet<string> = new Set(AGREED_EXPRESSIONS);

/** What an expression that has no value is shown as. */
const FAILED = "ERROR";

function tryFindTerraform(): string | undefined {
  try {
    return findTerraform();
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    return undefined;
  }
}

/** Lets Terraform evaluate expressions, all in one run. */
async function askTerraform(terraform: string, expressions: readonly string[]): Promise<readonly string[]> {
  const cwd = await mkdtemp(join(tmpdir(), "mq-agreement-"));
  try {
    const texts = expressions.map((expression) => `\${try(jsonencode(${expression}), "${FAILED}")}`);
    const configuration = { output: { values: { value: texts } } };
    await writeFile(join(cwd, "main.tf.json"), JSON.stringify(configuration, null, 1));
    const { status, output } = await runCommand(terraform, ["apply", "-auto-approve"], {
      cwd,
      env: scrubEnvironment(cwd),
    });
    if (status !== 0) throw new Error(output);
    const state = JSON.parse(await readFile(join(cwd, "terraform.tfstate"), "utf8")) as {
      readonly outputs: { readonly values: { readonly value: readonly string[] } };
    };
    return state.outputs.values.value;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function showOurs(expression: string): string {
  const text = show(expression);
  return text.startsWith("ERROR invalid") ? FAILED : text;
}

describe("expressions with the real Terraform", () => {
  const terraform = tryFindTerraform();
  const testAgreement = terraform === undefined ? test.skip : test;

  testAgreement(
    `they have the same values here as there${terraform === undefined ? " (skipped: no terraform found)" : ""}`,
    async () => {
      const expressions = [...AGREED_EXPRESSIONS, ...new Set(GENERATED)];
      const theirs = await askTerraform(terraform ?? "", expressions);
      const ours = expressions.map(showOurs);
      const differences = expressions
        .map((expression, at) => ({ expression, ours: ours[at], theirs: theirs[at] }))
        .filter((row) => row.ours !== row.theirs);
      // Terraform knows the types of empty lists and refuses some for what could never be in them.
      const tolerated = differences.filter((row) => row.theirs === FAILED && !AGREED.has(row.expression));
      expect(differences.filter((row) => !tolerated.includes(row))).toEqual([]);
      expect(tolerated.length).toBeLessThan(0.02 * expressions.length);
      // Most have a value, or the comparison would say little.
      expect(ours.filter((text) => text !== FAILED).length).toBeGreaterThan(0.6 * ours.length);
    },
    120_000,
  );
});
