import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../src/emulator/start-emulator";
import { launchBrowser } from "../test/emulator/page/open-browser";
import { findChromium } from "../test/support/find-chromium";
import { runCommand } from "./support/run-command";
import { runMain } from "./support/run-main";
import { withScratch } from "./support/with-scratch";

const PICTURES = [
  { name: "page-light", colorScheme: "light", width: 1120, height: 640 },
  { name: "page-dark", colorScheme: "dark", width: 1120, height: 640 },
  { name: "page-narrow", colorScheme: "light", width: 390, height: 780 },
] as const;

const STACK = {
  web: { repo: "web", concurrency: 8, batch: true },
  api: { repo: "api", required_statuses: ["ci/build"] },
};

/**
 * `npm run pictures`: photographs the page of `mergequeue serve --demo`, whose clock stands still, and the
 * report of a plan with its forecast. The letters come from the machine's fonts, so no gate compares the
 * pictures.
 */
async function main(root: string): Promise<void> {
  const directory = join(root, "docs/pictures");
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
    const report = await browser.newPage({ viewport: { width: 1120, height: 640 } });
    await report.setContent(await printReport(root, emulator));
    await report.screenshot({ path: join(directory, "report.png"), fullPage: true });
  } finally {
    await browser.close();
    await emulator.close();
  }
}

/** Reviews a change of two queues, with a forecast for the one whose workload is in examples/. */
async function printReport(root: string, { url, token }: Emulator): Promise<string> {
  return withScratch("pictures", async (scratch) => {
    const stack = join(scratch, "queues");
    await mkdir(stack);
    const queues = Object.entries(STACK).map(([name, { repo, ...settings }]) => [
      name,
      { repo: { host: "github.com", owner: "acme", name: repo }, target_branch: "main", ...settings },
    ]);
    await writeFile(
      join(stack, "main.tf.json"),
      JSON.stringify({ resource: { mergequeue_queue: Object.fromEntries(queues) as object } }),
    );
    const workload = join(root, "examples/foresight/workload.json");
    const options = ["--format", "html", "--title", "Queues of acme", "--foresight", workload];
    const command = [join(root, "dist/cli.js"), "plan", stack, ...options];
    const env = { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token };
    const { status, output, stdout } = await runCommand(process.execPath, command, { cwd: root, env });
    if (status !== 0) throw new Error(output);
    return stdout;
  });
}

runMain(main);
