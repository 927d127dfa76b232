const { createRequire } = require("node:module");
const requireFromJest = createRequire(require.resolve("jest"));
const { default: Runtime } = createRequire(requireFromJest.resolve("@jest/core"))("jest-runtime");

/** The code of Jest's own modules, by path. */
const ofJest = new Map();
/** The transformed modules of this directory, by project and path. All others may change while tests run. */
const ofProject = new Map();

/** Returns the value of a key. Makes it if it is not there yet. */
function findOrMake(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** Which counters of a file were above 0 in this process, by path. */
const reached = new Map();

function reachesMore(path, { s: statements, f: functions, b: branches }) {
  const isFirst = !reached.has(path);
  const before = findOrMake(reached, path, () => []);
  const counts = [statements, functions, branches].flatMap((counters) => Object.values(counters).flat());
  const more = counts.flatMap((count, index) => (count > 0 && !before[index] ? [index] : []));
  for (const index of more) before[index] = true;
  return isFirst || more.length > 0;
}

/**
 * Jest's runtime, which loads the modules of one test file. Reads a module's code once in a process, and not for
 * each test file. It uses internals of Jest: read this file before you update Jest.
 */
module.exports = class extends Runtime {
  constructor(config, ...rest) {
    super(config, ...rest);
    const { transformCache } = this;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (path, options) => {
      if (options?.isInternalModule === true) return findOrMake(ofJest, path, () => transform(path, options));
      if (!path.startsWith(config.rootDir)) return transform(path, options);
      const file = findOrMake(ofProject, `${config.id}\n${path}`, () => {
        transform(path, options);
        return transformCache.getEntries().get(path);
      });
      transformCache.getEntries().set(path, file);
      if (file.sourceMapPath) transformCache.getSourceMaps().set(path, file.sourceMapPath);
      return file.code;
    };
  }

  /**
   * Copies the counters of coverage only for files in which this test file is the first of the process to reach
   * something. Sending and adding up all counters after each test file takes long. The numbers of hits are
   * therefore too low.
   */
  getAllCoverageInfoCopy() {
    const { __coverage__: counters } = this._environment.global;
    if (counters === undefined) return undefined;
    const news = Object.entries(counters).filter(([path, file]) => reachesMore(path, file));
    return JSON.parse(JSON.stringify(Object.fromEntries(news)));
  }
};
