import { SYSTEM_CLOCK } from "../../../src/api/clock";
import { resolveClientConfig } from "../../../src/api/configuration/client-config";
import { createApiClient } from "../../../src/api/create-api-client";
import { closeAllConnections } from "../../../src/api/transport/undici-transport";
import type { FleetMember } from "../../../src/reconcile/plan/fleet-member";
import { prepareFleet } from "../../../src/reconcile/plan/prepare-fleet";
import { Reconciler } from "../../../src/reconcile/reconciler";
import { makeFleetId } from "./make-fleet-id";

function declare(count: number): FleetMember[] {
  const { config, findings } = resolveClientConfig({}, process.env);
  if (config === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
  const reconciler = new Reconciler(createApiClient(config, { source: "mergequeue" }), SYSTEM_CLOCK);
  const connection = new Map();
  return Array.from({ length: count }, (_, index) => ({
    queue: {
      address: `mergequeue_queue.service-${index}`,
      stack: "fleet",
      identity: makeFleetId(index),
      wanted: { settings: { mode: "parallel", concurrency: 3, requiredStatuses: ["ci/build"] } },
      sensitive: new Set(),
      deletionPolicy: "refuse",
      timeoutsMs: {},
    },
    origin: config.origin,
    connection,
    reconciler,
  }));
}

/** Plans as many queues as the first argument says, and prints what is then held, declarations included, in bytes. */
async function main(): Promise<void> {
  const members = declare(Number(process.argv[2]));
  const prepared = await prepareFleet("apply", members, { stopSignal: new AbortController().signal });
  await closeAllConnections();
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  // Looked at only now, so that all of it is held until here.
  const { plan, tasks } = prepared;
  if (plan.counts.update !== members.length || tasks.length !== members.length) {
    throw new Error(JSON.stringify(plan.counts));
  }
  console.log(heapUsed);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
