import { VERSION } from "../../src/product";
import { listFiles, readText } from "./support/registry-pages";

/** Pages with figures measured by a program or reviewed at each release, and those other gates compare. */
const OTHER = ["performance.md", "foresight-validation.md", "releasing.md", "rules.md", "assumptions.md"];

/** A number with its unit, a share, or a version. */
const NUMBER =
  /\b\d[\d.,]*(?: (?:ms|seconds?|minutes?|min|hours?|days?|KiB|MiB|MB|bytes|characters)\b| %|,? (?:or|and) newer|\.\d+\.\d+(?!\.?\d))/g;

/** Where each number comes from: a file, and the text in it that must change together with the pages. */
const SOURCES: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "20 MiB": ["src/api/encode-request.ts", "MAX_REQUEST_BYTES = 20 * 1024 * 1024"],
  "16 MiB": ["src/emulator/http/request-log.ts", "bytes: 16 * 1024 * 1024"],
  "1 MiB": ["src/emulator/http/request-log.ts", "bodyBytes: 1024 * 1024"],
  "64 MiB": ["src/emulator/control/fault-input.ts", "MAX_RESPONSE_BYTES = 64 * 1024 * 1024"],
  "15 seconds": ["src/api/poll-until.ts", "READER_LAG_MS = 15_000"],
  "60 seconds": ["src/reconcile/queue-list.ts", "FRESH_MS = 60_000"],
  "3 seconds": ["src/cli/connection/connect.ts", "SILENCE_MS = 3_000"],
  "24 hours": ["src/text/parse-duration.ts", "MAX_DURATION_MS = DAY_MS"],
  "16 characters": ["src/api/token-rules.ts", "MIN_TOKEN_LENGTH = 16"],
  "128 characters": ["src/wire/first/track-events.ts", "z.maxLength(127,"],
  "100 characters": ["src/report/report-options.ts", "MAX_TITLE_LENGTH = 100"],
  "65,000 bytes": ["src/report/print-markdown.ts", "MAX_BYTES = 65_000"],
  "45 days": ["src/wire/first/list-merge-queue-testing-results.ts", "MAX_RESULT_DAYS = 45"],
  "31 days": ["src/emulator/demo/fill-demo.ts", "DEMO_DAYS = 31"],
  "12 minutes": ["src/emulator/demo/fill-demo.ts", "durationSeconds: [240, 720]"],
  "15 minutes": ["src/emulator/page/summarize-queue.ts", "BEHIND_LEAST_MS = 15 * MINUTE_MS"],
  "60 minutes": ["src/reconcile/default-timeouts.ts", "DEFAULT_DRAIN_TIMEOUT_MS = 60 * 60_000"],
  "8 characters": ["src/text/create-redactor.ts", "WORD_SECRET_LENGTH = 8"],
  "30 %": ["src/plan/require-safe.ts", "MOST_PERCENT = 30"],
  "100 %": [".config/jest.config.cjs", "branches: 100"],
  "95 %": ["src/foresight/statistics/interval.ts", "CONFIDENCE = 0.95"],
  "8 %": ["src/emulator/demo/fill-demo.ts", "failureRate: 0.08"],
  "1.5 and newer": ["src/cli/doctor/version-checks.ts", 'minimum: "1.5.0"'],
  "1.6 and newer": ["src/cli/doctor/version-checks.ts", 'minimum: "1.6.0"'],
  "20.18.1 or newer": ["package.json", '"node": ">=20.18.1"'],
  "20.18.1": ["package.json", '"node": ">=20.18.1"'],
  [VERSION]: ["package.json", `"version": "${VERSION}"`],
};

/** Numbers that are no facts about this code, by page, with the reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Measured once; what depends on them is tested by its effect.
  "docs/architecture.md": ["100 ms", "40 MB", "3 %", "5 %", "9 %"],
  "docs/guides/constructs.md": ["0.7 MB", "8 MB", "1.14 or newer"],
  // Versions, formats and limits of other programs.
  "docs/client.md": ["0.0.4"],
  "docs/interface.md": ["0.0.4"],
  "docs/command.md": ["1.14 or newer"],
  "docs/reports.md": ["65,536 characters"],
  "docs/guides/installing.md": ["2.17 or newer", "13 or newer", "10 or newer"],
  "docs/guides/local-exec.md": ["128 KiB"],
  "docs/guides/coming-from.md": ["1.0.4"],
  "docs/guides/moving-in.md": ["1.10, or newer", "0.1.3", "1.0.4"],
  "docs/guides/pulumi.md": ["3.256.0", "3.274.0", "3.136.0", "22 or newer"],
  "docs/guides/recipes.md": ["1.10 or newer", "1.11 or newer"],
  // Examples, and numbers that other tests of the same feature compare.
  "docs/guides/draining.md": ["30 seconds"],
  "docs/guides/foresight.md": ["9 min", "5 minutes", "31 %", "0.7 %", "90 %"],
  "docs/guides/foresight-method.md": ["4 %", "9 %", "13 %"],
  "docs/guides/testing-your-stacks.md": ["30 seconds"],
};

function listPages(): string[] {
  const pages = listFiles(["docs"], /^(?:guides\/)?[^/]*\.md$/);
  return ["README.md", "CONTRIBUTING.md", ...pages.filter((page) => !OTHER.includes(page.slice(5)))];
}

/** The prose of a page: without code blocks, which other tests run, and addresses. */
function readProse(page: string): string {
  return readText(page)
    .replaceAll(/^( *)```[^]*?^\1```/gm, "")
    .replaceAll(/https?:\/\/\S+|127\.0\.0\.1/g, "");
}

describe("the numbers of the documentation", () => {
  test.each(listPages())("in %s come from the code, or are listed as examples", (page) => {
    const unknown = [...readProse(page).replaceAll("\n", " ").matchAll(NUMBER)]
      .map(([number]) => number)
      .filter((number) => SOURCES[number] === undefined && ALLOWED[page]?.includes(number) !== true);
    expect(unknown).toEqual([]);
  });

  test.each(Object.entries(SOURCES))("%s is what the code says", (_number, [file, text]) => {
    expect(readText(file)).toContain(text);
  });

  test("no exception is left over", () => {
    const unused = Object.entries(ALLOWED).flatMap(([page, numbers]) =>
      numbers.filter((number) => !readProse(page).replaceAll("\n", " ").includes(number)),
    );
    expect(unused).toEqual([]);
  });
});
