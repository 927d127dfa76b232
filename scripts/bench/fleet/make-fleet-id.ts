import type { QueueIdentity } from "../../../src/queue/queue-identity";

/** Answers which queue the one of this number is in the fleet that is measured. */
export function makeFleetId(index: number): QueueIdentity {
  return { repo: { host: "github.com", owner: "acme", name: `service-${index}` }, targetBranch: "main" };
}
