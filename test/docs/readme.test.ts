import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
import { HEAD, QueueStage } from "../support/e2e/queue-stage";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { flatten } from "../support/e2e/terraform-workspace";
import { listBlocks } from "./support/page-program";
import { listHeadings, toAnchor } from "./support/registry-pages";

const ROOT = resolve(__dirname, "../..");
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const CONTRIBUTING = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

/** The README's configuration, completed with what it leaves out around it. */
const HCL = `${HEAD}${listBlocks(README, "hcl")[0] ?? ""}`;

describe("README.md", () => {
  test("its forecast is what the command prints", async () => {
    const [command = "", ...table] = (listBlocks(README, "console")[0] ?? "")
      .replace("\\\n", " ")
      .split("\n");
    const args = command.replace(/^\$ npx --no mergequeue /, "").split(/ +/);
    // The built command has worker threads.
    const result = await runCommand(process.execPath, [join(ROOT, "dist/cli.js"), ...args], {
      cwd: ROOT,
      env: scrubEnvironment(ROOT, { COLUMNS: "120" }),
    });
    expect(result).toMatchObject({ status: 0 });
    expect(result.output).toContain(`batchingMinSize 2 → 4\n${table.join("\n")}`);
    // The first forecast of the guide is this one: it shows a difference.
    const [first] = (
      listBlocks(readFileSync(join(ROOT, "docs/guides/foresight.md"), "utf8"), "sh")[0] ?? ""
    ).split("\n");
    const sort = (words: readonly string[]): string[] => [...words].sort();
    expect(sort(first?.split(" ").slice(1) ?? [])).toEqual(sort(args));
  });

  testTerraform(
    "its queue plans as it shows, and destroying ends with the message that it shows",
    async () => {
      const stage = await QueueStage.attach(HCL);
      try {
        const [plan = "", refusal = ""] = listBlocks(README, "text");
        await stage.workspace.apply();
        await stage.call("updateQueue", { batchingMinSize: 2, mergeMethod: "merge_commit" });
        const planned = await stage.workspace.run(["plan"]);
        expect(planned.output).toContain(plan);
        for (const number of [7, 9]) await stage.call("submitPullRequest", { pr: { number } });
        const refused = await stage.workspace.tryRun(["destroy", "-auto-approve"]);
        expect(refused.status).toBe(1);
        expect(flatten(refused.output)).toContain(flatten(refusal).trim());
      } finally {
        await stage.close();
      }
    },
  );
});

describe("CONTRIBUTING.md", () => {
  test("every npm script that it names exists", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly scripts: { [name: string]: string };
    };
    // The README also runs those of a project that init has written.
    const template = readFileSync(join(ROOT, "src/cli/init/templates/cdk/package.json.template"), "utf8");
    for (const [, name = ""] of template.matchAll(/^ {4}"(\w+)": "tsx /gm)) scripts[name] ??= "";
    const named = [...`${README}${CONTRIBUTING}`.matchAll(/npm run (?:--silent )?([a-z][a-z:]*[a-z])/g)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name = ""] of named) expect(scripts).toHaveProperty([name]);
  });
});

describe("links in the documentation", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].concat(
    ["docs", "examples"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".md"))
        .map((file) => join(folder, file)),
    ),
  );

  test.each(pages)("%s links only to existing files and headings", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const links = [...text.matchAll(/(?:\]\(|href=")(?!https?:)([^)#"]*)(?:#([^)"]*))?[)"]/g)];
    const missing = links
      .filter(([, file = "", anchor]) => {
        const target = join(ROOT, file === "" ? page : join(dirname(page), file));
        return !existsSync(target) || (anchor !== undefined && !findAnchors(target).has(anchor));
      })
      .map(([link]) => link);
    expect(missing).toEqual([]);
  });
});

const anchors = new Map<string, Set<string>>();

function findAnchors(page: string): Set<string> {
  const known = anchors.get(page) ?? readAnchors(page);
  anchors.set(page, known);
  return known;
}

/** Returns the anchors of a page: those of its headings, and explicit ones. */
function readAnchors(page: string): Set<string> {
  const prose = readFileSync(page, "utf8").replaceAll(/^ *```.*?^ *```$/gms, "");
  const headings = listHeadings({ prose }).map(({ text }) =>
    toAnchor(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")),
  );
  // Of equal headings, the second has the number 1.
  const numbered = headings.map((anchor, at) => {
    const before = headings.slice(0, at).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set([...numbered, ...[...prose.matchAll(/<a id="([^"]*)">/g)].map(([, id = ""]) => id)]);
}
