import { once } from "node:events";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { type MeasuredService, startMeasuredService } from "../../scripts/bench/measured-service";
import { MAIN } from "../engine/engine-fixtures";

const running: MeasuredService[] = [];

async function start(): Promise<{ readonly service: MeasuredService; readonly agent: Agent }> {
  const service = await startMeasuredService({ scheme: "https", latencyMs: 0 });
  running.push(service);
  return { service, agent: new Agent({ keepAlive: true, ca: service.ca }) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

/** Reads a queue that does not exist and returns the status. */
async function ask({ url, emulator }: MeasuredService, agent: Agent): Promise<number | undefined> {
  const outgoing = request(`${url}/getQueue`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": emulator.token },
    agent,
  });
  outgoing.end(JSON.stringify(MAIN));
  const [response] = (await once(outgoing, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
  await once(response.resume(), "end");
  return response.statusCode;
}

describe("startMeasuredService over TLS", () => {
  test("counts requests and the connections of clients", async () => {
    const { service, agent } = await start();
    const first = await service.record(() => Promise.all([1, 2, 3].map(() => ask(service, agent))));
    expect(first.result).toEqual([404, 404, 404]);
    expect(first.traffic).toMatchObject({ requests: 3, mostOpen: 3 });
    expect(first.traffic.byOperation).toEqual(new Map([["getQueue", 3]]));
    const second = await service.record(() => ask(service, agent));
    expect(second.traffic).toMatchObject({ requests: 1, mostOpen: 3 });
    expect(second.traffic.byOperation).toEqual(new Map([["getQueue", 1]]));
    const lost = await service.record(() => ask({ ...service, url: `${service.url}/nowhere` }, agent));
    expect(lost.traffic).toMatchObject({ requests: 1, byOperation: new Map() });
    expect(service.emulator.connections).toEqual({ opened: 3, open: 3 });
    agent.destroy();
    while (service.emulator.connections.open > 0) await new Promise(setImmediate);
  });

  test("counts a connection after its TLS handshake; closing the service ends it before and after", async () => {
    const { service, agent } = await start();
    await ask(service, agent);
    const mute = connect(Number(new URL(service.url).port), "127.0.0.1");
    await once(mute, "connect");
    mute.on("error", () => undefined);
    await ask(service, agent);
    const closed = once(mute.resume(), "close");
    expect(service.emulator.connections).toEqual({ opened: 1, open: 1 });
    await service.close();
    await closed;
    while (service.emulator.connections.open > 0) await new Promise(setImmediate);
    await expect(ask(service, agent)).rejects.toThrow("ECONNREFUSED");
    agent.destroy();
  });
});
