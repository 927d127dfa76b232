import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { forEachLimited } from "../../src/reconcile/for-each-limited";
import { type Change, CoreResource } from "../../test/conformance/support/core-resource";
import { BuiltProvider, QUEUE_TYPE } from "../../test/conformance/support/provider-under-test";
import { listErrors, type TerraformSide } from "../../test/plugin/support/terraform-side";
import { config } from "../../test/provider/support/queue-values";
import { withScratch } from "../support/with-scratch";
import { atMost, type BenchContext, type PartReport } from "./bench-part";
import { startMeasuredService } from "./measured-service";

/** Resources that Terraform works on at once by default. */
const PARALLELISM = 10;

/**
 * Measures the most memory that one provider process on Node.js had at any time while it validated, planned
 * and created queues. The calls are those of an apply, ten at a time and over TLS, but Terraform does not
 * make them: it would take many minutes, most of them to write its state. Here all calls go to one process,
 * instead of one for each walk, and as fast as it responds; both need more memory. Linux only: it reads
 * /proc.
 */
export async function measureMemory({ isQuick }: BenchContext): Promise<PartReport> {
  const queues = isQuick ? 500 : 5_000;
  const service = await startMeasuredService({ scheme: "https", latencyMs: 0 });
  const provider = await BuiltProvider.layOut();
  try {
    const side = await provider.start();
    await withScratch("bench-memory", async (scratch) => {
      const caFile = join(scratch, "ca.pem");
      await writeFile(caFile, service.ca);
      const configuration = { base_url: service.url, token: service.emulator.token, ca_file: caFile };
      await applyQueues(side, queues, async () => {
        requireNone(listErrors(await side.configure(configuration)));
      });
    });
    const status = await readFile(`/proc/${side.process.pid}/status`, "utf8");
    const mebibytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
    const name = `maximum memory of a provider process (Node.js) in an apply of ${queues} queues`;
    return { figures: [atMost(name, mebibytes, 130, "MiB", 0)] };
  } finally {
    await provider.remove();
    await service.close();
  }
}

/** Applies new queues. @param configure - configures the provider, which Terraform does for each walk */
async function applyQueues(
  side: TerraformSide,
  count: number,
  configure: () => Promise<void>,
): Promise<void> {
  const queues = Array.from({ length: count }, (_, index) => ({
    given: config({
      repo: { host: "github.com", owner: "acme", name: `service-${index}` },
      mode: "parallel",
      concurrency: 3,
      required_statuses: ["ci/build"],
    }),
    resource: new CoreResource(side, QUEUE_TYPE),
  }));
  const changes = new Map<CoreResource, Change>();
  await forEachLimited(queues, PARALLELISM, async ({ given }) => {
    requireNone(listErrors(await side.validate(QUEUE_TYPE, Object.fromEntries(given))));
  });
  await configure();
  await forEachLimited(queues, PARALLELISM, async ({ given, resource }) => {
    changes.set(resource, await resource.plan(given));
  });
  await configure();
  await forEachLimited([...changes], PARALLELISM, async ([resource, change]) => {
    requireNone(await resource.apply(change, change.config));
  });
}

function requireNone(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(errors.join("\n"));
}
