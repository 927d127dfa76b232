import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as z from "zod";
import { PLAN_ACTIONS, type Plan } from "../../src/plan/plan";
import { toLine } from "../../src/report/describe-value";
import { FORMATS, listFormats } from "../../src/report/formats";
import { printJunit } from "../../src/report/print-junit";
import { printReportJson } from "../../src/report/print-report-json";
import { isPlainObject } from "../../src/text/is-plain-object";
import { readDocument, WEB } from "../cli/review/terraform-document";
import { makeView } from "../cli/support/make-view";
import { makePlan } from "../plan/support/make-plan";
import { listLogCommands } from "../support/list-log-commands";
import { hostilePlan } from "./hostile-plan";
import { change, createBusyPlan, planQueue } from "./plan-fixtures";
import { readXml, type XmlElement } from "./read-xml";

function listCases(document: XmlElement): readonly XmlElement[] {
  return document.children.flatMap((suite) => suite.children);
}

function findFailures(document: XmlElement): Record<string, string | undefined> {
  const failed = listCases(document).filter(({ children }) =>
    children.some(({ name }) => name === "failure"),
  );
  return Object.fromEntries(
    failed.map(({ attributes, children }) => [String(attributes["name"]), children[0]?.attributes["type"]]),
  );
}

describe("printJunit", () => {
  const document = readXml(printJunit(createBusyPlan()));

  test("S-26: exactly the queues that need attention fail: removed, replaced, less protected or paused", () => {
    expect(findFailures(document)).toEqual({
      "github.com/acme/api/main": "protection-loss",
      "github.com/acme/old/release/1.x": "delete",
      "github.com/acme/renamed/main": "replace",
      "github.com/acme/slow/main": "protection-pause",
    });
    const counts = { tests: "13", failures: "4", errors: "0" };
    expect(document.attributes).toMatchObject({ name: "Merge queues", ...counts });
  });

  test("a suite is a stack, or a service if the stack is unknown, and has the number of its cases", () => {
    const suites = document.children.map(({ name, attributes, children }) => {
      expect(name).toBe("testsuite");
      expect(attributes["tests"]).toBe(String(children.length));
      return [attributes["name"], attributes["failures"]];
    });
    expect(suites).toEqual([
      ["queues", "4"],
      ["https://merge.example.com", "0"],
      ["Merge queues", "0"],
    ]);
  });

  test("S-26: the failure of a replacement is its loss of merge protection, then the deletion", () => {
    const loss = { name: "requiredStatuses", kind: "loss", message: "Required statuses go." } as const;
    const queue = planQueue("replace", { protection: [loss] });
    const [testCase] = listCases(readXml(printJunit(makePlan([queue]))));
    expect(testCase?.children[0]?.attributes).toEqual({
      type: "protection-loss",
      message: "required_statuses: Required statuses go.",
    });
    expect(testCase?.children[0]?.text).toContain(
      "The queue is replaced: this plan does not say whether the queue contains pull requests.",
    );
  });

  test("a case says what changes", () => {
    const [api] = listCases(document);
    expect(api?.attributes).toEqual({ classname: "queues", name: "github.com/acme/api/main", time: "0" });
    expect(api?.children.map(({ text }) => text)).toEqual([
      'required_statuses: Required statuses will be removed: "ci/test". Pull requests then merge without them.',
      [
        "change (mergequeue_queue.web)",
        "concurrency: 3 → 4",
        "testing_timeout_minutes: 60 min → 90 min",
        "required_statuses: ci/build, ci/test → ci/build",
        "merge_method: squash → (known after apply)",
        "additional_settings.newToken: (sensitive value) → (sensitive value)",
      ].join("\n"),
    ]);
    const name = "github.com/acme/still-0/main";
    expect(listCases(document).find(({ attributes }) => attributes["name"] === name)?.children).toEqual([]);
  });

  test("shows pull requests of a deleted queue, long lists and warnings", () => {
    const numbers = Array.from({ length: 201 }, (_, index) => String(index));
    const changes = [
      change("requiredStatuses", numbers.slice(0, 30), []),
      change("enqueueingLabel", "", "merge"),
      ...numbers.map((index) => change(`new${index}`, 1, 2, "additional")),
    ];
    const text = printJunit(
      makePlan([
        planQueue("delete", { id: "a/b/c/d", pullRequests: [{ prNumber: 1 }] }),
        planQueue("update", { id: "a/b/c/e", changes }),
        planQueue("none", { id: "a/b/c/f", warnings: [{ summary: "Look", detail: "At this." }] }),
        planQueue("none", { id: "a/b/c/g", isImported: true, address: undefined }),
      ]),
    );
    expect(text).toContain('message="The queue is deleted: 1 pull request in it now."');
    expect(text).toContain("and 3 more</system-out>");
    expect(text).toContain("<system-out>Warning: Look: At this.</system-out>");
    expect(text).toContain("<system-out>import</system-out>");
    expect(text).toContain("required_statuses: 0, 1, 2,");
    expect(text).toContain("19 and 10 more → (none)");
    expect(text).toContain("enqueueing_label: (none) → merge");
  });

  test("S-14: whatever the names, it is well-formed, has a case for each queue, and says their ids", () => {
    fc.assert(
      fc.property(hostilePlan, (plan) => {
        const text = printJunit(plan);
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(listLogCommands(text)).toEqual([]);
        const cases = listCases(readXml(text));
        const shown = cases.map(({ attributes }) => attributes["name"]);
        const ids = plan.queues.map(({ id }) => toLine(id, 1_000));
        expect(ids.filter((id) => !shown.includes(id))).toEqual([]);
        expect(cases).toHaveLength(plan.queues.length + Math.min(1, plan.warnings.length));
      }),
      { numRuns: 60 },
    );
  });
});

const VIEW = makeView({ columns: 500 });
const STOP = "This plan changes 4 of 9 queues.";

test.each(listFormats("plan"))(
  "L-6: %s says that a plan is stopped, before it says anything of a queue",
  (format) => {
    const print = (stop?: string): string => FORMATS[format].plan(createBusyPlan(), { stop }, VIEW);
    expect(print(STOP).split("github.com/")[0]).toContain(STOP);
    expect(print()).not.toMatch(/stopped/i);
  },
);

describe("S-26: every format, of every plan", () => {
  const paused = { state: "paused", required_statuses: ["b"], direct_merge_mode: "always" };
  const running = { state: "running", required_statuses: ["a", "b"], direct_merge_mode: "off" };
  const plan: Plan = {
    ...readDocument([
      { actions: ["update"], before: { ...WEB, ...running }, after: { ...WEB, ...paused } },
      { actions: ["create"], name: "new", after: { ...WEB, target_branch: "new", on_existing: "adopt" } },
      { actions: ["delete"], name: "old", before: { ...WEB, target_branch: "old", concurrency: 47 } },
    ]),
    warnings: readDocument([], { prior_state: undefined }).warnings,
  };
  const facts = [
    ...plan.queues.flatMap(({ protection }) => protection.map(({ message }) => message)),
    ...plan.queues.flatMap(({ warnings }) => warnings.map(({ summary, detail }) => summary + detail)),
    ...plan.warnings,
    STOP,
  ];
  // Only letters and digits: formats write quotes, signs and line breaks in their own ways.
  const toBare = (text: string): string =>
    text.replaceAll(/<[^>]*>|&\w+;|&#\d+;|\\n/g, "").replaceAll(/[^A-Za-z0-9]/g, "");

  test.each(listFormats("plan"))(
    "%s says what weakens, stops, deletes or adopts, and what is not seen",
    (format) => {
      const text = FORMATS[format].plan(plan, { stop: STOP }, VIEW);
      expect(facts).toHaveLength(6);
      // Summary and detail of a warning may stand apart.
      const bare = toBare(text).replaceAll("detail", "");
      expect(facts.filter((fact) => !bare.includes(toBare(fact)))).toEqual([]);
      expect(text).toMatch(/delete|destroy/);
      expect(text).toContain("github.com/acme/web/old");
      expect(text).toContain("47");
    },
  );
});

const DOCS = join(__dirname, "../../docs");

/** The schema of a report, in which an unknown key is a mistake. */
const SCHEMA = z.fromJSONSchema(
  JSON.parse(readFileSync(join(DOCS, "report.schema.json"), "utf8"), (_key, value: unknown) =>
    isPlainObject(value) && isPlainObject(value["properties"])
      ? { ...value, additionalProperties: false }
      : value,
  ) as Parameters<typeof z.fromJSONSchema>[0],
);

describe("printReportJson", () => {
  const report = JSON.parse(printReportJson(createBusyPlan(), { title: "Prod" })) as {
    queues: Record<string, unknown>[];
  };

  test("contains everything in a plan, and null for unknown values", () => {
    expect(report).toMatchObject({
      format: "mergequeue-report",
      version: 1,
      title: "Prod",
      link: null,
      mode: "apply",
      digest: `sha256:${"0".repeat(64)}`,
      counts: { create: 1, update: 2, replace: 1, delete: 1, forget: 1, none: 6 },
      warnings: ["The plan is incomplete: it was made with -target."],
    });
    expect(report.queues).toHaveLength(12);
    expect(report.queues[2]).toEqual({
      id: "github.com/acme/old/release/1.x",
      repo: { host: "github.com", owner: "acme", name: "old" },
      targetBranch: "release/1.x",
      address: "mergequeue_queue.web",
      stack: "queues",
      origin: "https://merge.example.com",
      action: "delete",
      isImported: false,
      changes: [],
      settings: { state: "running", concurrency: 2, requiredStatuses: [] },
      protection: [],
      warnings: [],
      pullRequests: [
        { number: 7, title: "Fix the login", author: "ada", state: "testing" },
        { number: 8, title: null, author: null, state: null },
      ],
      forecast: null,
    });
  });

  test("is one document of the schema, without any key that the schema does not name, whatever the plan", () => {
    expect(SCHEMA.parse(report)).toEqual(report);
    for (const wrong of [{ version: 2 }, { queues: [{}] }, { title: 7 }, { other: 1 }])
      expect(SCHEMA.safeParse({ ...report, ...wrong }).success).toBe(false);
    fc.assert(
      fc.property(hostilePlan, fc.webUrl(), (plan, link) => {
        const text = printReportJson(plan, { link });
        expect(SCHEMA.safeParse(JSON.parse(text)).error).toBeUndefined();
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(listLogCommands(text)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("docs/reports.md names every key of the document and of a queue, and every action", () => {
    const page = readFileSync(join(DOCS, "reports.md"), "utf8");
    const json = page.slice(page.indexOf("## JSON"));
    const keys = [...Object.keys(report), ...Object.keys(report.queues[0] ?? {}), ...PLAN_ACTIONS];
    expect(keys.filter((key) => !json.includes(`\`${key}\``))).toEqual([]);
  });
});
