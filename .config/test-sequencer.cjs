const { createRequire } = require("node:module");
const { default: Sequencer } = createRequire(require.resolve("jest"))("@jest/test-sequencer");

/** The files that take long or wait much; the others fill what they leave. */
const LONG =
  /[\\/]test[\\/](?:e2e|conformance|security|recipes|docs|emulator[\\/](?:engine[\\/]model|page))[\\/]/;

/** Starts with the longest files; where their times are not known yet, as on a fresh clone, not with the largest ones. */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
