import type { JsonValue } from "../../../src/queue/additional-settings";
import { expectError, play, playFailure } from "../support/play";
import { runCreate, updating } from "../support/runs";
import { creates, GONE, live, QUEUE, reads, record, times, updates } from "../support/steps";

const SENT = { color: "crimson", limits: { a: 1, b: [2, "x"] } };
const ADDITIONAL = new Map<string, JsonValue>(Object.entries(SENT));
const CHANGE = { settings: {}, additionalSettings: ADDITIONAL };

describe("additional settings in an update", () => {
  test("I-2: are sent in the same request as the other settings, and nothing else is", async () => {
    const change = { settings: { concurrency: 4 }, additionalSettings: ADDITIONAL };
    const stored = record({ concurrency: 4, ...SENT });
    const steps = [updates({ concurrency: 4, additionalSettings: SENT }, stored)];
    expect((await play(steps, updating(change))).result).toMatchObject({ concurrency: 4 });
  });

  test("I-2: a null is neither sent nor compared, and alone it is not a change", async () => {
    const additionalSettings = new Map<string, JsonValue>([["color", null]]);
    expect((await play([], updating({ settings: {}, additionalSettings }))).result).toBeUndefined();
    const steps = [updates({ mode: "single" }, record({ color: "blue" }))];
    await play(steps, updating({ settings: { mode: "single" }, additionalSettings }));
  });

  test("I-1: are compared as JSON with the returned record", async () => {
    const shown = { limits: { b: [2, "x"], a: 1.0 }, color: "crimson", further: 1 };
    const { calls } = await play([updates({ additionalSettings: SENT }, record(shown))], updating(CHANGE));
    expect(calls).toHaveLength(1);
  });

  test("I-1: one that the service never shows gives an error that names it", async () => {
    const steps = [
      updates({ additionalSettings: SENT }, record({ color: "crimson" })),
      ...times(8, reads(live({ color: "crimson" }))),
    ];
    const { error } = await playFailure(steps, updating(CHANGE));
    const shown = { record: { concurrency: 5 }, additionalFields: { color: "crimson" } };
    const details = { queue: QUEUE, field: "additionalSettings.limits", ...shown };
    expect(error).toMatchObject({ code: "not_stored", details });
    expect(error.message).toContain("limits: the service does not show it");
    expect(error.message).not.toContain("color");
  });

  test.each([
    ["blue", "color: the stored string differs from the requested one"],
    [["crimson"], "color: the stored value differs from the requested one"],
    [{ value: "crimson" }, "color: the stored value differs from the requested one"],
    [7, "color: stored is 7"],
    [null, "color: stored is null"],
    [false, "color: stored is false"],
  ])(
    "I-1, F-27: another value in the record (%j) is final, and none of its strings is shown",
    async (stored, message) => {
      const steps = [updates({ additionalSettings: SENT }, record({ ...SENT, color: stored }))];
      const { error } = await playFailure(steps, updating(CHANGE));
      expect(error).toMatchObject({ code: "not_stored", details: { field: "additionalSettings.color" } });
      expect(error.message).toContain(message);
      expect(error.message).not.toContain("crimson");
      expect(error.message).not.toContain("blue");
    },
  );

  test("I-1: settings of the table and additional ones are reported together", async () => {
    const change = { settings: { concurrency: 4 }, additionalSettings: ADDITIONAL };
    const stored = record({ ...SENT, color: 1, concurrency: 2 });
    const steps = [updates({ concurrency: 4, additionalSettings: SENT }, stored)];
    const message = "concurrency: asked for 4, stored is 2; color: stored is 1";
    await expectError(playFailure(steps, updating(change)), { details: { field: "concurrency" } }, message);
  });

  test("K-1 (1): names and values are checked again, and nothing is sent", async () => {
    const additionalSettings = new Map<string, JsonValue>(
      Object.entries({ batching_min_size: 1, big: 1e300 }),
    );
    const { error } = await playFailure([], updating({ settings: { concurrency: 0 }, additionalSettings }));
    expect(error).toMatchObject({ code: "invalid_request", details: { field: "concurrency" } });
    expect(error.message).toContain("additional_settings.batching_min_size: This setting has an attribute");
    expect(error.message).toContain("additional_settings.big: The value is a number");
  });
});

describe("additional settings in a create", () => {
  test("K-1 (4): are sent with what create does not take", async () => {
    const wanted = { settings: { mode: "parallel", batch: true }, additionalSettings: ADDITIONAL } as const;
    const steps = [
      reads(GONE),
      creates({ mode: "parallel" }),
      reads(live({ mode: "parallel" })),
      updates({ batch: true, additionalSettings: SENT }, record({ mode: "parallel", batch: true, ...SENT })),
    ];
    const { result } = await play(steps, ({ context }) => runCreate(context, wanted));
    expect(result).toMatchObject({ batch: true });
  });
});
