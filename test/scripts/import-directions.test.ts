import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");

/** For each rule of .config/dependency-cruiser.cjs, an import that breaks it: importing → imported file. */
const VIOLATIONS: { readonly [rule: string]: readonly [string, string] } = {
  "no-cycles": ["src/api/cycle-a.ts", "./cycle-b"],
  "no-unresolvable": ["src/api/lost.ts", "./nowhere"],
  "no-development-packages-in-unbundled-code": ["src/emulator/development.ts", "fast-check"],
  "only-types-of-the-null-provider": ["src/constructs/null.ts", "@cdktf/provider-null"],
  "text-is-pure": ["src/text/impure.ts", "../queue/target"],
  "queue-is-pure": ["src/queue/impure.ts", "node:fs"],
  doors: ["src/cli/intruder.ts", "../api/inner/target"],
  "wire-imports-queue": ["src/wire/first/upward.ts", "../../api/target"],
  "api-imports-wire-and-queue": ["src/api/upward.ts", "../reconcile/target"],
  "reconcile-imports-queue-wire-and-api": ["src/reconcile/sideways.ts", "../plugin/target"],
  "plan-imports-reconcile": ["src/plan/sideways.ts", "../plugin/target"],
  "stack-imports-queue": ["src/stack/client.ts", "../api/target"],
  "plugin-knows-no-queues": ["src/plugin/curious.ts", "../product"],
  "provider-imports-the-layers-beneath": ["src/provider/sideways.ts", "../emulator/target"],
  "constructs-never-reach-the-network": ["src/constructs/client.ts", "../api/target"],
  "constructs-have-no-network-at-all": ["src/constructs/socket.ts", "node:net"],
  "distribution-stands-alone": ["src/distribution/upward.ts", "../queue/target"],
  "engine-imports-queue": ["src/engine/client.ts", "../api/target"],
  "emulator-shares-only-the-contract": ["src/emulator/client.ts", "../api/target"],
  "foresight-imports-queue-and-the-engine": ["src/foresight/client.ts", "../api/target"],
  "report-imports-values": ["src/report/session.ts", "../api/target"],
  "report-does-nothing-but-print": ["src/report/writer.ts", "node:fs"],
  "nothing-imports-a-face": ["src/reconcile/face.ts", "../cli/target"],
  "product-imports-nothing": ["src/product.ts", "./queue/target"],
  "no-code-from-tests-or-scripts": ["src/cli/tested.ts", "../../test/target"],
  "no-child-processes": ["src/cli/spawner.ts", "node:child_process"],
  "one-home-for-http": ["src/cli/http.ts", "undici"],
  "one-home-for-the-plugin-protocol": ["src/provider/codec.ts", "@msgpack/msgpack"],
  "no-foreign-grpc": ["src/plugin/server.ts", "@grpc/grpc-js"],
  "one-home-for-the-cdk": ["src/constructs/queue.ts", "cdktf"],
  "constructs-library-in-constructs": ["src/cli/tree.ts", "constructs"],
  "one-home-for-argument-parsing": ["src/provider/arguments.ts", "commander"],
  "one-home-for-csv": ["src/cli/csv.ts", "papaparse"],
  "one-home-for-schemas-of-the-wire": ["src/cli/schema.ts", "zod/mini"],
  "small-schemas-where-the-provider-loads-them": ["src/api/schema.ts", "zod"],
};

const TARGETS = [
  ...["api", "reconcile", "plugin", "emulator", "queue", "cli"].map((folder) => `src/${folder}/target.ts`),
  "src/api/inner/target.ts",
  "test/target.ts",
];

interface CruiseResult {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

describe("import directions", () => {
  let directory = "";
  const violations: { from: string; rule: string }[] = [];

  beforeAll(async () => {
    directory = makeScratch();
    const files = new Map<string, string>(TARGETS.map((file) => [file, "export const target = 1;\n"]));
    for (const [file, imported] of Object.values(VIOLATIONS)) {
      files.set(file, `import * as imported from "${imported}";\nexport const value = imported;\n`);
    }
    files.set(
      "src/api/cycle-b.ts",
      'import * as imported from "./cycle-a";\nexport const value = imported;\n',
    );
    files.set("tsconfig.json", "{}");
    for (const [file, text] of files) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
    await symlink(join(ROOT, "node_modules"), join(directory, "node_modules"));
    await symlink(join(ROOT, "package.json"), join(directory, "package.json"));
    const config = join(ROOT, ".config/dependency-cruiser.cjs");
    const args = ["--config", config, "--preserve-symlinks", "--output-type", "json", "src", "test"];
    const result = await runCommand(join(ROOT, "node_modules/.bin/depcruise"), args, { cwd: directory });
    const cruised = JSON.parse(result.stdout) as CruiseResult;
    for (const { from, rule } of cruised.summary.violations) violations.push({ from, rule: rule.name });
  });

  test.each(Object.entries(VIOLATIONS))("the rule %s catches what breaks it", (rule, [from]) => {
    expect(violations).toContainEqual({ from, rule });
  });

  test("every rule has a violation here", () => {
    const config = jest.requireActual<{ readonly forbidden: readonly { readonly name: string }[] }>(
      "../../.config/dependency-cruiser.cjs",
    );
    expect(config.forbidden.map((rule) => rule.name).sort()).toEqual(Object.keys(VIOLATIONS).sort());
  });
});
