import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import { call, connect } from "../../test/plugin/support/connect";
import { type ClientIdentity, parseHandshake, startProcess } from "../../test/plugin/support/plugin-process";
import { ProviderService } from "../../test/plugin/support/services";
import { atMost, type BenchContext, divide, type PartReport } from "./bench-part";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME, withProviders } from "./terraform/providers";
import { LEAST_NAME, timeRounds } from "./time-rounds";

/** Measures the time from a provider's start to its first answer, compared with the start of Node.js. */
export async function measureStart({ root, isQuick }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }, scratch) => {
    const identity = createCertificate({ curve: "P-521" });
    const { leastMs, times, rows } = await timeRounds(
      isQuick,
      providers.map(({ name, start }) => [name, () => timeStart(start, identity, scratch)]),
    );
    const [node = [], executable, go] = [NODE_NAME, EXECUTABLE_NAME, GO_NAME].map((name) => times.get(name));
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
          "Terraform starts a provider three times for a plan and four times for an apply. Terraform first calls",
          "GetProviderSchema, over TLS. *First answer* is the time from the start of the process to the response to this call. It",
          `excludes the shell script that finds Node.js. ${LEAST_NAME} is timed to its end. The figures are medians of ${leastMs.length} rounds.`,
          ...missing,
        ].join("\n"),
        columns: ["", "first answer, ms", `first answer / ${LEAST_NAME}`],
        rows,
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
