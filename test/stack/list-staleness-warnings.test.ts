import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listStalenessWarnings } from "../../src/stack/list-staleness-warnings";
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

describe("listStalenessWarnings", () => {
  test("a program that was changed after the CDK wrote its output is named, other files are not", async () => {
    write({ "cdktf.out/manifest.json": 12, "main.ts": 13, "main.mjs": 12, "bot.ts": 13 });
    expect(await listStalenessWarnings(join(root, "cdktf.out"))).toEqual([
      "main.ts was changed after cdktf.out was synthesized, so that what is declared may be out of date. Run your " +
        "program again; if it failed, correct what it reports.",
    ]);
  });

  test("names output whose last synthesis failed, even if only one of its stacks is read", async () => {
    write({ "cdktf.out/stacks/queues/cdk.tf.json": 12 });
    expect(await listStalenessWarnings(join(root, "cdktf.out/stacks/queues"))).toEqual([
      "The last synthesis of cdktf.out failed or did not finish, so that what is declared may be out of date. Run your " +
        "program again and correct what it reports.",
    ]);
  });
});
