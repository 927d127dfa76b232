import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { printReportJson } from "../../../src/cli/report/print-report-json";
import { PLAN_ACTIONS } from "../../../src/reconcile/plan/fleet-plan";
import { listLogCommands } from "../../support/list-log-commands";
import { hostilePlan } from "./hostile-plan";
import { listMismatches } from "./match-schema";
import { createBusyPlan } from "./plan-fixtures";

const DOCS = join(__dirname, "../../../docs");
const SCHEMA = JSON.parse(readFileSync(join(DOCS, "report.schema.json"), "utf8")) as Parameters<
  typeof listMismatches
>[0];

describe("printReportJson", () => {
  const report = JSON.parse(printReportJson(createBusyPlan(), { title: "Prod" }).document) as {
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
    expect(listMismatches(SCHEMA, report)).toEqual([]);
    fc.assert(
      fc.property(hostilePlan, fc.webUrl(), (plan, link) => {
        const { document: text } = printReportJson(plan, { link });
        expect(listMismatches(SCHEMA, JSON.parse(text))).toEqual([]);
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(listLogCommands(text)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("the schema refuses other documents", () => {
    expect(listMismatches(SCHEMA, { ...report, version: 2 })).toEqual(["version is not 1"]);
    expect(listMismatches(SCHEMA, { ...report, queues: [{}] })).toContain("queues.0 has no id");
    expect(listMismatches(SCHEMA, { ...report, title: 7 })).toEqual(["title is no string"]);
  });

  test("docs/reports.md names every key of the document and of a queue, and every action", () => {
    const page = readFileSync(join(DOCS, "reports.md"), "utf8");
    const json = page.slice(page.indexOf("## JSON"));
    const keys = [...Object.keys(report), ...Object.keys(report.queues[0] ?? {}), ...PLAN_ACTIONS];
    expect(keys.filter((key) => !json.includes(`\`${key}\``))).toEqual([]);
  });
});
