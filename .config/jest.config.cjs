const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { moduleNameMapper } = require("../test/support/temporary/bundle-packages.cjs");

// What decides about queues and values is covered whole; a run of one folder names what it collects instead.
const isWholeRun = !process.argv.some((argument) => argument.startsWith("--collectCoverageFrom"));
const COVERED = ["src/text/", "src/queue/", "src/api/", "src/reconcile/", "src/plugin/values/"];
const whole = { branches: 100, functions: 100, lines: 100, statements: 100 };

// The rooms whose tests cover these. Those of all other rooms run without counters, which take a third of their time.
const COVERING = [
  ...COVERED.map((folder) => folder.replace("src/", "")),
  ...["wire/", "provider/", "stack/", "constructs/", "contract/", "cli/"],
];

/** @type {import("jest").Config} */
const shared = {
  rootDir: join(__dirname, ".."),
  testEnvironment: "node",
  transform: {
    "\\.ts$": [
      "babel-jest",
      {
        babelrc: false,
        configFile: false,
        presets: [
          ["@babel/preset-typescript", { onlyRemoveTypeImports: true, rewriteImportExtensions: false }],
        ],
        plugins: [require.resolve("./babel-dynamic-import.cjs"), "@babel/plugin-transform-modules-commonjs"],
      },
    ],
  },
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
    { ...shared, testMatch: COVERING.map((room) => `<rootDir>/test/${room}**/*.test.ts`) },
    {
      ...shared,
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      testPathIgnorePatterns: COVERING.map((room) => `<rootDir>/test/${room}`),
      coveragePathIgnorePatterns: [""],
    },
  ],
  globalSetup: "<rootDir>/test/support/temporary/make.ts",
  globalTeardown: "<rootDir>/test/support/temporary/remove.ts",
  // The only limit, and generous: it ends tests that hang, on however busy a machine. Tests set none of their own.
  testTimeout: 900_000,
  // Only the folders with a threshold.
  collectCoverageFrom: COVERED.map((folder) => `${folder}**/*.ts`),
  testSequencer: require.resolve("./test-sequencer.cjs"),
  // Never in one process, so that a test that leaves something open cannot keep the whole run from ending. More than there
  // are cores on small machines: many tests wait for another process, or for faults that last.
  maxWorkers: Math.max(6, availableParallelism() - 1),
  coverageThreshold: isWholeRun ? Object.fromEntries(COVERED.map((folder) => [`./${folder}`, whole])) : {},
  coverageReporters: ["text-summary", "lcovonly"],
};
