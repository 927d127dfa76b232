import { spawnSync } from "node:child_process";
import { HEAP_OPTIONS } from "../../../src/plugin/lifecycle/bound-heap";

/** Keeps objects long enough for the young generation to grow, and prints by how much it grew, in KiB. */
const GROW = `
const { getHeapSpaceStatistics, setFlagsFromString } = require("node:v8");
const measure = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size / 1024;
for (const option of process.argv.slice(1)) setFlagsFromString(option);
const before = measure();
const recent = [];
for (let index = 0; index < 2_000_000; index += 1) recent[index % 100_000] = { index };
console.log(measure() - before);
`;

/** Runs a process with these options, set while it runs. */
function growHeap(options: readonly string[]): { readonly grownKiB: number; readonly complaints: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", GROW, "--", ...options], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return { grownKiB: Number(stdout), complaints: stderr };
}

describe("the options for a bounded heap", () => {
  test("are options of this Node.js, and stop the growth of the young generation", () => {
    const bounded = growHeap(HEAP_OPTIONS);
    expect(bounded.complaints).toBe("");
    // One half of it is used, and thereby counted, only with the first collection.
    expect(bounded.grownKiB).toBeLessThanOrEqual(1_024);
    expect(growHeap([]).grownKiB).toBeGreaterThan(8 * 1_024);
  });
});
