import { REFUSAL_SECONDS } from "../../src/distribution/launcher";
import { START_NAME } from "../../src/distribution/layout";
import { MINIMUM_NODE_VERSION } from "../../src/product";

/**
 * Returns the JavaScript that the launcher runs with Node.js: it loads the provider, or refuses a version
 * that is too old, as the launcher does. `node --version` there would take a second process at each start.
 */
export function formatNodeCheck(): string {
  return formatCheck(
    "the mergequeue provider of Terraform and OpenTofu",
    `  try {
    require("./${START_NAME}");
  } catch (error) {
    fail(
      "${START_NAME} in " + __dirname + " cannot be loaded (" + String(error).split("\\n")[0] +
        "); install the provider again."
    );
  }`,
    `  process.stdout.write("The mergequeue provider cannot start: " + why + "\\n");
  process.exitCode = 1;
  // Terraform may lose what a process has said that ends at once. It ends this one when it has read it.
  if (process.env.TF_PLUGIN_MAGIC_COOKIE) setTimeout(function () {}, ${REFUSAL_SECONDS * 1000});`,
  );
}

/** The command's entry: loads `file` beside it; if Node.js is too old, a sentence on stderr and status 1. */
export function formatCommandCheck(file: string): string {
  const check = formatCheck(
    "the command mergequeue",
    `  require("./${file}");`,
    `  process.stderr.write("Error: mergequeue cannot start: " + why + "\\n");
  process.exitCode = 1;`,
  );
  return `#!/usr/bin/env node\n${check}`;
}

/** It is ECMAScript 5, which every Node.js can parse; all other code is newer. */
function formatCheck(subject: string, load: string, fail: string): string {
  const [major = "0", minor = "0", patch = "0"] = MINIMUM_NODE_VERSION.split(".");
  return `"use strict";
// Loads ${subject} if this Node.js is new enough for it.
var parts = /^v?([0-9]+)\\.([0-9]+)\\.([0-9]+)/.exec(process.version) || [];
var major = Number(parts[1] || 0);
var minor = Number(parts[2] || 0);
var patch = Number(parts[3] || 0);
if (
  major > ${major} ||
  (major === ${major} && (minor > ${minor} || (minor === ${minor} && patch >= ${patch})))
) {
${load}
} else {
  fail(
    "it needs Node.js ${MINIMUM_NODE_VERSION} or newer, but " + process.execPath + " is " + process.version + "."
  );
}
function fail(why) {
${fail}
}
`;
}
