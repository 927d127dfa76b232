import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../src/emulator/start-emulator";
import { launchBrowser } from "../test/emulator/page/open-browser";
import { findChromium } from "../test/support/find-chromium";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

const PICTURES = [
  { name: "page-light", colorScheme: "light", width: 1120, height: 640 },
  { name: "page-dark", colorScheme: "dark", width: 1120, height: 640 },
  { name: "page-narrow", colorScheme: "light", width: 390, height: 780 },
] as const;

/**
 * `npm run pictures`: photographs the page of `mergequeue serve --demo`, whose clock stands still. The letters come from the
 * machine's fonts, so no gate compares the pictures.
 */
async function main(): Promise<void> {
  const directory = join(findRoot(), "docs/pictures");
  await mkdir(directory, { recursive: true });
  const now = () => Date.UTC(2026, 0, 15, 12);
  const emulator = await startEmulator({ isDemo: true, clock: "manual", now });
  const browser = await launchBrowser(findChromium());
  try {
    for (const { name, colorScheme, width, height } of PICTURES) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await page.goto(new URL("/?queue=github.com/acme/web/main", emulator.url).href);
      await page.getByText("Live", { exact: true }).waitFor();
      await page.screenshot({ path: join(directory, `${name}.png`) });
    }
  } finally {
    await browser.close();
    await emulator.close();
  }
}

runMain(main);
