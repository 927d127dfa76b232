import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { MergeQueue, MergeQueueProvider, QueueDefaults, QueuePolicy, QueueRules } from "../../src/constructs";
import { atMost, median, type PartReport } from "./bench-part";

const QUEUES = 1_000;

/** Measures the time to declare, check and synthesize a stack of many queues with defaults and a policy. */
export function measureSynth(): PartReport {
  const elapsedMs = median([1, 2, 3].map(() => synthesize()));
  const name = `synthesis of ${QUEUES} queues with defaults and a policy`;
  return { figures: [atMost(name, elapsedMs, 3_000, "ms", 0)] };
}

function synthesize(): number {
  const outdir = mkdtempSync(join(tmpdir(), "synth-"));
  try {
    const begin = performance.now();
    const app = new App({ outdir, stackTraces: false });
    const stack = new TerraformStack(app, "queues");
    new MergeQueueProvider(stack, "mergequeue", { plugin: false });
    QueueDefaults.of(app).add({ mode: "parallel", concurrency: 4, requiredStatuses: ["ci/build"] });
    QueuePolicy.of(app).require(QueueRules.requiredStatuses()).forbid(QueueRules.directMerge());
    for (let i = 0; i < QUEUES; i += 1) {
      new MergeQueue(stack, `queue${i}`, { repo: `github.com/acme/repo${i}`, targetBranch: "main" });
    }
    app.synth();
    return performance.now() - begin;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
