import fc from "fast-check";
import { checkEvents, MAX_EVENT_BYTES, readEvents, splitEvents } from "../../../src/cli/events/check-events";
import type { TrackedEvent } from "../../../src/queue/tracked-event";
import { makeEvent } from "../../support/make-event";

function check(...values: readonly unknown[]): string[] {
  const { findings } = checkEvents(values.map((value) => ({ line: undefined, value })));
  return findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("readEvents", () => {
  test("reads one event a line, and reports every line that is not JSON", () => {
    const { events, findings } = readEvents('{"id": "a"}\r\n\nnonsense\n{"id": "b"}\n{"id"\n');
    expect(events).toEqual([
      { line: 1, value: { id: "a" } },
      { line: 4, value: { id: "b" } },
    ]);
    expect(findings.map(({ path }) => path.join(" "))).toEqual(["line 3", "line 5"]);
  });

  test.each(["", "\n\n"])("%j contains no events", (text) => {
    expect(readEvents(text)).toEqual({ events: [], findings: [] });
  });

  test("an array that ends too early is one finding", () => {
    expect(readEvents('[{"id": "a"}').findings).toHaveLength(1);
  });
});

describe("checkEvents", () => {
  test("reports everything that is wrong, by index", () => {
    const wrong = { ...makeEvent("b"), conclusion: "DONE", createdAt: -1 };
    const backwards = { ...makeEvent("d"), kind: 1, createdAt: 9, finishedAt: 8 };
    const sequence = { ...makeEvent("c").sequence, platform: "My CI" };
    const findings = check(makeEvent("a"), wrong, { ...makeEvent("c"), sequence }, 7, backwards);
    expect(findings.map((finding) => finding.replace(/: .*/, ""))).toEqual([
      "events.1.createdAt",
      "events.1.conclusion",
      "events.2.sequence.platform",
      "events.3",
      "events.4",
      "events.4.finishedAt",
    ]);
    expect(findings).toContain(
      'events.1.conclusion: Must be one of "SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED".',
    );
  });

  test("an event that is too large for a request is a finding", () => {
    const name = "x".repeat(MAX_EVENT_BYTES);
    const [finding] = check({ ...makeEvent("a"), sequence: { ...makeEvent("a").sequence, name } });
    expect(finding).toMatch(/^events\.0: It has \d+ bytes, more than fit into one request\.$/);
  });

  test("S-12: a prototype in an event is refused and pollutes nothing", () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    expect(check(hostile).length).toBeGreaterThan(0);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("splitEvents", () => {
  /** Bytes of an event in a request, with the comma after it. */
  const countBytes = (event: TrackedEvent): number => Buffer.byteLength(JSON.stringify(event)) + 1;
  const events = fc.array(
    fc.string({ unit: "grapheme", maxLength: 300 }).map((id): TrackedEvent => makeEvent(id)),
    { maxLength: 30 },
  );

  test("keeps every event in order, no part too large, and no part that the next one would fit into", () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 2_000, max: 20_000 }), (all, maxBytes) => {
        const parts = splitEvents(all, maxBytes);
        expect(parts.flat()).toEqual(all);
        const sizes = parts.map((part) => part.reduce((sum, event) => sum + countBytes(event), 0));
        for (const [index, size] of sizes.entries()) {
          const next = parts[index + 1]?.[0];
          expect(size).toBeLessThanOrEqual(maxBytes);
          expect(size).toBeGreaterThan(0);
          if (next !== undefined) expect(size + countBytes(next)).toBeGreaterThan(maxBytes);
        }
      }),
    );
  });
});
