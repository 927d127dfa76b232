const { transform } = require("sucrase");

let instrumenter;

/** Returns what adds the counters. Loaded when it is first needed, because Babel takes a second to load. */
function findInstrumenter() {
  instrumenter ??= require("istanbul-lib-instrument").createInstrumenter({
    esModules: false,
    compact: false,
    produceSourceMap: true,
  });
  return instrumenter;
}

/**
 * Removes the types and turns modules into CommonJS. Each line stays where it was, so that errors name the
 * right line without a source map. Where coverage is counted, Istanbul adds the counters afterwards. babel-jest
 * would do all this at once, but takes twice as long.
 */
module.exports = {
  canInstrument: true,
  process: (text, filePath, { instrument }) => {
    const options = { transforms: ["typescript", "imports", "jest"], disableESTransforms: true, filePath };
    const { code } = transform(text, options);
    if (!instrument) return { code };
    // These helpers are Sucrase's code, and no test of ours reaches all of it.
    const own = code.replaceAll("function _interop", "/* istanbul ignore next */ function _interop");
    const counting = findInstrumenter();
    return { code: counting.instrumentSync(own, filePath), map: counting.lastSourceMap() };
  },
};
