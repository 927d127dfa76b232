const { createRequire } = require("node:module");
const { default: Sequencer } = createRequire(require.resolve("jest"))("@jest/test-sequencer");

/** Files that take long or wait a lot. */
const LONG =
  /[\\/]test[\\/](?:e2e|conformance|security|recipes|docs|engine[\\/]model|emulator[\\/]page)[\\/]/;

/**
 * Starts with the longest files. Where their times are not known yet, as on a fresh clone, those are the
 * folders above.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
