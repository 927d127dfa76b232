import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, fromTime, onOperation } from "../../src/emulator/faults";
import type { Emulator } from "../../src/emulator/start-emulator";
import type { TrackedEvent } from "../../src/queue/tracked-event";
import { makeEvent } from "../support/make-event";
import { answerLike, runOn, startService } from "./support/run-on-service";

const REPO = ["--repo", "github.com/acme/web"];

let emulator: Emulator;
let directory: string;
let file: string;

beforeEach(async () => {
  emulator = await startService();
  directory = mkdtempSync(join(tmpdir(), "mergequeue-events-"));
  file = join(directory, "events.json");
});

afterEach(async () => {
  await emulator.close();
  rmSync(directory, { recursive: true, force: true });
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
  return Array.from({ length: count }, (_, index) => ({
    ...makeEvent(`large-${index}`),
    payload: { metrics: [], tags: [{ k: "log", v }] },
  }));
}

describe("mergequeue events upload", () => {
  test("L-4: asks how many events are meant, and uploads them after a yes", async () => {
    writeFileSync(file, JSON.stringify([makeEvent("a"), makeEvent("b")]));
    const { exitStatus, out, error } = await runOn(
      emulator,
      ["events", "upload", file, ...REPO],
      answerLike("y"),
    );
    expect(error).toBe("Upload 2 events for github.com/acme/web? [y/N] ");
    expect(out).toBe("Uploaded 2 events for github.com/acme/web in 1 request.\n");
    expect(exitStatus).toBe(0);
    expect(listUploaded()).toEqual([["a", "b"]]);
  });

  test("L-2: reads one event a line from standard input, and prints JSON for programs", async () => {
    const lines = [makeEvent("a"), makeEvent("b")].map((event) => JSON.stringify(event)).join("\n");
    const { exitStatus, out } = await runOn(
      emulator,
      ["events", "upload", "-", ...REPO, "--auto-approve", "--json"],
      { readInput: () => Promise.resolve(Buffer.from(`\ufeff${lines}\n`)) },
    );
    expect(exitStatus).toBe(0);
    expect(JSON.parse(out)).toEqual({ uploaded: 2, requests: 1 });
    expect(listUploaded()).toEqual([["a", "b"]]);
  });

  test("reports every problem with its index and line before anything is sent", async () => {
    const lines = [makeEvent("a"), { ...makeEvent("b"), conclusion: "DONE" }, makeEvent("a")];
    writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join("\n\n")}\nnonsense\n`);
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { exitStatus, out, error } = await runOn(emulator, args);
    expect(exitStatus).toBe(1);
    expect(error).toContain("  line 6: It is not JSON:");
    expect(error).toContain("  event 1 (line 3): conclusion: ");
    expect(error).toContain('  event 2 (line 5): id: Must be unique, but event 0 also has "a".');
    expect(error).toContain("Correct these 3 problems and run the command again.");
    const { error: failure } = JSON.parse(out) as { error: { code: string; findings: { path: string[] }[] } };
    expect(failure.code).toBe("invalid_request");
    expect(failure.findings.map(({ path }) => path.join("."))).toEqual([
      "line.6",
      "events.1.conclusion",
      "events.2.id",
    ]);
    expect(emulator.requests).toEqual([]);
  });

  test("of very many problems it shows the first hundred to people and all of them to programs", async () => {
    writeFileSync(file, "nonsense\n".repeat(150));
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { out, error } = await runOn(emulator, args);
    expect(error.match(/is not JSON/g)).toHaveLength(100);
    expect(error).toContain("\n  … and 50 more.\nCorrect these 150 problems");
    const { error: failure } = JSON.parse(out) as { error: { findings: unknown[] } };
    expect(failure.findings).toHaveLength(150);
  });

  test("splits what one request cannot hold; when a later part fails, it says what was uploaded and that repeating is safe", async () => {
    writeFileSync(file, JSON.stringify(makeLargeEvents(3)));
    emulator.setFaults(onOperation("trackEvents", fromTime(2, fail(403, { body: "no more" }))));
    const args = ["events", "upload", file, ...REPO, "--auto-approve", "--json"];
    const { exitStatus, out, error } = await runOn(emulator, args);
    expect(exitStatus).toBe(1);
    expect(listUploaded()).toEqual([["large-0", "large-1"]]);
    expect(error).toContain("The first 2 of 3 events were uploaded. Run the same command again:");
    expect(JSON.parse(out)).toMatchObject({
      error: { code: "forbidden", progress: { done: 2, total: 3 } },
    });
  });

  test("a file without events succeeds and sends nothing", async () => {
    writeFileSync(file, "[]");
    const { exitStatus, out } = await runOn(emulator, ["events", "upload", file, ...REPO, "--json"]);
    expect(exitStatus).toBe(0);
    expect(JSON.parse(out)).toEqual({ uploaded: 0, requests: 0 });
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    [["events", "upload", "none.json", ...REPO], "ENOENT: no such file or directory"],
    [["events", "upload", "none.json"], "required option '--repo <repository>' not specified"],
    [["events", "upload", "none.json", "--repo", "acme/web"], "it has 2 parts instead of 3"],
    [["events", "upload", "-", ...REPO, "--token-file", "-"], "can be standard input"],
  ])("%j is refused", async (args, message) => {
    const { exitStatus, error } = await runOn(emulator, args, { workingDirectory: directory });
    expect(exitStatus).toBe(1);
    expect(error).toContain(message);
    expect(emulator.requests).toEqual([]);
  });

  test("a file that is not text is refused", async () => {
    writeFileSync(file, Buffer.from([0x5b, 0xff, 0x5d]));
    const { exitStatus, error } = await runOn(emulator, ["events", "upload", file, ...REPO]);
    expect(exitStatus).toBe(1);
    expect(error).toContain("is not text in UTF-8");
  });
});
