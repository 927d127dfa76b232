import { join } from "node:path";
import { withScratch } from "../support/with-scratch";
import { atMost, type BenchContext, divide, type PartReport } from "./bench-part";
import { startMeasuredService } from "./measured-service";
import { LEAST_NAME, timeProgram, timeRounds } from "./time-rounds";

const ID = "github.com/acme/web/main";

/** A queue as a stack gives it to `local-exec`. */
const QUEUE = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  target_branch: "main",
  concurrency: 2,
};

const ENVIRONMENT = {
  MERGEQUEUE_QUEUE: JSON.stringify(QUEUE),
  MERGEQUEUE_QUEUE_ID: ID,
  MERGEQUEUE_DELETION: "{}",
};

/** A command line, and the most that it may take, as a multiple of the least program. */
interface Row {
  readonly args: readonly string[];
  readonly limit: number;
  readonly missed?: string;
}

const COMPILED_ANEW = "Node.js 20 compiles the code in each process";

/** In an order in which each finds what it needs, and the last one leaves nothing. */
const ROWS: readonly Row[] = [
  { args: ["--version"], limit: 1.6 },
  ...[["--help"], ["completion", "bash"]].map((args) => ({
    args,
    limit: 1.6,
    missed: `the parser and the definitions of all commands take 20 ms, because ${COMPILED_ANEW}`,
  })),
  ...[
    ["local-exec", "create"],
    ["local-exec", "configure"],
    ["queue", "get", ID],
    ["local-exec", "delete"],
  ].map((args) => ({
    args,
    limit: 2.5,
    missed: `the parser, the HTTP client and the schemas take 50 ms, because ${COMPILED_ANEW}`,
  })),
];

/** Measures how long the command takes, compared with the start of Node.js. */
export async function measureCommand({ root, isQuick }: BenchContext): Promise<PartReport> {
  return withScratch("bench-command", async (home) => {
    const service = await startMeasuredService({ scheme: "http", latencyMs: 0 });
    try {
      const token = service.emulator.token;
      const env = { ...ENVIRONMENT, HOME: home, MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: token };
      const commands = ROWS.map(({ args }) => {
        const [first = "", second = ""] = args;
        const time = () => timeProgram([join(root, "dist/cli.js"), ...args], env);
        return [`\`${`${first} ${second}`.trim()}\``, time] as const;
      });
      const { leastMs, times, rows } = await timeRounds(isQuick, commands);
      return {
        figures: [...times].map(([name, all], index) => {
          const { limit = 0, missed } = ROWS[index] ?? {};
          return { ...atMost(`${name} / ${LEAST_NAME}`, divide(all, leastMs), limit), missed };
        }),
        section: {
          title: "Command",
          text:
            "The command `mergequeue` is timed from its start to its end. The last four rows call a local service over http. A stack\n" +
            `with \`via: "local-exec"\` runs the command about three times for each queue. The figures are medians of ${leastMs.length} rounds.`,
          columns: ["", "time, ms", `time / ${LEAST_NAME}`],
          rows,
        },
      };
    } finally {
      await service.close();
    }
  });
}
