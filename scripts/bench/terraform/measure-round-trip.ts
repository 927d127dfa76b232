import type { RequestOptions } from "node:https";
import { median } from "../figure";
import type { Line } from "./measured-service";
import { MeasuredService } from "./measured-service";

/** The first calls are slower: code runs for the first time. */
const WARM_UP_CALLS = 150;
const CALLS = 40;

const NOT_FOUND = 404;

/** A queue that is not there is answered as fast as one that is. */
const BODY = JSON.stringify({
  repo: { host: "github.com", owner: "acme", name: "service" },
  targetBranch: "main",
});

/**
 * Measures what one call takes for a client that is alone with the service and has its connection already: the latency that
 * was asked for, what a timer adds to it, and the service's own time. It makes calls with Node's own HTTP, one after the
 * other.
 * @returns milliseconds from the request to the end of its answer, the median of {@link CALLS}
 */
export async function measureRoundTripMs(line: Line): Promise<number> {
  const service = await MeasuredService.start(line);
  const { Agent, request } = line.scheme === "https" ? await import("node:https") : await import("node:http");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const options: RequestOptions = {
      method: "POST",
      agent,
      ca: service.ca,
      headers: {
        "x-api-token": service.emulator.token,
        "content-type": "application/json",
        "content-length": BODY.length,
      },
    };
    const call = async (): Promise<number> => {
      const startedAt = performance.now();
      await new Promise((resolve, reject) => {
        const sent = request(`${service.url}/getQueue`, options, (answer) => {
          if (answer.statusCode !== NOT_FOUND) reject(new Error(`getQueue answered ${answer.statusCode}.`));
          answer.once("end", resolve).once("error", reject).resume();
        });
        sent.once("error", reject).end(BODY);
      });
      return performance.now() - startedAt;
    };
    for (let count = 0; count < WARM_UP_CALLS; count += 1) await call();
    const durationsMs: number[] = [];
    for (let count = 0; count < CALLS; count += 1) durationsMs.push(await call());
    return median(durationsMs);
  } finally {
    agent.destroy();
    await service.close();
  }
}
