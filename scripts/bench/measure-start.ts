import { spawn } from "node:child_process";
import { once } from "node:events";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import { call, connect } from "../../test/plugin/support/connect";
import { type ClientIdentity, parseHandshake, startProcess } from "../../test/plugin/support/plugin-process";
import { ProviderService } from "../../test/plugin/support/services";
import { atMost, type BenchContext, divide, median, type PartReport } from "./bench-part";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME, withProviders } from "./terraform/providers";

/** The least that a provider on Node.js can take. */
const LEAST_NAME = "`node -e 0`";

const ROUNDS = 21;
const QUICK_ROUNDS = 5;
/** The first rounds fill the file cache and compile the client's code. */
const WARM_UP_ROUNDS = 3;

/**
 * Measures how long providers take from their start to their first answer, compared with the start of
 * Node.js. Each round starts each of them once, so that the machine's own speed cancels out of the ratios.
 */
export async function measureStart({ root, isQuick }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }, scratch) => {
    const leastMs: number[] = [];
    const starts = new Map<string, number[]>(providers.map(({ name }) => [name, []]));
    const identity = createCertificate({ curve: "P-521" });
    for (let round = -WARM_UP_ROUNDS; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round += 1) {
      const ms = await timeLeast();
      if (round >= 0) leastMs.push(ms);
      for (const { name, start: command } of providers) {
        const start = await timeStart(command, identity, scratch);
        if (round >= 0) starts.get(name)?.push(start);
      }
    }
    const [node = [], executable, go] = [NODE_NAME, EXECUTABLE_NAME, GO_NAME].map((name) => starts.get(name));
    return {
      figures: [
        atMost(`first answer of Node.js / ${LEAST_NAME}`, divide(node, leastMs), 2.9),
        ...(executable === undefined || go === undefined
          ? []
          : [atMost("first answer of the executable / Go", divide(executable, go), 1.1)]),
      ],
      section: {
        title: "Start",
        text: [
          "Terraform starts a provider three times for a plan and four times for an apply. The first answer is the response to",
          "GetProviderSchema, which Terraform calls first, over TLS; its time begins when the process starts. The shell script",
          `that finds Node.js is left out. ${LEAST_NAME} is timed to its end. Medians of ${leastMs.length} rounds.`,
          ...missing,
        ].join("\n"),
        columns: ["", "first answer, ms", `first answer / ${LEAST_NAME}`],
        rows: [
          [LEAST_NAME, median(leastMs).toFixed(1), "1.00"],
          ...[...starts].map(([name, all]) => [
            name,
            median(all).toFixed(1),
            divide(all, leastMs).toFixed(2),
          ]),
        ],
      },
    };
  });
}

/** Starts a provider and calls it with TLS, as Terraform does. @returns milliseconds to its first answer */
async function timeStart(
  command: readonly string[],
  identity: ClientIdentity,
  scratch: string,
): Promise<number> {
  const startedAt = performance.now();
  const provider = startProcess({ command, identity, env: { TMPDIR: scratch } });
  try {
    const client = connect(parseHandshake(await provider.firstLine), identity);
    try {
      await call(client, ProviderService.getProviderSchema, {});
      return performance.now() - startedAt;
    } finally {
      client.close();
    }
  } finally {
    provider.child.kill("SIGKILL");
    await provider.exited;
  }
}

/** Runs the least program. @returns milliseconds until its end */
async function timeLeast(): Promise<number> {
  const startedAt = performance.now();
  const env = { PATH: process.env["PATH"] };
  await once(spawn(process.execPath, ["-e", "0"], { stdio: ["ignore", "pipe", "ignore"], env }), "exit");
  return performance.now() - startedAt;
}
