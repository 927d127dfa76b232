import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../../src/constructs";
import { findNullProvider } from "../../../test/support/e2e/null-provider";
import { TerraformWorkspace } from "../../../test/support/e2e/terraform-workspace";
import { atMost, type BenchContext, type PartReport } from "../bench-part";
import { startMeasuredService } from "../measured-service";
import { APPLY, formatMirrorConfiguration } from "./stage";

const QUEUES = 30;
const QUICK_QUEUES = 3;
const STARTS = 3;

/** Half of what version 1.4.0 took. */
const LIMIT = 5;

/** Compares the processor time of an apply of new queues by `via: "local-exec"` with the start of Node.js. */
export async function measureLocalExec({ root, isQuick }: BenchContext): Promise<PartReport> {
  const queues = isQuick ? QUICK_QUEUES : QUEUES;
  const starts = queues * STARTS;
  const name = `processor time of an apply of ${queues} queues with \`via: "local-exec"\` / ${starts} times \`node -e 0\``;
  const found = findNullProvider();
  if ("missing" in found)
    return {
      figures: [{ ...atMost(name, Number.NaN, LIMIT), value: "not measured", missed: found.missing }],
    };
  const service = await startMeasuredService({ scheme: "http", latencyMs: 0 });
  const workspace = await TerraformWorkspace.create({
    files: { "main.tf.json": synthesize(service.url, join(root, "dist/cli.js"), queues) },
    env: { MERGEQUEUE_TOKEN: service.emulator.token },
    cliConfiguration: formatMirrorConfiguration(found.directory),
  });
  try {
    await workspace.run(["init"]);
    const { run: least } = await service.record(async () => {
      for (let count = 0; count < starts; count += 1)
        await once(spawn(process.execPath, ["-e", "0"]), "exit");
    });
    const { run: apply } = await service.record(() => workspace.run(APPLY));
    return { figures: [atMost(name, apply.processorMs / least.processorMs, LIMIT)] };
  } finally {
    await workspace.remove();
    await service.close();
  }
}

function synthesize(baseUrl: string, cli: string, count: number): string {
  const stack = new TerraformStack(new App(), "queues");
  const command = `"${process.execPath}" "${cli}"`;
  new MergeQueueProvider(stack, "mergequeue", { via: "local-exec", baseUrl, command });
  const settings = { mode: "parallel", concurrency: 3, requiredStatuses: ["ci/build"] } as const;
  for (let index = 0; index < count; index += 1) {
    const repo = `github.com/acme/service-${index}`;
    new MergeQueue(stack, `queue${index}`, { repo, targetBranch: "main", ...settings });
  }
  return Testing.synth(stack);
}
