import { createHash } from "node:crypto";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findStaleness } from "../../src/stack/find-staleness";
import { makeScratch } from "../support/make-scratch";

let root: string;

beforeEach(() => {
  root = makeScratch();
});

/** Writes empty files; the hour says when each was changed. */
function write(files: { readonly [path: string]: number }): void {
  for (const [path, hour] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    const changed = new Date(Date.UTC(2026, 0, 1, hour));
    utimesSync(file, changed, changed);
  }
}

describe("findStaleness", () => {
  test("a program that was changed after the CDK wrote its output is named, other files are not", async () => {
    write({ "cdktf.out/manifest.json": 12, "main.ts": 13, "main.mjs": 12, "bot.ts": 13 });
    expect((await findStaleness(join(root, "cdktf.out"))).warnings).toEqual([
      "main.ts was changed after cdktf.out was synthesized, so the declared queues may be out of date. Run your " +
        "program again; if it fails, fix the errors that it reports.",
    ]);
  });

  test("names output whose last synthesis failed, even if only one of its stacks is read", async () => {
    write({ "cdktf.out/stacks/queues/cdk.tf.json": 12 });
    expect((await findStaleness(join(root, "cdktf.out/stacks/queues"))).warnings).toEqual([
      "The last synthesis of cdktf.out failed or did not finish, so the declared queues may be out of date. Run " +
        "your program again and fix the errors that it reports.",
    ]);
  });

  describe("with the record of the synthesis", () => {
    const OUTPUT = { "cdktf.out/manifest.json": 12 };

    /** Writes the output, as synthesized from empty files, and its record. */
    function synthesize(...sources: readonly string[]): void {
      write({ ...OUTPUT, ...Object.fromEntries(sources.map((path) => [path, 9])) });
      const hash = createHash("sha256").update("").digest("hex");
      const files = Object.fromEntries(sources.map((path) => [path, hash]));
      record({ format: "mergequeue-sources.json", version: 1, directory: "..", files });
    }

    function record(content: unknown): void {
      writeFileSync(join(root, "cdktf.out/mergequeue-sources.json"), JSON.stringify(content));
    }

    const find = async () => findStaleness(join(root, "cdktf.out"));

    test("content decides, not time: after an edit the output is stale, after its undo it is not", async () => {
      synthesize("cdktf.json", "queues.ts", "main.ts");
      write({ "main.ts": 13, "queues.ts": 13 });
      expect(await find()).toEqual({ warnings: [] });
      writeFileSync(join(root, "queues.ts"), "edited");
      writeFileSync(join(root, "cdktf.json"), '{"app":"npm run synth"}');
      const { warnings, synthesizedAt } = await find();
      expect(warnings).toEqual([
        "cdktf.json, queues.ts were changed after cdktf.out was synthesized, so the declared queues may be out of date. " +
          "Run your program again (npm run synth); if it fails, fix the errors that it reports.",
      ]);
      expect(synthesizedAt).toMatch(/^202[56]-\d\d-\d\d \d\d:\d\d$/);
      writeFileSync(join(root, "queues.ts"), "");
      writeFileSync(join(root, "cdktf.json"), "");
      expect(await find()).toEqual({ warnings: [] });
    });

    test("sources that are not there, as in a job that gets only the output, prove nothing", async () => {
      synthesize("cdktf.json", "queues.ts");
      for (const path of ["cdktf.json", "queues.ts"]) rmSync(join(root, path));
      expect(await find()).toEqual({ warnings: [] });
    });

    test.each<[unknown]>([[7], [{}], [{ directory: "..", files: [] }], [null]])(
      "a record of another form is none: %j",
      async (content) => {
        write({ ...OUTPUT, "main.ts": 13 });
        record(content);
        expect((await find()).warnings).toHaveLength(1);
      },
    );
  });
});
