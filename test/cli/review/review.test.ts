import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readReviewedPlan } from "../../../src/cli/review/read-plan-file";
import { catchError } from "../../support/catch-error";
import { makeScratch } from "../../support/make-scratch";
import type { Running } from "../fake-context";
import { run } from "../fake-context";
import { toDocument, WEB } from "./terraform-document";

/** The document of a plan that changes one setting. */
function change(before: object, after: object): string {
  const both = { before: { ...WEB, ...before }, after: { ...WEB, ...after } };
  return JSON.stringify(toDocument([{ actions: ["update"], ...both }]));
}

const CHANGED = change({ concurrency: 1 }, { concurrency: 2 });
const PAUSED = change({ state: "running" }, { state: "paused" });
const KEPT = { actions: ["no-op"], before: WEB, after: WEB };
const UNCHANGED = JSON.stringify(toDocument([KEPT]));
const IMPORTED = JSON.stringify(toDocument([{ ...KEPT, importing: { id: "x" } }]));

function review(input: string | Uint8Array, args: readonly string[] = []): Running {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  return run(["review", "-", ...args], { readInput: () => Promise.resolve(bytes) });
}

describe("mergequeue review", () => {
  test("writes Markdown of a plan on standard input, without service, token and network", async () => {
    const { out } = await review(CHANGED).succeeds();
    expect(out.split("\n")[0]).toBe("**Merge queues: 0 to create, 1 to change, 0 to delete**, 0 unchanged");
    expect(out).toContain("| `concurrency` | `1` | `2` |");
  });

  const WRAPPED =
    `[command]/opt/runner/1f/terraform-bin show -json tfplan\n${CHANGED}\n` +
    `::debug::Terraform exited with code 0.%0A\n::debug::stdout: ${CHANGED}%0A\n::debug::exitcode: 0\n` +
    `\n::set-output name=stdout::${CHANGED}%0A\n`;
  const WITH_MARK = Buffer.from(`\ufeff${CHANGED.replaceAll("github", "gïthub")}`, "utf16le");
  test.each<[string, string | Uint8Array]>([
    ["between the lines of the wrapper of setup-terraform", WRAPPED],
    ["between them on Windows", WRAPPED.replaceAll("\n", "\r\n")],
    ["in UTF-16, as Windows PowerShell writes it,", WITH_MARK],
    ["in UTF-16 with the high byte first", Buffer.from(WITH_MARK).swap16()],
  ])("a plan %s is the same plan", async (_, input) => {
    const { out } = await review(CHANGED);
    expect((await review(input).succeeds()).out.replaceAll("gïthub", "github")).toBe(out);
  });

  test("--title and --link are in the report", async () => {
    const { out } = await review(CHANGED, ["--title", "Prod", "--link", "https://ci.example.com/7"]);
    expect(out).toContain("**Prod: ");
    expect(out).toContain("[The full report](https://ci.example.com/7)");
    expect(out).toContain("<!-- mergequeue:Prod -->");
  });

  test.each([
    [["--title", "x".repeat(101)], "A title has 1 to 100 characters."],
    [["--link", "javascript:alert(1)"], "It must be an http or https URL"],
    [["--link", `https://x/${"y".repeat(2_000)}`], "It must be an http or https URL"],
    [["--format", "pdf"], "Allowed choices are text, markdown, json, junit, html."],
  ])("the options %j are refused", async (args, message) => {
    await review(CHANGED, args).fails(message);
  });

  test("L-1: --detailed-exitcode ends with 2 if anything changes, imports included, else with 0", async () => {
    const statuses = [CHANGED, IMPORTED, UNCHANGED].map(async (plan) => {
      return (await review(plan, ["--detailed-exitcode"])).exitStatus;
    });
    expect(await Promise.all(statuses)).toEqual([2, 2, 0]);
  });

  test.each<[string, string | Uint8Array, string]>([
    ["nothing", " \n", ": it is empty; the command that writes it has probably failed. Pass"],
    ["half a document", CHANGED.slice(0, 100), ": it is not JSON, or is incomplete. Pass"],
    ["messages", '{"@level":"info"}\n{"@level":"info"}\n', "save the plan with -out=PLANFILE"],
    ["a report", '{"format":"mergequeue-report"}', "it is a report, not a plan"],
    ["a plan file", Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe]), "first: terraform show -json PLANFILE"],
    ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 0x7b]), "is not text in UTF-8"],
    ["a plan of ours that is damaged", '{"format":"mergequeue-plan","version":1}', "it was changed"],
  ])("L-1: %s is refused with status 1, and it is said what to do", async (_what, input, message) => {
    await review(input).fails(message);
  });

  describe("with files", () => {
    const directory = makeScratch();
    const context = { workingDirectory: directory };

    beforeAll(() => writeFile(join(directory, "plan.json"), CHANGED));

    test("reads a file, and --out replaces one", async () => {
      await writeFile(join(directory, "report.md"), "x".repeat(10_000));
      await run("review plan.json --out report.md", context).succeeds("");
      const { out: printed } = await review(CHANGED);
      expect(await readFile(join(directory, "report.md"), "utf8")).toBe(printed);
    });

    test("--format text is written as mergequeue plan writes it", async () => {
      const { out } = await review(CHANGED, ["--format", "text"]).succeeds();
      expect(out).toContain("1 to change");
    });

    test("--report also writes it to files, in the formats of their endings", async () => {
      const names = ["a.md", "a.html", "a.json", "a.XML"];
      const args = ["review", "plan.json", ...names.flatMap((name) => ["--report", name])];
      const { out } = await run(args, context).succeeds((await review(CHANGED)).out);
      const texts = await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")));
      expect(texts[0]).toBe(out);
      expect(texts[1]).toMatch(/^<!doctype html>/i);
      expect(JSON.parse(texts[2] ?? "")).toHaveProperty("queues");
      expect(texts[3]).toContain("<testsuite");
    });

    test("--report refuses a file whose ending says no format", async () => {
      await run("review plan.json --report report.txt", context).fails(
        "It must end with one of .md, .json, .xml, .html",
      );
      await expect(readFile(join(directory, "report.txt"))).rejects.toThrow("ENOENT");
    });
  });
});

function message(address: string, summary: string, detail: string, severity = "warning"): string {
  const diagnostic = { severity, summary, detail, address };
  return `${JSON.stringify({ "@level": "warn", "@message": "x", type: "diagnostic", diagnostic })}\n`;
}

describe("readReviewedPlan", () => {
  test("S-26: shows the warnings of the run that made the plan at their queues, unless the plan says them itself", () => {
    const web = "mergequeue_queue.web";
    const pause = readReviewedPlan(PAUSED).queues[0]?.protection[0]?.message ?? "";
    const messages = [
      '{"@level":"info","@message":"Terraform 1.11.4","type":"version"}\n',
      message(web, "Queue exists and will be adopted: web", "It changes."),
      message(web, "Queue stops merging: state", pause),
      message(web, "Queue stops merging: state", `Queue a replaces queue b. ${pause}`),
      message(web, "An error", "It fails.", "error"),
      message("mergequeue_queue.other", "Elsewhere", "It is."),
    ].join("");
    expect(pause).toContain("will be paused");
    expect(readReviewedPlan(messages + PAUSED).queues[0]?.warnings).toEqual([
      { summary: "Queue exists and will be adopted: web", detail: "It changes." },
    ]);
    const pretty = JSON.stringify(JSON.parse(PAUSED), undefined, 2);
    expect(readReviewedPlan(messages + pretty)).toEqual(readReviewedPlan(messages + PAUSED));
  });

  test("S-12: names that reach a prototype are names", () => {
    const text = CHANGED.replace('"concurrency":2', '"additional_settings":{"__proto__":{"polluted":1}}');
    const [queue] = readReviewedPlan(text).queues;
    expect(queue?.changes.map(({ name }) => name)).toEqual(["concurrency", "__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(catchError(() => readReviewedPlan('{"__proto__":{"format_version":"1.0"}}'))).toMatchObject({
      code: "invalid_plan",
    });
  });
});
