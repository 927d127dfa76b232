const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const requireFromJest = createRequire(require.resolve("jest"));
const { CoverageReporter } = createRequire(requireFromJest.resolve("@jest/core"))("@jest/reporters");
const { process: transform } = require("./sucrase-transform.cjs");

/** Returns the code of a module without types, comments and white space. */
function findCode(text, path) {
  const { code } = transform(text, path, { instrument: false });
  return code.replaceAll(/\/\*[^]*?\*\/|\/\/.*|\s/g, "");
}

const NO_CODE = findCode("");
const { _addUntestedFiles: addUntestedFiles } = CoverageReporter.prototype;

/**
 * At the end, Jest starts a process for each worker to count the code of files that no test has loaded, although
 * they usually contain only types. This leaves out files without code, and starts processes only for others. It
 * uses internals of Jest: read this file before you update Jest.
 */
CoverageReporter.prototype._addUntestedFiles = async function addFilesWithCode([context]) {
  const { collectCoverageFrom, rootDir } = this._globalConfig;
  const untested = [...context.hasteFS.matchFilesWithGlob(collectCoverageFrom, rootDir)].filter(
    (path) => !(path in this._coverageMap.data) && findCode(readFileSync(path, "utf8"), path) !== NO_CODE,
  );
  if (untested.length === 0) return;
  const hasteFS = { matchFilesWithGlob: () => untested };
  await addUntestedFiles.call(this, [{ ...context, hasteFS }]);
};
