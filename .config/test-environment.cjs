const asyncHooks = require("node:async_hooks");
const { setFlagsFromString } = require("node:v8");
const vm = require("node:vm");
const { createRequire } = require("node:module");
const requireFromJest = createRequire(require.resolve("jest"));
const { TestEnvironment } = requireFromJest("jest-environment-node");

// Two parts of Jest, replaced because they take a fifth of the time of the test processes. They use internals
// of Jest: read this file before you update Jest.

// Optimizing more or sooner takes longer than the faster code saves, because most code runs only briefly.
setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
setFlagsFromString("--interrupt-budget=270336");

const { compileFunction } = vm;

/** Globals that no test replaces, in contrast to `Date` or `fetch`. */
const GLOBALS = [
  ...["Array", "ArrayBuffer", "BigInt", "Boolean", "Buffer", "Error", "Function", "Infinity", "Intl", "JSON"],
  ...["Map", "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "Reflect", "RegExp", "Set"],
  ...["String", "Symbol", "SyntaxError", "TypeError", "Uint8Array", "WeakMap", "WeakRef", "WeakSet"],
].join();
const valuesByContext = new WeakMap();

function findGlobals(context) {
  const values = valuesByContext.get(context) ?? vm.runInContext(`[${GLOBALS}]`, context);
  valuesByContext.set(context, values);
  return values;
}

/**
 * Compiles a module once in a process, and not for each test file: Node.js keeps the compiled code of scripts,
 * but not of functions. Makes the globals above variables around the module: each use of a real global of a
 * context calls back into Node.js, which takes 100 times as long. Serves no `import()`, which the transforms
 * turn into `require()`.
 */
vm.compileFunction = (source, parameters, options) => {
  if (options?.parsingContext === undefined) return compileFunction(source, parameters, options);
  const start = `(function (${GLOBALS}) { return (function (${parameters}) {`;
  const { filename, parsingContext } = options;
  const script = new vm.Script(`${start}${source}\n}) })`, { filename, columnOffset: -start.length });
  return script.runInContext(parsingContext)(...findGlobals(parsingContext));
};

const { AsyncLocalStorage } = asyncHooks;

/**
 * Takes the place of AsyncLocalStorage, with which Jest finds the test that an uncaught error belongs to. That
 * class follows every promise. Here the tests of a file run one after another, so it is the test that runs.
 */
class RunningTest {
  #store;

  getStore() {
    return this.#store;
  }

  run(store, callback) {
    const before = this.#store;
    this.#store = store;
    return callback().finally(() => {
      this.#store = before;
    });
  }
}

module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    asyncHooks.AsyncLocalStorage = RunningTest;
  }

  /** Tests get the real class: at this event, Jest has loaded its own modules, but none of the tests. */
  handleTestEvent({ name }) {
    if (name === "setup") asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
};
