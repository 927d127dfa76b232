import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import type { Plan } from "../../src/plan/plan";
import { printHtml } from "../../src/report/print-html";
import type { ReportOptions } from "../../src/report/report-options";
import { describeInBrowser } from "../emulator/page/describe-in-browser";
import { openPage, type WatchedPage } from "../emulator/page/open-browser";
import { makePlan } from "../plan/support/make-plan";
import { FIND_FAINT_TEXTS } from "../support/find-faint-texts";
import { makeScratch } from "../support/make-scratch";
import { makeQueueForecast } from "./forecast/make-queue-forecast";
import { HOSTILE_TEXTS } from "./hostile-text";
import { change, createBusyPlan, planQueue } from "./plan-fixtures";

/** A plan in which every text is every hostile one. */
function createHostilePlan(): Plan {
  const queues = HOSTILE_TEXTS.map((text) =>
    planQueue("delete", {
      identity: { repo: { host: text, owner: text, name: text }, targetBranch: text },
      address: text,
      stack: text,
      origin: text,
      changes: [
        change("requiredStatuses", [text, "x"], HOSTILE_TEXTS),
        change(text, { [text]: text }, text, "additional"),
      ],
      settings: { state: text, requiredStatuses: [text] },
      protection: [{ name: text, kind: "loss", message: text }],
      pullRequests: [{ prNumber: 1, prTitle: text, prAuthor: text, state: text }],
    }),
  );
  return makePlan(queues, { warnings: HOSTILE_TEXTS, digest: HOSTILE_TEXTS[8] });
}

describeInBrowser("the report in a browser", (findBrowser) => {
  const file = join(makeScratch(), "report.html");
  let watched: WatchedPage | undefined;

  afterEach(async () => {
    await watched?.page.close();
    watched = undefined;
  });

  const open = async (
    plan: Plan,
    view: Parameters<typeof openPage>[2] = {},
    options: ReportOptions = {},
  ): Promise<Page> => {
    await writeFile(file, printHtml(plan, options));
    watched = await openPage(findBrowser(), pathToFileURL(file).href, view);
    return watched.page;
  };

  test("shows each queue as a card with changed and kept settings and their effect, protection first", async () => {
    const link = "https://ci.example.com/7?a=%27&b=c";
    const page = await open(createBusyPlan(), {}, { title: "Production", link });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Production");
    expect(await page.getByRole("link", { name: "The full report" }).getAttribute("href")).toBe(link);
    const first = page.getByRole("region").first();
    expect(await first.textContent()).toMatch(
      /Merge protection weakened: 1 queue; paused or drained: 1 queue.*api\/main.*slow\/main/s,
    );
    const listItems = (name: string) =>
      page.getByRole("region", { name }).getByRole("listitem").allTextContents();
    const deleted = "github.com/acme/old/release/1.x: 2 pull requests in it now";
    expect(await listItems("1 queue will be deleted")).toEqual([deleted]);
    expect(await listItems("1 queue will be replaced")).toEqual(["github.com/acme/renamed/main"]);
    const cards = page.getByRole("article");
    expect(await cards.count()).toBe(8);
    const api = page.getByRole("article", { name: "github.com/acme/api main" });
    expect(await api.locator(".brief").allTextContents()).toEqual([
      "concurrency 3 → 4, testing_timeout_minutes 60 min → 90 min, required_statuses −ci/test, and 2 more",
      " ⚠ merge protection weakened",
    ]);
    await api.getByRole("heading").click();
    const row = api.getByRole("row", { name: "required_statuses" });
    expect(await row.locator("del").allTextContents()).toEqual(["ci/test"]);
    expect(await row.locator("ins").count()).toBe(0);
    const concurrency = api.getByRole("row", { name: "concurrency" }).getByRole("cell");
    expect(await concurrency.allTextContents()).toEqual(["3", "4"]);
    const token = api.getByRole("row", { name: "additional_settings.newToken" });
    expect(await token.textContent()).toContain("sensitive value");
    await api.getByText("Settings that stay (2)").click();
    expect(await api.locator("dl").textContent()).toBe("staterunningmodeparallel");
    const old = page.getByRole("article", { name: "github.com/acme/old release/1.x" });
    expect(await old.textContent()).toMatch(
      /In it now: 2 pull requests.*#7 Fix the login by ada \(testing\)/s,
    );
    expect(watched?.complaints).toEqual([]);
  });

  test("twenty queues with an equal change are one card with what differs, and one screen shows all of it", async () => {
    const queues = Array.from({ length: 20 }, (_, index) =>
      planQueue("update", {
        id: `github.com/acme/web-${index}/main`,
        changes: [change("concurrency", 4, 8)],
        settings: { concurrency: 4, mode: "single" },
        protection: [{ name: "requiredStatuses", kind: "loss", message: "ci/test goes." }],
      }),
    );
    const plan = makePlan(queues, { digest: `sha256:${"0123456789abcdef".repeat(4)}` });
    const forecasts = new Map(queues.map((queue) => [queue, makeQueueForecast()]));
    const page = await open(plan, { width: 1440 }, { forecasts });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(900);
    expect(await page.getByRole("article").count()).toBe(1);
    expect(await page.getByText("p90 −19 %, CI +39 % ⚠ not met: p90<45m").count()).toBe(20);
    const unmet = page.getByRole("region", { name: "not met" }).getByRole("listitem");
    expect(await unmet.textContent()).toBe("20 queues: Required: p90<45m. Not met.");
    expect(await page.getByText("Plan 0123456789ab", { exact: true }).count()).toBe(1);
    // There is nothing to search or to filter in one card.
    expect(await page.getByRole("searchbox").count()).toBe(0);
    await page.getByRole("heading", { name: "web-7 main" }).click();
    const opened = page.locator(".members > details[open]");
    const verdict = "p90 −11 min (−19 %), CI minutes per merge +39 %";
    expect(await opened.locator(".place + .verdict").textContent()).toBe(verdict);
    expect(await opened.getByRole("img").count()).toBe(3);
    await page.getByRole("heading", { name: "20 queues", exact: true }).click();
    await page.getByRole("region", { name: "protection" }).getByRole("link", { name: "20 queues" }).click();
    expect(await page.getByRole("heading", { name: "web-0 main" }).isVisible()).toBe(true);
  });

  test("without deletions nothing is red, and a paused queue is not green", async () => {
    const queue = planQueue("update", {
      changes: [change("state", "running", "paused"), change("mode", "single", "parallel")],
    });
    const page = await open(makePlan([queue]));
    const colorOf = (selector: string, text: string): Promise<string> =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll("${selector}")].find((each) => each.textContent.includes("${text}"))).color`,
      );
    const none = await colorOf(".counts .badge", "0 to create");
    expect(await colorOf(".counts .badge", "0 to delete")).toBe(none);
    expect(await colorOf(".counts .badge", "1 to change")).not.toBe(none);
    expect(await page.getByRole("region", { name: "will be" }).count()).toBe(0);
    expect(await colorOf("ins", "paused")).not.toBe(await colorOf("ins", "parallel"));
  });

  test("S-20: sends no request, and runs no script but its own", async () => {
    const page = await open(createBusyPlan());
    await page.evaluate(
      "const s = document.createElement('div'); s.setAttribute('onclick', 'window.hacked = 1'); document.body.append(s); s.click()",
    );
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    const send = "fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)";
    expect(await page.evaluate(send)).toBe("TypeError");
    expect(watched?.complaints.join("\n")).toContain("Content Security Policy");
    expect([...(watched?.addresses ?? [])]).toEqual([page.url()]);
  });

  test("can be searched and filtered, and a link to a card shows it all the same", async () => {
    const page = await open(createBusyPlan());
    const visible = page.locator("details[data-search]:visible");
    await page.getByRole("article", { name: "5 queues" }).getByRole("heading").first().click();
    await page.getByRole("searchbox").fill("acme STILL-");
    expect(await visible.count()).toBe(5);
    expect(await page.locator("output").textContent()).toBe("5 of 12 queues");
    await page.getByRole("checkbox", { name: "unchanged" }).uncheck();
    expect(await visible.count()).toBe(0);
    expect(await page.locator("output").textContent()).toBe("No queue matches.");
    expect(await page.locator("article:visible").count()).toBe(0);
    await page.getByRole("link", { name: "github.com/acme/api/main" }).click();
    expect(await visible.count()).toBe(1);
    const target = "document.querySelector(':target').innerText";
    expect(await page.evaluate(target)).toContain("github.com/acme/api");
    await page.getByRole("searchbox").fill("");
    expect(await visible.count()).toBe(6);
  });

  test("opens the details of changing queues for printing, and closes them again", async () => {
    const page = await open(createBusyPlan());
    const closed = "document.querySelectorAll('details:not([open])').length";
    expect(await page.evaluate(closed)).toBe(21);
    expect(await page.evaluate(`dispatchEvent(new Event("beforeprint")), ${closed}`)).toBe(12);
    expect(await page.evaluate(`dispatchEvent(new Event("afterprint")), ${closed}`)).toBe(21);
  });

  test("without JavaScript, everything except the filter is shown", async () => {
    const context = await findBrowser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(createBusyPlan());
    await page.goto(watched?.page.url() ?? "");
    expect(await page.locator("article:visible").count()).toBe(8);
    expect(await page.locator("form:visible").count()).toBe(0);
    await context.close();
  });

  test("S-16: hostile names are text: they do not run code, load anything or break the layout", async () => {
    const page = await open(createHostilePlan(), { width: 390 }, { title: "</title><script>1</script>" });
    const { length } = HOSTILE_TEXTS;
    expect(await page.locator("main > section > article").count()).toBe(length);
    expect(await page.locator(":is(main, header) :is(script, img, svg, b, iframe, style)").count()).toBe(0);
    expect(await page.title()).toContain("</title><script>1</script>: 0 to create");
    const tags = "</details></summary></code>";
    const heading = page.getByRole("heading", { level: 3 }).nth(HOSTILE_TEXTS.indexOf(tags));
    expect(await heading.textContent()).toContain(tags);
    const steers = "/[\\u202a-\\u202e\\u2066-\\u2069\\u200b]/.test(document.documentElement.innerHTML)";
    expect(await page.evaluate(steers)).toBe(false);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect([...(watched?.addresses ?? [])]).toEqual([page.url()]);
    expect(watched?.complaints).toEqual([]);
  });

  test.each(["light", "dark"] as const)(
    "in %s every text has a contrast of at least 4.5, and nothing sticks out",
    async (colorScheme) => {
      const plan = createBusyPlan();
      const forecasts = new Map(plan.queues.slice(0, 1).map((queue) => [queue, makeQueueForecast()]));
      const page = await open(plan, { colorScheme, width: 1280 }, { forecasts });
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
      expect(await page.getByRole("img").count()).toBe(3);
      expect(await page.evaluate(FIND_FAINT_TEXTS)).toEqual([]);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
    },
  );
});
