import { callService } from "../../support/call-service";
import { emulator } from "./recipe-stage";

const QUEUES = Array.from({ length: 10 }, (_, index) => ({
  repo: { host: "github.com", owner: "acme", name: `app-${index}` },
  targetBranch: "main",
}));

/** Creates ten queues. @returns a main.ts for the safety stop: each loses one of two required statuses */
export async function weakenTenQueues(): Promise<string> {
  for (const queue of QUEUES) {
    await callService(emulator, "createQueue", { ...queue, mode: "single" });
    await callService(emulator, "updateQueue", { ...queue, requiredStatuses: ["ci/build", "ci/test"] });
  }
  return `import { App, TerraformStack } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";
const app = new App();
const stack = new TerraformStack(app, "queues");
new MergeQueueProvider(stack, "mergequeue");
for (const queue of ${JSON.stringify(QUEUES)})
  new MergeQueue(stack, queue.repo.name, { ...queue, requiredStatuses: ["ci/test"] });
app.synth();
`;
}

/** Returns the required statuses that all ten have. */
export function readTenStatuses(): unknown {
  const all = QUEUES.map((queue) => emulator.findQueue(queue)?.settings.requiredStatuses);
  expect(new Set(all.map((statuses) => JSON.stringify(statuses))).size).toBe(1);
  return all[0];
}
