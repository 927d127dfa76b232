import type { Browser } from "playwright-core";
import { findChromium, isChromiumSkipped } from "../../support/find-chromium";
import { launchBrowser } from "./open-browser";

/**
 * Describes tests that need a browser. Without one they are skipped, and the run says so and why; where
 * everything has to be verified (CI=true) they fail.
 * @param body - gets a function that returns the browser during a test
 */
export function describeInBrowser(title: string, body: (findBrowser: () => Browser) => void): void {
  const found = findChromium();
  if (isChromiumSkipped(found)) {
    process.stderr.write(`Skipped: ${title}. ${found.missing ?? ""}\n`);
    describe.skip(`${title} (skipped: ${found.missing ?? ""})`, () => {
      body(() => {
        throw new Error(found.missing);
      });
    });
    return;
  }
  describe(title, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser(found);
    });
    afterAll(async () => {
      await browser.close();
    });
    body(() => browser);
  });
}
