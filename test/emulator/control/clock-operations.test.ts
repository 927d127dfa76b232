import { MAIN } from "../../engine/engine-fixtures";
import { call } from "../call-service";
import { fill, start } from "./control-service";

describe("the clock's operations", () => {
  test("runs until no events are left", async () => {
    const emulator = await start({ auto: { durationSeconds: 60, failureRate: 0 } });
    await fill(emulator, 1, 2, 3);
    const limited = await call(emulator, "/control/runUntilIdle", { maxSteps: 1 });
    expect(limited.body).toMatchObject({ steps: 1, isIdle: false });
    const idle = { steps: 2, isIdle: true, now: "2026-01-05T08:03:00.000Z" };
    expect((await call(emulator, "/control/runUntilIdle", {})).body).toMatchObject(idle);
    expect(emulator.engine.tryFindQueue(MAIN)?.totals).toMatchObject({ merged: 3 });
  });

  test("is set to a time and released, and never moves backwards", async () => {
    const emulator = await start();
    const { body } = await call(emulator, "/control/setClock", {
      mode: "real",
      now: "2026-01-05T10:00:00+01:00",
    });
    expect(body).toMatchObject({ mode: "real", now: "2026-01-05T09:00:00.000Z" });
    const back = await call(emulator, "/control/setClock", { now: "2026-01-05T08:59:59Z" });
    expect(back).toMatchObject({ status: 409, body: { error: { code: "refused" } } });
    expect(JSON.stringify(back.body)).toContain("Time never moves back");
  });
});
