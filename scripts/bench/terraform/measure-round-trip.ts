import { Agent, request } from "undici";
import { median } from "../bench-part";
import { type Line, startMeasuredService } from "../measured-service";

/** The first calls are slower: the code is not compiled yet. */
const WARM_UP_CALLS = 150;
const CALLS = 40;

/**
 * Measures one call of a service's only client, which is already connected: the latency, the delay that a timer adds,
 * and the service's own time.
 * @returns the median in milliseconds
 */
export async function measureRoundTripMs(line: Line): Promise<number> {
  const service = await startMeasuredService(line);
  const agent = new Agent({ connections: 1, connect: { ca: service.ca } });
  const identity = {
    repo: { host: "github.com", owner: "acme", name: "service" },
    targetBranch: "main",
  };
  try {
    const durationsMs: number[] = [];
    for (let count = 0; count < WARM_UP_CALLS + CALLS; count += 1) {
      const startedAt = performance.now();
      const { statusCode, body } = await request(`${service.url}/getQueue`, {
        method: "POST",
        dispatcher: agent,
        headers: { "x-api-token": service.emulator.token, "content-type": "application/json" },
        body: JSON.stringify(identity),
      });
      await body.dump();
      // A queue that does not exist takes as long as one that does.
      if (statusCode !== 404) throw new Error(`getQueue returned ${statusCode}.`);
      if (count >= WARM_UP_CALLS) durationsMs.push(performance.now() - startedAt);
    }
    return median(durationsMs);
  } finally {
    await agent.close();
    await service.close();
  }
}
