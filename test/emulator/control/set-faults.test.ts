import { once } from "node:events";
import { connect } from "node:net";
import { MAIN } from "../../engine/engine-fixtures";
import { call } from "../call-service";
import { fill, start } from "./control-service";

test("a fault applies as often as its JSON says, and the state counts the requests that reached it", async () => {
  const emulator = await start();
  await fill(emulator, 1);
  const answer = { kind: "answer", status: 503, headers: { "retry-after": "1" }, body: "later" };
  const fault = { ...answer, times: 2, operations: "getQueue" };
  await call(emulator, "/control/setFaults", { faults: [fault] });
  expect((await call(emulator, "/v1/deleteQueue", MAIN)).status).toBe(400);
  const replies = [];
  for (let n = 0; n < 3; n += 1) replies.push(await call(emulator, "/v1/getQueue", MAIN));
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(replies[0]).toMatchObject({ body: "later", headers: { "retry-after": "1" } });
  const { body } = await call(emulator, "/control/state");
  expect(body).toMatchObject({ faults: [{ fault, requestsReached: 4 }] });
  await call(emulator, "/control/setFaults", { faults: [{ kind: "foreignPage" }] });
  expect((await call(emulator, "/v1/getQueue", MAIN)).headers["content-type"]).toContain("text/html");
  await call(emulator, "/control/clearFaults", {});
  expect((await call(emulator, "/v1/getQueue", MAIN)).status).toBe(200);
});

test("dropping a request resets its connection even if an earlier request is pending", async () => {
  const emulator = await start();
  const faults = [
    { kind: "delay", ms: 60_000, onTime: 1 },
    { kind: "drop", commits: false, onTime: 1 },
  ];
  await call(emulator, "/control/setFaults", { faults });
  const { host, port } = new URL(emulator.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `GET /v1/first HTTP/1.1\r\nhost: ${host}\r\n\r\nGET /v1/second HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
  );
  await expect(once(socket, "close")).rejects.toMatchObject({ code: "ECONNRESET" });
});
