import { resolveOptions } from "../../../src/emulator/emulator-options";
import { FaultSwitch } from "../../../src/emulator/fault-switch";
import { dropBeforeCommit, lagReads } from "../../../src/emulator/faults";
import type { Delivery } from "../../../src/emulator/http/delivery";
import { RequestLog } from "../../../src/emulator/http/request-log";
import { serveRequest } from "../../../src/emulator/serve-request";
import { createServedEngine } from "../../../src/emulator/service/handle-request";
import { startService } from "../../../src/emulator/service/start-service";
import { MAIN, NOW_MS } from "../../engine/engine-fixtures";
import { request, TOKEN } from "../service-fixtures";

const PATHS = ["/", "/control", "/control/state", "/v1/getQueue"];

/** Serves one request. @returns its delivery, and how often time passed meanwhile */
async function serve(
  path: string,
  host: string | undefined,
  faults = new FaultSwitch(),
): Promise<{ readonly delivery: Delivery; readonly passed: number }> {
  const options = resolveOptions();
  const { engine, clock, reset } = await startService(options, { now: () => NOW_MS, clock: "manual" });
  let passed = 0;
  const passTime = (): void => {
    passed += 1;
  };
  const { signal } = new AbortController();
  const log = new RequestLog("all");
  const served = createServedEngine({ engine, token: TOKEN, options });
  const service = { ...served, faults, log, clock, passTime, signal, reset };
  const { headers, ...asked } = request("getQueue", MAIN, { path });
  const method = path === "/v1/getQueue" ? "POST" : "GET";
  const delivery = await serveRequest(service, { ...asked, method, headers: { ...headers, host } });
  return { delivery, passed };
}

test.each(["127.0.0.1:8080", "127.0.0.1", "127.1.2.3:1", "localhost:8080", "LOCALHOST", "[::1]:8080"])(
  "S-19: serves the host %s, and time passes once",
  async (host) => {
    for (const path of PATHS) {
      const status = path === "/v1/getQueue" ? 404 : 200;
      expect(await serve(path, host)).toMatchObject({ delivery: { answer: { status } }, passed: 1 });
    }
  },
);

test.each([
  "evil.example",
  "evil.example:8080",
  "127.0.0.1.evil.example",
  "localhost.evil.example:8080",
  "evil.example:127.0.0.1",
  "127.0.0.1:8080@evil.example",
  "10.0.0.1",
  "0.0.0.0",
  "[::]",
  "127.0.0.1:",
  "",
  undefined,
])("S-19: refuses the foreign host %j, which a website could point to this machine", async (host) => {
  for (const path of PATHS) {
    const { delivery, passed } = await serve(path, host);
    if (delivery.kind === "dropped") throw new Error("The request was not answered.");
    const { status, body } = delivery.answer;
    const isControl = path.startsWith("/control");
    expect([path, status, body.includes("host_foreign"), passed]).toEqual([path, 403, isControl, 0]);
    expect(body).toContain("accepts requests to this machine only");
  }
});

test("faults affect operations only; one that peeks at the queue sees what is due by now", async () => {
  const faults = new FaultSwitch();
  faults.setFunctions([dropBeforeCommit]);
  const kinds = PATHS.map(async (path) => (await serve(path, "localhost", faults)).delivery.kind);
  expect(await Promise.all(kinds)).toEqual(["whole", "whole", "whole", "dropped"]);
  faults.setFunctions([lagReads(1)]);
  expect(await serve("/v1/updateQueue", "localhost", faults)).toMatchObject({ passed: 2 });
});
