import { join, resolve } from "node:path";
import { CORPUS_DIRECTORY, readCorpus } from "../../scripts/fuzz/corpus";
import { TARGETS } from "../../scripts/fuzz/targets";

const ROOT = resolve(__dirname, "../..");

test.each(TARGETS)(
  "C-15, G-21, K-6, S-18: every kept input of the target $name keeps its invariants",
  async (target) => {
    const corpus = await readCorpus(join(ROOT, CORPUS_DIRECTORY, target.name));
    expect(corpus.size).toBeGreaterThan(5);
    for (const [file, input] of corpus) {
      expect(() => {
        try {
          target.run(input);
        } catch (error) {
          throw new Error(`${target.name}/${file}`, { cause: error });
        }
      }).not.toThrow();
    }
  },
);
