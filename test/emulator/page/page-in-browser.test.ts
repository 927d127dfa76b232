import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { FIND_FAINT_TEXTS } from "../../support/find-faint-texts";
import { createBusyState } from "./busy-state";
import { describeInBrowser } from "./describe-in-browser";
import { createManyQueues } from "./many-queues";
import { openPage, type WatchedPage } from "./open-browser";
import {
  createPageState,
  createQueue,
  makeConcluded,
  makeSubmissions,
  type QueueInput,
} from "./page-fixtures";
import { type PageServer, startPageServer } from "./page-server";

/** The page's policy blocks scripts, so the browser runs it. {@link FIND_FAINT_TEXTS} finds contrasts. */
const FIND_VIOLATIONS = `${readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")};
  axe.run({ rules: { "color-contrast": { enabled: false } } }).then(({ violations }) => violations)`;

const WEB = "github.com/acme/web/main";

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
  const waitUntilLive = (page: Page) => page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const open = async (query = "", options?: Parameters<typeof openPage>[2]): Promise<Page> => {
    watched = await openPage(findBrowser(), server.url + query, options);
    await waitUntilLive(watched.page);
    return watched.page;
  };
  const isInView = async (found: Locator): Promise<boolean> => {
    const { y = -1, height = 0 } = (await found.boundingBox()) ?? {};
    return y > 64 && y + height < 800;
  };
  const findList = (page: Page): Locator => page.getByRole("navigation", { name: "Queues" });

  test("updates without reloading, moves rows instead of replacing them, and keeps what is focused and open", async () => {
    show({ submissions: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    const page = await open();
    expect(await page.locator("dl").isVisible()).toBe(false);
    await page.locator(".settings summary").press("Enter");
    await page.getByRole("link", { name: "#3" }).focus();
    await page.evaluate(
      "window.marker = 'same'; document.querySelectorAll('tbody tr').forEach((row, i) => row.dataset.mark = i)",
    );
    show({
      submissions: [
        { number: 1, state: "merged" },
        { number: 2, state: "testing" },
        { number: 3, state: "not_ready", reason: "Has conflicts." },
      ],
      line: [{ sequences: [2], phase: "testing" }],
    });
    await page.getByText("Has conflicts.").waitFor();
    const merged = page.getByRole("table", { name: "Merged" }).getByRole("rowheader");
    expect(await merged.textContent()).toContain("#1");
    expect(await page.evaluate("window.marker")).toBe("same");
    const hasFocus = "document.querySelector('.waiting tbody tr').contains(document.activeElement)";
    expect(await page.evaluate(hasFocus)).toBe(true);
    expect(await page.locator("dl").isVisible()).toBe(true);
    expect(await page.title()).toBe("1 in testing, 1 waiting · Merge queues");
    expect(watched?.complaints).toEqual([]);
    expect([...(watched?.addresses ?? [])].every((address) => address.startsWith(server.url))).toBe(true);
  });

  test("says when the service has stopped, keeps its content, and reconnects", async () => {
    show({ submissions: [{ number: 1 }] });
    const page = await open();
    await server.close();
    const gone = /^The service does not respond\. Last update: 12:00:00 UTC\. .*reconnects/;
    await page.getByRole("status").getByText(gone).waitFor();
    expect(await page.getByText("Change 1").count()).toBe(1);
    expect(await page.title()).toBe("Not connected · Merge queues");
    server = await startPageServer(createPageState(createQueue()), server.port);
    await waitUntilLive(page);
    await page.route("**", (route) => route.fulfill({ status: 500 }));
    await page.getByText("The service responds with status 500.").waitFor();
    await page.unroute("**");
    await page.route("**", (route) => route.fulfill({ body: "<p>Hello", contentType: "text/html" }));
    await page.getByText("The service is no longer a local merge queue service.").waitFor();
  });

  test("reloads when the service has another version of the page", async () => {
    const page = await open();
    const reloaded = page.waitForEvent("load");
    await page.evaluate("document.documentElement.dataset.version = 'old'");
    await reloaded;
    await waitUntilLive(page);
  });

  test("the chosen queue stays, in the address too, and back leads to the one before", async () => {
    server.state = createManyQueues();
    const page = await open();
    const heading = page.getByRole("heading", { level: 2 });
    expect(await heading.textContent()).toContain("service-60");
    // Another queue gets into worse trouble; this one is still shown.
    const { queues } = server.state;
    const submissions = [...makeConcluded(3, 0), { number: 9 }];
    const failing = createQueue({ id: "github.com/acme/aaa/main", submissions });
    server.state = { ...server.state, queues: new Map([["aaa", failing], ...queues]) };
    await findList(page).getByRole("link", { name: "acme/aaa" }).waitFor();
    expect(await heading.textContent()).toContain("service-60");
    await findList(page).getByRole("link", { name: "acme/service-07" }).click();
    await heading.getByText("service-07").waitFor();
    expect(new URL(page.url()).searchParams.get("queue")).toBe("github.com/acme/service-07/main");
    expect(await page.evaluate("document.activeElement.className")).toBe("queue");
    await page.goBack();
    await heading.getByText("service-60").waitFor();
  });

  test("one search finds queues and pull requests; Enter opens the first result, scrolled to and marked", async () => {
    show({ submissions: makeSubmissions(600) }, { id: "h/o/n/main", settings: { state: "paused" } });
    const page = await open();
    const search = page.getByRole("searchbox");
    await search.pressSequentially("#500");
    const results = page.getByRole("region", { name: "Search results" });
    await results.getByRole("link", { name: /^#500 / }).waitFor();
    await search.press("Enter");
    const row = page.locator("tr[aria-current]");
    await row.waitFor();
    expect(await row.textContent()).toContain("500th");
    await results.waitFor({ state: "detached" });
    expect([await search.inputValue(), await isInView(row)]).toEqual(["", true]);
    expect(await page.evaluate("document.activeElement.nodeName")).toBe("TR");
    expect(new URL(page.url()).searchParams.get("pr")).toBe("500");
    await page.goto(`${server.url}?queue=${WEB}&pr=500`);
    await waitUntilLive(page);
    expect(await isInView(row)).toBe(true);
  });

  test("with twenty queues three stops lead to the first pull request, and skip links past them", async () => {
    const submissions = makeSubmissions(1);
    show(...makeSubmissions(20).map(({ number }) => ({ id: `h/o/n${number}/main`, submissions })));
    const page = await open();
    const stops: unknown[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press("Tab");
      stops.push(await page.evaluate("document.activeElement.textContent || document.activeElement.name"));
    }
    expect(stops).toEqual(["Skip to the queue", "search", "Skip to the list of queues", "#1"]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('nav').className")).toBe("list");
  });

  test("a command is copied; where that is not allowed, it is selected", async () => {
    show({ settings: { state: "paused" }, submissions: [{ number: 1 }] });
    const page = await open("", { width: 390 });
    // Browsers allow writing after a click; one without windows would ask, and nobody would answer.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const command = `mergequeue queue resume "${WEB}"`;
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(command);
    await page.evaluate("getSelection().removeAllRanges()");
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    expect(await page.evaluate("String(getSelection())")).toBe(command);
  });

  test("text cannot become markup, and foreign scripts and requests are blocked", async () => {
    const hostile = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>";
    show({ submissions: [{ number: 1, reason: hostile, pullRequest: { title: hostile, author: hostile } }] });
    const page = await open();
    expect(await page.locator(".title").textContent()).toBe(hostile);
    const tryOut = (code: string): Promise<unknown> =>
      page.evaluate(`(() => { try { ${code}; return "done"; } catch (error) { return error.name; } })()`);
    expect(watched?.complaints).toEqual([]);
    expect(await tryOut("document.body.innerHTML = '<b>x</b>'")).toBe("TypeError");
    await tryOut(
      "const s = document.createElement('div'); s.setAttribute('onclick', 'window.hacked = 1'); document.body.append(s); s.click()",
    );
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    const send = "fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)";
    expect(await page.evaluate(send)).toBe("TypeError");
    expect(watched?.complaints.join("\n")).toContain("Content Security Policy");
    expect([...(watched?.addresses ?? [])]).not.toContain("http://127.0.0.1:9/");
  });

  test.each([
    ["busy queues", createBusyState()],
    ["no queue", createPageState()],
  ])("%s: axe finds no problems, nothing overflows, and all text has a contrast of 4.5", async (_, state) => {
    server.state = state;
    const page = await open(state.queues.size > 0 ? `?queue=${WEB}` : "");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      expect(await page.evaluate(FIND_FAINT_TEXTS)).toEqual([]);
    }
    expect(await page.evaluate(FIND_VIOLATIONS)).toEqual([]);
    // Wide, what waits is one line.
    for (const row of await page.getByRole("row", { name: /^#114/ }).all())
      expect((await row.boundingBox())?.height).toBeLessThan(45);
  });

  test("narrow, rows are cards that are still rows, the title has their width, and a picker chooses the queue", async () => {
    const submissions = makeSubmissions(5, { pullRequest: { title: "word ".repeat(30) } });
    show({ submissions }, { id: "h/o/n/main" });
    const page = await open(`?queue=h/o/n/main`, { width: 390 });
    const picker = page.getByRole("combobox", { name: "Queue" });
    await picker.selectOption({ label: "github.com/acme/web main – running" });
    const row = page.getByRole("table", { name: "Waiting" }).getByRole("row", { name: /^#1/ });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual(["1st", "5 min"]);
    expect((await row.locator(".title").boundingBox())?.width).toBeGreaterThan(280);
    await page.goBack();
    await page.getByRole("heading", { level: 2 }).getByText("o/n").waitFor();
    expect(await picker.inputValue()).toBe("?queue=h%2Fo%2Fn%2Fmain");
    expect(await findList(page).getByRole("list").isVisible()).toBe(false);
  });

  test("polls rarely while hidden, and at once when visible again", async () => {
    const page = await findBrowser().newPage();
    await page.clock.install();
    await page.goto(server.url);
    await waitUntilLive(page);
    const turn = (visibility: "hidden" | "visible"): Promise<unknown> =>
      page.evaluate(
        `Object.defineProperty(document, "visibilityState", { value: "${visibility}", configurable: true });
         document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await turn("hidden");
    const last = page.waitForResponse(server.url);
    await page.clock.runFor(1000);
    await last;
    const asked = server.paths.length;
    await page.clock.runFor(5000);
    const next = page.waitForResponse(server.url);
    await turn("visible");
    await next;
    expect(server.paths.length).toBe(asked + 1);
    await page.close();
  });

  test("without JavaScript it shows its content, and says that it is not live", async () => {
    show({ submissions: [{ number: 1 }] });
    const context = await findBrowser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    expect(await page.locator("noscript p").isVisible()).toBe(true);
    expect(await page.getByText("Change 1").isVisible()).toBe(true);
    await context.close();
  });
});
