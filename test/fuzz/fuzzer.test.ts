import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleWorker } from "../../scripts/fuzz/bundle-worker";
import { keepInput, readCorpus } from "../../scripts/fuzz/corpus";
import type { FuzzReport } from "../../scripts/fuzz/fuzz-worker";
import { runCampaign } from "../../scripts/fuzz/run-campaign";

const ROOT = resolve(__dirname, "../..");

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "mergequeue-fuzz-"));
  await bundleWorker(ROOT, join(__dirname, "support/planted-targets"), join(directory, "worker.cjs"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function search(target: string, searchMs: number, ...corpus: string[]): Promise<FuzzReport> {
  const inputs = corpus.map((text) => Buffer.from(text, "latin1"));
  return runCampaign({ bundle: join(directory, "worker.cjs"), target, seed: 1, searchMs, corpus: inputs });
}

describe("the fuzzer", () => {
  test("finds an error three conditions deep, from nothing, because new ways through the code guide it", async () => {
    const report = await search("crash", 50_000);
    expect(report).toMatchObject({ kind: "finding", problem: expect.stringContaining("planted") as unknown });
    expect(report.kind === "finding" && Buffer.from(report.input).toString("latin1")).toMatch(/^\{\xff"/);
  });

  test("S-18: takes an input that never ends for a finding", async () => {
    const report = await search("hang", 0, "\x80 and so on");
    expect(report).toEqual({
      kind: "finding",
      input: new Uint8Array(Buffer.from("\x80 and so on", "latin1")),
      problem: "It took more than 1000 ms.",
    });
  });

  test("S-18: takes an input that fills the memory for a finding", async () => {
    const report = await search("memory", 0, "\x80");
    expect(report).toMatchObject({ kind: "finding", input: Uint8Array.of(0x80) });
  });

  test("without a finding it tells which of the given inputs are needed", async () => {
    const report = await search("crash", 0, "{", "{{", "{\xff", "{");
    expect(report).toMatchObject({ kind: "done", runs: 5, added: [] });
    const useful =
      report.kind === "done" ? report.useful.map((input) => Buffer.from(input).toString("latin1")) : [];
    expect(useful).toEqual(["", "{", "{\xff"]);
  });

  test("keeps an input under the name of its content", async () => {
    const folder = join(directory, "corpus");
    await expect(readCorpus(folder)).resolves.toEqual(new Map());
    const file = await keepInput(folder, Buffer.from("{"), "finding-");
    expect(file).toMatch(/finding-[0-9a-f]{16}$/);
    expect(await keepInput(folder, Buffer.from("{"), "finding-")).toBe(file);
    expect([...(await readCorpus(folder)).values()]).toEqual([await readFile(file)]);
  });
});
