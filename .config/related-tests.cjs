const { execFileSync } = require("node:child_process");
const { join, sep } = require("node:path");

const ROOT = join(__dirname, "..");
/** Tests that run what is built: they see no change before a build, and take minutes. */
const BUILT = ["e2e", "recipes", "docs", "release", "binary"];

/**
 * Of the tests that are related to a change, keeps those of what is built only if they themselves have
 * changed.
 */
module.exports = (paths) => {
  const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n");
  const changed = [
    ...git("diff", "--name-only", "--merge-base", "main"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  const left = BUILT.filter((name) => !changed.some((file) => file.startsWith(`test/${name}/`)));
  const folders = left.map((name) => join(ROOT, "test", name) + sep);
  return { filtered: paths.filter((path) => !folders.some((folder) => path.startsWith(folder))) };
};
