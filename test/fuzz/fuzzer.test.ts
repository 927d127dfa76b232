import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepInput, readCorpus } from "../../scripts/fuzz/corpus";
import type { FuzzTarget } from "../../scripts/fuzz/fuzz-target";
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
    while (input[0] === 0x80 && process.cpuUsage().user < user + 1_500_000);
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

  test("S-18: reports an input that takes more than a second of processor time", () => {
    const corpus = [Buffer.from("fast"), Buffer.from([0x80])];
    const { runs, finding } = searchInput(SLOW, { seed: 1, searchMs: 0, corpus });
    expect(runs).toBe(2);
    expect(finding?.input).toBe(corpus[1]);
    expect(finding?.problem).toContain("It took more than 1000 ms of processor time.");
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
