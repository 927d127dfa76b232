/**
 * Tells Babel's CommonJS transform to turn `import()` into `require()`, which jest's module registry serves.
 * Babel 7 does so only where its dynamic-import plugin says it is there; that mark is all the plugin does.
 */
module.exports = () => ({
  name: "dynamic-import-mark",
  pre(file) {
    file.set("@babel/plugin-proposal-dynamic-import", module.exports);
  },
});
