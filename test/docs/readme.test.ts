import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
import { attachStage, HEAD, onStages, stage } from "../support/e2e/queue-stage";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { flatten } from "../support/e2e/terraform-workspace";
import { listBlocks } from "./support/page-program";
import { listFiles, listHeadings, listMatches, ROOT, readText, toAnchor } from "./support/registry-pages";

const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;
const README = readText("README.md");

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
    const [block = ""] = listBlocks(readText("docs/guides/foresight.md"), "sh");
    const [first = ""] = block.split("\n");
    expect(first.split(" ").slice(1).sort()).toEqual(args.sort());
  });
});

describe("the queue of README.md", () => {
  onStages();

  testTerraform("plans as it shows, and destroying ends with the message that it shows", async () => {
    await attachStage(HCL);
    const [plan = "", refusal = ""] = listBlocks(README, "text");
    await stage.workspace.apply();
    await stage.call("updateQueue", { batchingMinSize: 2, mergeMethod: "merge_commit" });
    const planned = await stage.workspace.run(["plan"]);
    expect(planned.output).toContain(plan);
    for (const number of [7, 9]) await stage.call("submitPullRequest", { pr: { number } });
    await stage.workspace.refuse(["destroy", "-auto-approve"], flatten(refusal).trim());
  });
});

describe("CONTRIBUTING.md", () => {
  test("every npm script that it names exists", () => {
    const { scripts } = JSON.parse(readText("package.json")) as { readonly scripts: object };
    // The README also runs those of a project that init has written.
    const template = readText("src/cli/init/templates/cdk/package.json.template");
    const known = [...Object.keys(scripts), ...listMatches(template, /^ {4}"(\w+)": "tsx /gm)];
    const pages = `${README}${readText("CONTRIBUTING.md")}`;
    const named = listMatches(pages, /npm run (?:--silent )?([a-z][a-z:]*[a-z])/g);
    expect(named.length).toBeGreaterThan(5);
    expect(known).toEqual(expect.arrayContaining(named));
  });
});

describe("links in the documentation", () => {
  const above = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
  const pages = [...above, ...listFiles(["docs", "examples"], /\.md$/)];

  test.each(pages)("%s links only to existing files and headings", (page) => {
    const links = [...readText(page).matchAll(/(?:\]\(|href=")(?!https?:)([^)#"]*)(?:#([^)"]*))?[)"]/g)];
    const missing = links
      .filter(([, file = "", anchor]) => {
        const target = file === "" ? page : join(dirname(page), file);
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !findAnchors(target).has(anchor));
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
  const prose = readText(page).replaceAll(/^ *```.*?^ *```$/gms, "");
  const headings = listHeadings({ prose }).map(({ text }) =>
    toAnchor(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")),
  );
  // Of equal headings, the second has the number 1.
  const numbered = headings.map((anchor, at) => {
    const before = headings.slice(0, at).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set([...numbered, ...listMatches(prose, /<a id="([^"]*)">/g)]);
}
