import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Queue } from "../../../src/emulator/engine/engine-state";
import { FIND_FAINT_TEXTS } from "../../support/find-faint-texts";
import { createBusyState } from "./busy-state";
import { describeInBrowser } from "./describe-in-browser";
import { createManyQueues } from "./many-queues";
import { openPage, type WatchedPage } from "./open-browser";
import { createPageState, createQueue, NOW_MS, type QueueInput } from "./page-fixtures";
import { type PageServer, startPageServer } from "./page-server";

/** The page's policy blocks scripts, so the browser runs it. */
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

function mergeQueues(): ReadonlyMap<string, Queue> {
  return new Map([...createManyQueues().queues, ...createBusyState().queues]);
}

describeInBrowser("the page in a browser", (findBrowser) => {
  let server: PageServer;
  let watched: WatchedPage | undefined;

  beforeEach(async () => {
    server = await startPageServer(createPageState());
  });
  afterEach(async () => {
    await watched?.page.close();
    watched = undefined;
    await server.close();
  });

  const show = (...queues: readonly QueueInput[]): void => {
    server.state = createPageState(...queues.map(createQueue));
  };
  const open = async (options?: Parameters<typeof openPage>[2]): Promise<Page> => {
    watched = await openPage(findBrowser(), server.url, options);
    await watched.page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    return watched.page;
  };

  const choose = async (page: Page, name: string): Promise<void> => {
    await page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 2, name }).waitFor();
  };

  test("explains how to create the first queue, and shows it once it exists", async () => {
    const page = await open();
    await page.getByRole("heading", { name: "There is no queue yet" }).waitFor();
    const curl = await page.getByRole("region", { name: "In a terminal" }).textContent();
    expect(curl).toContain('curl "$MERGEQUEUE_BASE_URL/createQueue"');
    // Lines must be safe to paste unchanged.
    expect(curl).not.toMatch(/export|\.\.\./);
    const submit = page.getByRole("region", { name: "Then submit a pull request" });
    expect(await submit.textContent()).toContain("mergequeue pr submit github.com/acme/web/main 7");
    show({});
    await page.getByRole("heading", { level: 2, name: "github.com/acme/web main" }).waitFor();
    expect(await page.getByRole("heading", { name: "There is no queue yet" }).count()).toBe(0);
    const teaching = page.getByText("No pull request has been submitted yet.");
    expect(await teaching.textContent()).toContain('mergequeue pr submit "github.com/acme/web/main" 7');
  });

  test("shows every part of a busy queue, and sends no requests to other hosts", async () => {
    server.state = createBusyState();
    const page = await open();
    await choose(page, "acme/web");
    const web = page.getByRole("region", { name: "github.com/acme/web main", exact: true });
    const entries = web.getByRole("region", { name: "In testing" }).locator("ol > li");
    expect(await entries.count()).toBe(4);
    expect(await entries.nth(2).textContent()).toMatch(
      /testingBatch of 3on top of #106, #107#108 Part 1.*#109 Part 2.*#110 Part 3.*ci\/buildwaiting.*ci\/lintskipped.*coveragefailure, not required/,
    );
    expect(await entries.nth(1).textContent()).toContain("pending failureon top of #106#107 Retry uploads");
    expect(await entries.nth(3).textContent()).toContain("Part of the batch: #111.");
    const waiting = web.getByRole("table", { name: "Waiting pull requests, in turn order" });
    expect(await waiting.getByRole("row").count()).toBe(21);
    const row = waiting.getByRole("row", { name: "#115" });
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      "none",
      "not ready The code host says that it has conflicts with main.",
      "medium",
      "5 min ago",
    ]);
    expect(await waiting.getByRole("row", { name: "#116" }).getByRole("cell").first().textContent()).toBe(
      "3",
    );
    const link = waiting.getByRole("link", { name: "#115" });
    expect(await link.getAttribute("href")).toBe("https://github.com/acme/web/pull/115");
    expect(await web.getByText("1 of 4 slots in use · bisection: 1 of 1").count()).toBe(1);
    expect(await waiting.getByRole("row", { name: "#113" }).textContent()).toContain("skips the line");
    expect(await web.getByText("And 23 more behind them.").count()).toBe(1);
    const merged = web.getByRole("table", { name: "Pull requests that merged, latest first" });
    expect(await merged.getByRole("rowheader").allTextContents()).toEqual([
      "#105 Change 105 ada · topic-105",
      "#103 Change 103 ada · topic-103",
      "#101 Change 101 ada · topic-101",
    ]);
    expect(await merged.getByRole("row").nth(1).getByRole("cell").allTextContents()).toEqual([
      "3 min ago",
      "37 min",
    ]);
    await choose(page, "platform/api");
    const api = page.getByRole("region", { name: "git.example.com/platform/api release/2.x", exact: true });
    expect(await api.getByText("Nothing merges and nothing new starts").count()).toBe(1);
    expect(watched?.complaints).toEqual([]);
    expect([...(watched?.addresses ?? [])].every((address) => address.startsWith(server.url))).toBe(true);
    expect(server.paths.every((path) => path === "/" || path === "/page.json")).toBe(true);
  });

  test("settings open by keyboard and stay open during updates", async () => {
    show({ settings: { concurrency: 3 } }, { id: "github.com/acme/docs/main" });
    const page = await open();
    await choose(page, "acme/web");
    const queue = page.getByRole("region", { name: "github.com/acme/web main" });
    const value = queue.locator("dt", { hasText: /^concurrency$/ }).locator("xpath=../dd");
    expect(await value.isVisible()).toBe(false);
    await queue.locator("summary").focus();
    await page.keyboard.press("Enter");
    await value.waitFor();
    expect(await value.textContent()).toBe("3");
    show({ settings: { concurrency: 7 } }, { id: "github.com/acme/docs/main" });
    await value.getByText("7").waitFor();
    expect(await value.isVisible()).toBe(true);
    expect(await page.evaluate("document.activeElement?.tagName")).toBe("SUMMARY");
  });

  test("updates without reloading, and moves rows instead of replacing them", async () => {
    const submissions = [{ number: 1 }, { number: 2 }, { number: 3 }];
    show({ submissions });
    const page = await open();
    await page.evaluate(
      "window.marker = 'same'; document.querySelectorAll('tbody tr').forEach((row, i) => row.dataset.mark = i)",
    );
    show({
      submissions: [
        { number: 1, state: "merged", stateChangedAtMs: NOW_MS },
        { number: 2, state: "testing" },
        { number: 3, state: "not_ready", reason: "Has conflicts." },
      ],
      line: [{ sequences: [2], phase: "testing" }],
      totals: { merged: 1 },
    });
    await page.getByText("Has conflicts.").waitFor();
    expect(await page.getByRole("table", { name: "merged" }).getByRole("rowheader").textContent()).toContain(
      "#1",
    );
    expect(await page.evaluate("window.marker")).toBe("same");
    expect(await page.evaluate("document.querySelector('.waiting tbody tr').dataset.mark")).toBe("2");
    expect(await page.title()).toBe("1 in testing, 1 waiting · Merge queues");
  });

  test("says when the service has stopped, keeps its content, and reconnects", async () => {
    show({ submissions: [{ number: 1 }] });
    const page = await open();
    await server.close();
    await page.getByRole("status").getByText("The service does not respond.").waitFor();
    expect(await page.getByText("Change 1").count()).toBe(1);
    expect(await page.title()).toBe("Not connected · Merge queues");
    const { state, port } = server;
    server = await startPageServer({ ...state, queues: new Map() }, port);
    await page.getByRole("heading", { name: "There is no queue yet" }).waitFor();
    expect(await page.getByRole("status").textContent()).toBe("Live");
  });

  test("says when another program has taken over the port", async () => {
    const page = await open();
    await page.route("**/page.json", (route) => route.fulfill({ status: 404 }));
    await page.getByText("The service responds with status 404.").waitFor();
    await page.unroute("**/page.json");
    await page.route("**/page.json", (route) => route.fulfill({ json: { hello: "world" } }));
    await page.getByText("The service is no longer a local merge queue service.").waitFor();
    await page.unroute("**/page.json");
    await page.route("**/page.json", (route) => route.fulfill({ body: "<html>" }));
    await page.getByText("The service does not respond.").waitFor();
  });

  test("reloads when the service has a different version of the page", async () => {
    const page = await open();
    await page.evaluate("window.marker = 'old'");
    const loaded = page.waitForEvent("load");
    await page.route(
      "**/page.json",
      (route) => route.fulfill({ json: { pageVersion: "another", nowMs: 0, queues: [], moreQueues: 0 } }),
      { times: 1 },
    );
    await loaded;
    expect(await page.evaluate("window.marker")).toBeUndefined();
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  });

  test("hostile names are text: they do not run code, load anything or break the layout", async () => {
    const hostile = [
      "<img src=x onerror=document.title='broken'>",
      "</script><script>document.title='broken'</script>",
      "\u202Egnp.exe \u2066 <b>bold</b>",
      "W".repeat(5000),
      "z\u0335\u0322\u0301".repeat(60),
      "   ",
      '" onmouseover="document.title=1',
      "{{constructor.constructor('document.title=1')()}}",
    ];
    show({
      id: "github.com/acme/<script>alert(1)<\\script>/</title><svg/onload=alert(1)>",
      changes: { requiredStatuses: ["</style><script>1</script>"] },
      submissions: hostile.map((text, index) => ({
        number: index,
        state: "not_ready",
        reason: text,
        priority: { value: 1, name: text },
        pullRequest: { title: text, author: text, headBranch: text },
      })),
    });
    const page = await open({ width: 375 });
    const rows = page.getByRole("table").getByRole("rowheader");
    expect(await rows.count()).toBe(hostile.length);
    expect(await rows.nth(0).textContent()).toContain(hostile[0]);
    expect(await rows.nth(5).textContent()).toContain("(no title)");
    expect(await page.locator("main :is(script, img, svg, b, iframe)").count()).toBe(0);
    expect(await page.title()).toBe("0 in testing, 8 waiting · Merge queues");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    expect([...(watched?.addresses ?? [])].every((address) => address.startsWith(server.url))).toBe(true);
    expect(watched?.complaints).toEqual([]);
  });

  test("foreign scripts cannot run, and text cannot become markup", async () => {
    const page = await open();
    const tryOut = (code: string): Promise<unknown> =>
      page.evaluate(`(() => { try { ${code}; return "done"; } catch (error) { return error.name; } })()`);
    expect(await tryOut("document.body.innerHTML = '<b>x</b>'")).toBe("TypeError");
    await tryOut(
      "const s = document.createElement('div'); s.setAttribute('onclick', 'window.hacked = 1'); document.body.append(s); s.click()",
    );
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(
      await page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)"),
    ).toBe("TypeError");
    expect(watched?.complaints.join("\n")).toContain("Content Security Policy");
    expect([...(watched?.addresses ?? [])]).not.toContain("http://127.0.0.1:9/");
  });

  test.each([
    ["busy queues among many", { ...createBusyState(), queues: mergeQueues() }],
    ["no queue", createPageState()],
  ])("%s: axe finds no problems, nothing overflows, and all text has a contrast of 4.5", async (_, state) => {
    server.state = state;
    const page = await open();
    if (state.queues.size > 0) await choose(page, "acme/web");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 375, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      expect(await page.evaluate(FIND_FAINT_TEXTS)).toEqual([]);
      expect(await page.evaluate(`${AXE}; axe.run().then(({ violations }) => violations)`)).toEqual([]);
    }
  });

  test("sixty queues are listed beside the shown queue, and each can be reached from the top", async () => {
    server.state = createManyQueues();
    const page = await open();
    const list = page.getByRole("navigation", { name: "Queues" });
    const names = await list.getByRole("link").allTextContents();
    expect(names).toHaveLength(60);
    expect(
      names.slice(0, 3).map((name) => /service-(\d+).*(paused|draining|failing)/.exec(name)?.slice(1)),
    ).toEqual([
      ["41", "paused"],
      ["50", "draining"],
      ["60", "failing"],
    ]);
    expect(await list.getByText("0 in testing · 1 waiting · longest 56 min").count()).toBe(1);
    expect(await page.getByRole("heading", { level: 2 }).textContent()).toContain("service-41");
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(1000);
    // The list gets another first queue; the same queue is still shown.
    const { queues } = server.state;
    const paused = createQueue({ id: "github.com/acme/aaa/main", settings: { state: "paused" } });
    server.state = { ...server.state, queues: new Map([["aaa", paused], ...queues]) };
    await list.getByRole("link", { name: "acme/aaa" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).textContent()).toContain("service-41");
  });

  test("the list can be searched and filtered, and says when nothing matches", async () => {
    server.state = createManyQueues();
    const page = await open();
    const list = page.getByRole("navigation", { name: "Queues" });
    const search = list.getByRole("searchbox");
    const filter = list.getByRole("combobox");
    expect(await filter.getByRole("option").allTextContents()).toEqual([
      "All (60)",
      "In trouble (3)",
      "Paused (1)",
      "Draining (1)",
      "Failing (1)",
      "With pull requests (15)",
    ]);
    await search.fill("SERVICE-1 acme");
    expect(await list.getByRole("link").count()).toBe(10);
    expect(await list.getByText("10 of 60 queues").count()).toBe(1);
    await filter.selectOption({ label: "In trouble (3)" });
    await list.getByText("No queue matches.").waitFor();
    await search.fill("");
    expect(await list.getByRole("link").count()).toBe(3);
    // Updates keep the search and the filter.
    await search.fill("50");
    await page.waitForResponse(/page\.json/);
    expect(await list.getByRole("link").count()).toBe(1);
    expect(await search.inputValue()).toBe("50");
  });

  test("of ten thousand waiting pull requests it shows twenty and a count, or a thousand on request", async () => {
    show({ submissions: Array.from({ length: 10_000 }, (_, index) => ({ number: index + 1 })) });
    const page = await open();
    await page.getByText("And 9,980 more behind them.").waitFor();
    expect(await page.getByRole("rowheader").count()).toBe(20);
    await page.getByRole("button", { name: "Show all" }).click();
    const rest = 'And 9,000 more behind them. mergequeue pr list "github.com/acme/web/main" lists all.';
    await page.getByText(rest).waitFor();
    expect(await page.getByRole("rowheader").count()).toBe(1000);
    await page.getByRole("button", { name: "Show fewer" }).click();
    await page.getByText("And 9,980 more behind them.").waitFor();
    expect(await page.getByRole("rowheader").count()).toBe(20);
  });

  test("on a narrow page rows are still rows, and cells say which column they are", async () => {
    server.state = createBusyState();
    const page = await open({ width: 375 });
    await choose(page, "acme/web");
    const table = page.getByRole("table", { name: "Waiting pull requests" }).last();
    expect(await table.getByRole("columnheader").allTextContents()).toEqual([
      "Pull request",
      "Place",
      "Why it waits",
      "Priority",
      "Submitted",
    ]);
    expect(await table.getByRole("row", { name: "#114" }).getByRole("cell").count()).toBe(4);
  });

  test("links from this page and from others lead to queues", async () => {
    server.state = createBusyState();
    const page = await open();
    await choose(page, "acme/web");
    const address = page.url();
    expect(address).toBe(`${server.url}#${encodeURIComponent("github.com/acme/web/main")}`);
    await page.close();
    watched = await openPage(findBrowser(), address, { width: 375 });
    const name = watched.page.getByRole("heading", { level: 2, name: "github.com/acme/web main" });
    await name.waitFor();
    // Far down on the page, and yet in sight.
    expect(await watched.page.evaluate("scrollY")).toBeGreaterThan(0);
    expect((await name.boundingBox())?.y).toBeLessThan(200);
  });

  test("polls rarely while hidden, and at once when visible again", async () => {
    const page = await findBrowser().newPage();
    await page.clock.install();
    await page.goto(server.url);
    await page.getByText("Live", { exact: true }).waitFor();
    const turn = (visibility: "hidden" | "visible"): Promise<unknown> =>
      page.evaluate(
        `Object.defineProperty(document, "visibilityState", { value: "${visibility}", configurable: true });
         document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await turn("hidden");
    const last = page.waitForResponse(/page\.json$/);
    await page.clock.runFor(1000);
    await last;
    const asked = server.paths.length;
    await page.clock.runFor(5000);
    const next = page.waitForResponse(/page\.json$/);
    await turn("visible");
    await next;
    expect(server.paths.length).toBe(asked + 1);
    await page.close();
  });

  test("without JavaScript it says where to find the data", async () => {
    const context = await findBrowser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    expect(await page.getByRole("main").textContent()).toContain("This page needs JavaScript.");
    await context.close();
  });
});
