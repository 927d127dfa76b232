import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, fromTime, onOperation } from "../../src/emulator/faults";
import type { TrackedEvent } from "../../src/queue/tracked-event";
import { makeEvent } from "../support/make-event";
import { answerLike } from "./support/run-on-service";
import { call, callBy, directory, emulator, onStage } from "./support/stage";

const REPO = ["--repo", "github.com/acme/web"];

let file: string;
onStage(() => {
  file = join(directory, "events.json");
});

/** Ids of the events that were uploaded, by request. */
function listUploaded(): string[][] {
  return emulator.requests
    .filter(({ operation, isCommitted }) => operation === "trackEvents" && isCommitted)
    .map(({ body }) => (body as { events: TrackedEvent[] }).events.map(({ id }) => id));
}

/** Events of 8 MiB each: two fit into a request. */
function makeLargeEvents(count: number): TrackedEvent[] {
  const v = "x".repeat(8 * 1024 * 1024);
  const payload = { metrics: [], tags: [{ k: "log", v }] };
  return Array.from({ length: count }, (_, index) => ({ ...makeEvent(`large-${index}`), payload }));
}

describe("mergequeue events upload", () => {
  test("of very many problems it shows the first hundred to people and all of them to programs", async () => {
    writeFileSync(file, "nonsense\n".repeat(150));
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { out, error } = await call(args);
    expect(error.match(/is not JSON/g)).toHaveLength(100);
    expect(error).toContain("\n  … and 50 more.\nCorrect these 150 problems");
    const { error: failure } = JSON.parse(out) as { error: { findings: unknown[] } };
    expect(failure.findings).toHaveLength(150);
  });

  test("L-4: asks how many events are meant, and uploads them after a yes", async () => {
    writeFileSync(file, JSON.stringify([makeEvent("a"), makeEvent("b")]));
    const { out, error } = await call(["events", "upload", file, ...REPO], answerLike("y")).endsWith(0);
    expect(out).toBe("Uploaded 2 events for github.com/acme/web in 1 request.\n");
    expect(error).toBe("Upload 2 events for github.com/acme/web? [y/N] ");
    expect(listUploaded()).toEqual([["a", "b"]]);
  });

  test("with the second interface, which takes no events, it names the first and what to do", async () => {
    writeFileSync(file, JSON.stringify([makeEvent("a")]));
    await callBy("second", ["events", "upload", file, ...REPO, "--auto-approve"]).fails(
      "No event was uploaded.",
      'only the first interface has it, and this client uses the second one, because the address ends in "/v2"',
      'Use a key for the first interface, and set MERGEQUEUE_BASE_URL to an address that ends in "/v1".',
    );
  });

  test("L-2: reads one event a line from standard input, and prints JSON for programs", async () => {
    const lines = [makeEvent("a"), makeEvent("b")].map((event) => JSON.stringify(event)).join("\n");
    const readInput = () => Promise.resolve(Buffer.from(`\ufeff${lines}\n`));
    const args = ["events", "upload", "-", ...REPO, "--auto-approve", "--json"];
    const { out } = await call(args, { readInput }).succeeds();
    expect(JSON.parse(out)).toEqual({ uploaded: 2, requests: 1 });
    expect(listUploaded()).toEqual([["a", "b"]]);
  });

  test("reports every problem with its index and line before anything is sent", async () => {
    const lines = [makeEvent("a"), { ...makeEvent("b"), conclusion: "DONE" }, makeEvent("a")];
    writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join("\n\n")}\nnonsense\n`);
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { out } = await call(args).fails(
      "  line 6: It is not JSON:",
      "  event 1 (line 3): conclusion: ",
      '  event 2 (line 5): id: Must be unique, but event 0 also has "a".',
      "Correct these 3 problems and run the command again.",
    );
    expect(JSON.parse(out)).toMatchObject({ error: { code: "invalid_request" } });
    expect(emulator.requests).toEqual([]);
  });

  test("splits what one request cannot hold; when a later part fails, it says what was uploaded and that repeating is safe", async () => {
    writeFileSync(file, JSON.stringify(makeLargeEvents(3)));
    emulator.setFaults(onOperation("trackEvents", fromTime(2, fail(403, { body: "no more" }))));
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { out } = await call(args).fails("The first 2 of 3 events were uploaded. Run the same command");
    expect(listUploaded()).toEqual([["large-0", "large-1"]]);
    expect(JSON.parse(out)).toMatchObject({ error: { code: "forbidden", progress: { done: 2, total: 3 } } });
  });

  test("a file without events succeeds and sends nothing", async () => {
    writeFileSync(file, "[]");
    const { out } = await call(["events", "upload", file, ...REPO, "--json"]).succeeds();
    expect(JSON.parse(out)).toEqual({ uploaded: 0, requests: 0 });
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    [["events", "upload", "none.json", ...REPO], "ENOENT: no such file or directory"],
    [["events", "upload", "none.json"], "required option '--repo <repository>' not specified"],
    [["events", "upload", "-", ...REPO, "--token-file", "-"], "can be standard input"],
  ])("%j is refused", async (args, message) => {
    await call(args).fails(message);
    expect(emulator.requests).toEqual([]);
  });
});
