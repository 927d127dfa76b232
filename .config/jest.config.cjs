/** @type {import("jest").Config} */
module.exports = {
  rootDir: "..",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
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
        plugins: ["@babel/plugin-transform-modules-commonjs"],
      },
    ],
  },
  moduleNameMapper: { "^terraform-provider-mergequeue$": "<rootDir>/src/constructs/index.ts" },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.scratch/"],
  collectCoverageFrom: ["src/**/*.ts", "!src/**/*.generated.ts", "!src/**/main.ts"],
  coverageReporters: ["text-summary", "lcovonly"],
  restoreMocks: true,
};
