import fc from "fast-check";
import type { Plan } from "../../src/plan/plan";
import { printHtml } from "../../src/report/print-html";
import { html, joinHtml, trustHtml } from "../../src/text/html";
import { makePlan } from "../plan/support/make-plan";
import { HOSTILE_TEXTS, hostileText } from "../report/hostile-text";
import { change, createBusyPlan, planQueue } from "../report/plan-fixtures";

/** Decodes the escapes of the tag. */
function decode(markup: string): string {
  const characters = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }));
  return markup.replace(/&([^;]*);/g, (_all, entity: string) => characters.get(entity) ?? "unknown");
}

describe("html", () => {
  test("S-16: any string in an element or an attribute is plain text, and complete", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.constantFrom(...HOSTILE_TEXTS), fc.string()), (text) => {
        const markup = html`<b title="${text}">${text}</b>`.toString();
        const [, title = "", content = ""] = /^<b title="([^"'<>]*)">([^"'<>]*)<\/b>$/.exec(markup) ?? [];
        expect([decode(title), decode(content)]).toEqual([text, text]);
      }),
    );
  });

  test("HTML is kept at any depth, lists are joined, and numbers are formatted", () => {
    const items = ["<1>", 2].map((each) => html`<li>${each}</li>`);
    expect(html`<ul>${items}${[[], ["&", [html`<br>`]]]}</ul>`.toString()).toBe(
      "<ul><li>&lt;1&gt;</li><li>2</li>&amp;<br></ul>",
    );
  });

  test("an object that only looks like HTML is refused", () => {
    const impostor = { toString: () => "<script>" } as unknown as string;
    expect(() => html`${impostor}`.toString()).toThrow(TypeError);
  });
});

test("joinHtml puts an escaped separator between escaped values", () => {
  expect(joinHtml(["<", html`<br>`, 7], " & ").toString()).toBe("&lt; &amp; <br> &amp; 7");
  expect(joinHtml([], html`<br>`).toString()).toBe("");
});

test("trustHtml escapes nothing", () => {
  expect(html`<style>${trustHtml("a > b")}</style>`.toString()).toBe("<style>a > b</style>");
});

describe("the report as HTML", () => {
  const print = (plan: Plan, options = {}): string => printHtml(plan, options);

  test("says when it was written, and the plan's digest; settings of a replaced queue are not shown as kept", () => {
    const text = print(createBusyPlan(), { writtenAtMs: Date.UTC(2026, 0, 31, 8, 5, 59) });
    expect(text).toContain("2026-01-31 08:05");
    expect(text).toContain(`sha256:${"0".repeat(64)}`);
    expect(text).toContain("Other settings of the queue that is replaced");
  });

  test("two hundred queues with lists of hundreds are truncated, and the report says so", () => {
    const statuses = Array.from({ length: 700 }, (_, index) => `status-${index}`);
    const deleted = planQueue("delete", {
      changes: [change("requiredStatuses", statuses, [])],
      pullRequests: Array.from({ length: 150 }, (_, prNumber) => ({ prNumber })),
    });
    const still = Array.from({ length: 199 }, (_, index) =>
      planQueue("none", { id: `github.com/acme/service-${index}/main` }),
    );
    const text = print(makePlan([deleted, ...still], { mode: "destroy" }));
    expect(text).toContain("and 200 more");
    expect(text).toContain("and 50 more");
    expect(text.match(/<article/g)).toHaveLength(2);
    expect(text.match(/acme\/service-\d+/g)?.length).toBeGreaterThanOrEqual(199);
    expect(text).toContain("This plan deletes queues.");
  });
});
