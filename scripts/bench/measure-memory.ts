import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { QueueStage } from "../../test/support/e2e/queue-stage";
import { startCommand } from "../support/run-command";
import type { Figure } from "./figure";
import { declareQueues } from "./measure-plan";

const RESOURCES = 1_000;
const LIMIT_MIB = 150;

/**
 * Measures the memory that one provider process holds after it has planned and created many queues. The
 * process is started with `--debug`, so that it outlives the apply.
 */
export async function measureMemory(root: string): Promise<Figure> {
  const stage = await QueueStage.create(declareQueues(RESOURCES));
  const provider = startCommand(process.execPath, [join(root, "dist/provider/provider.cjs"), "--debug"], {
    cwd: stage.workspace.directory,
    env: {
      PATH: process.env["PATH"],
      MERGEQUEUE_BASE_URL: stage.emulator.url,
      MERGEQUEUE_TOKEN: stage.emulator.token,
    },
    onOutput: (text) => {
      printed += text;
      onPrinted();
    },
  });
  let printed = "";
  let onPrinted = (): void => undefined;
  try {
    const reattach = await new Promise<string>((resolve, reject) => {
      onPrinted = () => {
        const found = /TF_REATTACH_PROVIDERS='([^']+)'/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      onPrinted();
      provider.finished.then((result) => {
        reject(new Error(`the provider ended with status ${result.status}:\n${result.output}`));
      }, reject);
    });
    await stage.workspace.run(["apply", "-auto-approve"], { TF_REATTACH_PROVIDERS: reattach });
    const status = await readFile(`/proc/${provider.child.pid ?? 0}/status`, "utf8");
    const mebibytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
    return {
      name: `resident memory of the provider after an apply of ${RESOURCES} queues`,
      value: `${mebibytes.toFixed(0)} MiB`,
      limit: `below ${LIMIT_MIB} MiB`,
      isKept: mebibytes < LIMIT_MIB,
    };
  } finally {
    provider.child.kill("SIGTERM");
    await provider.finished.catch(() => undefined);
    await stage.close();
  }
}
