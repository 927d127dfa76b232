import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { probeService } from "../../src/api/operation-caller";
import { makeConfig, TOKEN } from "./support/make-client";
import { startRawServer } from "./support/raw-server";
import { closeLater, http, stopServing } from "./support/transport-stage";

afterEach(stopServing);

/** Probes a service that asks for a token. @returns what it received, and the probe's result */
async function probe(path: string, withToken: boolean, { more = {}, limitMs = 60_000 } = {}) {
  const refusal = http("401 Unauthorized", ["content-type: text/plain", "content-length: 2"], "no");
  const { port, received, close } = await startRawServer((socket) => socket.write(refusal));
  closeLater(close);
  const config = makeConfig({ baseUrl: `http://127.0.0.1:${port}${path}`, ...more });
  const options = { deadline: Deadline.after(limitMs, SYSTEM_CLOCK), withToken };
  const found = await probeService(config, { clock: SYSTEM_CLOCK, source: "mergequeue" }, options);
  return { received: received.join("").toLowerCase(), exchange: found.exchange };
}

describe("probeService", () => {
  test.each([
    ["/v1", `x-api-token: ${TOKEN}`],
    ["/v2", `authorization: bearer ${TOKEN}`],
  ])("at %s sends one request, with or without the token, and returns the response", async (path, header) => {
    const [bare, own] = [await probe(path, false), await probe(path, true)];
    expect([bare.exchange, own.exchange]).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect([bare.received.includes(TOKEN), own.received.includes(header)]).toEqual([false, true]);
    expect(own.received.split(` ${path}`)).toHaveLength(2);
  });

  test("sends the id of a fork's workflow run, and nothing once the time is over", async () => {
    const forked = await probe("/v1", true, { more: { forkedWorkflowRunId: "123" } });
    expect(forked.received).toContain("x-forked-workflow-run-id: 123");
    const late = await probe("/v1", true, { limitMs: 0 });
    expect([late.received, late.exchange]).toEqual(["", undefined]);
  });
});
