const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { transformSync, version } = require("esbuild");

/** Babel counts branches, and lifts `jest.mock` above the imports; it takes ten times as long. */
const babel = require("babel-jest").default.createTransformer({
  babelrc: false,
  configFile: false,
  presets: [["@babel/preset-typescript", { onlyRemoveTypeImports: true, rewriteImportExtensions: false }]],
  plugins: [require.resolve("./babel-dynamic-import.cjs"), "@babel/plugin-transform-modules-commonjs"],
});
const SALT = `${version}${readFileSync(__filename, "utf8")}`;

/** Tells whether only Babel will do. */
function needsBabel(text, { instrument }) {
  return instrument || text.includes("jest.mock(");
}

/** TypeScript to CommonJS, for jest. */
module.exports = {
  canInstrument: true,
  getCacheKey(text, path, options) {
    if (needsBabel(text, options)) return babel.getCacheKey(text, path, options);
    return createHash("sha1").update(SALT).update(path).update("\0").update(text).digest("hex");
  },
  process(text, path, options) {
    if (needsBabel(text, options)) return babel.process(text, path, options);
    return transformSync(text, {
      loader: "ts",
      format: "cjs",
      platform: "node",
      target: "node20",
      // `import()` becomes `require()`, which jest's registry serves.
      supported: { "dynamic-import": false },
      sourcemap: "inline",
      sourcesContent: false,
      sourcefile: path,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
  },
};
