import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepInput, readCorpus } from "../../scripts/fuzz/corpus";
import type { FuzzTarget } from "../../scripts/fuzz/fuzz-target";
import { runLimited } from "../../scripts/fuzz/run-limited";
import { searchInput } from "../../scripts/fuzz/search-input";

const CRASH: FuzzTarget = {
  name: "crash",
  words: ["{", "planted"],
  run(input) {
    if (Buffer.from(input).includes("{planted")) throw new Error("found");
  },
};

const SLOW: FuzzTarget = {
  name: "slow",
  words: [],
  run(input) {
    const { user } = process.cpuUsage();
    while (input[0] === 0x80 && process.cpuUsage().user < user + 60_000);
    while (input[0] === 0x81);
  },
};

describe("the fuzzer", () => {
  test("finds an input that breaks an invariant, and shrinks it", () => {
    const { finding } = searchInput(CRASH, { seed: 1, searchMs: 60_000, corpus: [] });
    expect(finding?.problem).toContain("found");
    expect(Buffer.from(finding?.input ?? []).length).toBeLessThan(12);
  });

  test("finds the same input with the same seed", () => {
    const [first, second] = [1, 2].map(() =>
      searchInput(CRASH, { seed: 7, searchMs: 60_000, corpus: [Buffer.from("plant")] }),
    );
    expect(first?.finding?.input).toEqual(second?.finding?.input);
  });

  test.each([
    ["takes too much processor time", 0x80],
    ["never ends", 0x81],
  ])("S-18: reports an input that %s, however busy the machine is", (_, byte) => {
    const corpus = [Buffer.from("fast"), Buffer.from([byte])];
    const { runs, finding } = searchInput(SLOW, { seed: 1, searchMs: 0, corpus, maxCpuMs: 50 });
    expect(runs).toBe(2);
    expect(finding?.input).toBe(corpus[1]);
    expect(finding?.problem).toContain("It took more than 50 ms of processor time.");
  });

  test("S-18: an input that got too little processor time runs again until it ends", () => {
    let runs = 0;
    runLimited(() => {
      runs += 1;
      // Waits without using the processor, as on a busy machine.
      if (runs === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    }, 10);
    expect(runs).toBe(2);
  });

  test("keeps an input under the name of its content", async () => {
    const directory = await mkdtemp(join(tmpdir(), "mergequeue-fuzz-"));
    try {
      const folder = join(directory, "corpus");
      await expect(readCorpus(folder)).resolves.toEqual(new Map());
      const file = await keepInput(folder, Buffer.from("{"), "finding-");
      expect(file).toMatch(/finding-[0-9a-f]{16}$/);
      expect(await keepInput(folder, Buffer.from("{"), "finding-")).toBe(file);
      expect([...(await readCorpus(folder)).values()]).toEqual([await readFile(file)]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
