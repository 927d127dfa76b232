import { type Browser, chromium, type Page } from "playwright-core";
import type { FoundChromium } from "../../support/find-chromium";

/** A page in a browser, and everything that went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, violations of the policy among them, and errors of scripts. */
  readonly complaints: readonly string[];
  /** Addresses that the page asked for, each once. */
  readonly addresses: ReadonlySet<string>;
}

/** Starts a browser without a window. @throws Error that says how to get one if there is none */
export async function launchBrowser({ path, missing }: FoundChromium): Promise<Browser> {
  if (path === undefined) throw new Error(missing);
  return chromium.launch({
    executablePath: path,
    // Chromium refuses to start as root with its sandbox, and containers have little shared memory.
    // Drawing by software in a process of its own doubles the work.
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage", "--disable-gpu"],
  });
}

/** Opens an address and records the page's requests and errors. */
export async function openPage(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly colorScheme?: "light" | "dark" } = {},
): Promise<WatchedPage> {
  const { width = 1280, colorScheme = "light" } = options;
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, locale: "en-US" });
  const complaints: string[] = [];
  const addresses = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => addresses.add(request.url()));
  await page.goto(url);
  return { page, complaints, addresses };
}
