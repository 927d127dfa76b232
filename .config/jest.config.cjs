const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { version: istanbul } = require("istanbul-lib-instrument/package.json");
const { version: sucrase } = require("sucrase/package.json");
const { moduleNameMapper } = require("../test/support/temporary/bundle-packages.cjs");
require("./untested-files.cjs");

// What decides about queues and values is covered whole; a run of one folder names what it collects instead.
const isWholeRun = !process.argv.some((argument) => argument.startsWith("--collectCoverageFrom"));
const ROOMS = ["text", "queue", "wire", "api", "reconcile", "plan"];
// What every value of Terraform passes; the rest of the plugin is proved by its conformance tests.
const VALUES = [
  ...["value", "value-error", "convert-raw", "decode-json", "fingerprint-value", "get-attribute"],
  ...["msgpack-codec", "tf-number", "type-expression"],
];
const COVERED = [
  ...ROOMS.map((room) => `src/${room}/**/*.ts`),
  ...VALUES.map((name) => `src/plugin/${name}.ts`),
];
const whole = { branches: 100, functions: 100, lines: 100, statements: 100 };

/** @type {import("jest").Config} */
const shared = {
  rootDir: join(__dirname, ".."),
  testEnvironment: "<rootDir>/.config/test-environment.cjs",
  runtime: "<rootDir>/.config/test-runtime.cjs",
  // With other versions, Jest transforms all files again.
  transform: { "\\.ts$": ["<rootDir>/.config/sucrase-transform.cjs", { versions: [sucrase, istanbul] }] },
  setupFilesAfterEnv: ["<rootDir>/test/support/e2e/skip-without-terraform.ts"],
  moduleNameMapper: {
    ...moduleNameMapper,
    "^terraform-provider-mergequeue$": "<rootDir>/src/constructs/index.ts",
    "^terraform-provider-mergequeue/client$": "<rootDir>/src/api/index.ts",
    "^terraform-provider-mergequeue/emulator$": "<rootDir>/src/emulator/index.ts",
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.scratch/"],
  restoreMocks: true,
};

/** @type {import("jest").Config} */
module.exports = {
  rootDir: "..",
  projects: [
    // The tests of these rooms cover them. Others run without counters, which take a third of their time.
    {
      ...shared,
      testMatch: [`<rootDir>/test/{${ROOMS.join()}}/**/*.test.ts`, "<rootDir>/test/plugin/*.test.ts"],
    },
    {
      ...shared,
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      testPathIgnorePatterns: [`<rootDir>/test/(${ROOMS.join("|")})/`, "<rootDir>/test/plugin/[^/]*$"],
      coveragePathIgnorePatterns: [""],
    },
  ],
  globalSetup: "<rootDir>/test/support/temporary/make.ts",
  globalTeardown: "<rootDir>/test/support/temporary/remove.ts",
  // The only limit, and generous: it ends tests that hang, on however busy a machine. Tests set none of their
  // own.
  testTimeout: 900_000,
  // Only what has a threshold.
  collectCoverageFrom: COVERED,
  testSequencer: require.resolve("./test-sequencer.cjs"),
  // Never in one process, so that a test that leaves something open cannot keep the whole run from ending.
  // More than there are cores on small machines: many tests wait for another process, or for faults that
  // last. Each further process takes several seconds to load and compile the same modules.
  maxWorkers: Math.max(4, availableParallelism() - 1),
  coverageThreshold: isWholeRun ? Object.fromEntries(COVERED.map((files) => [`./${files}`, whole])) : {},
  coverageReporters: ["text-summary", "lcovonly"],
};
