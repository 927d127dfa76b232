import { MINIMUM_NODE_VERSION } from "../product";
import { BUNDLE_NAME, CODE_NAMES, START_NAME } from "./layout";

/** Seconds a plugin that cannot start stays: go-plugin up to 1.6.0 may lose the output if it ends at once. */
export const REFUSAL_SECONDS = 5;

/** A program that the launcher runs instead of Node.js if the system supports it. */
export interface LaunchedBinary {
  /** Name of its file, in the launcher's directory. */
  readonly name: string;
  /** Absolute path of glibc's loader on this processor, with which the kernel loads the program. */
  readonly loader: string;
  /** Absolute paths of files on systems with another loader at that path, such as `/etc/alpine-release`. */
  readonly imitators: readonly string[];
  /** Environment variables to set for it, whatever they were. Values consist of letters and digits. */
  readonly variables: { readonly [name: string]: string };
}

/**
 * Returns the `sh` script that Terraform starts as the provider, the same on every machine. It runs
 * the bundle in its own directory, at any path and behind symbolic links, with the Node.js on the PATH.
 *
 * If it cannot, it prints one sentence on stdout, the only stream that Terraform shows of a plugin that does
 * not start, waits up to {@link REFUSAL_SECONDS} until Terraform has read it, and exits with 1. Other
 * programs for its checks would slow each of the four starts of an apply.
 * @param binary - the program for systems with glibc, which does not need Node.js. Default: none
 */
export function formatLauncher(binary?: LaunchedBinary): string {
  return `#!/bin/sh
# Starts the mergequeue provider of Terraform and OpenTofu${binary === undefined ? "" : ", on systems without glibc"} with the Node.js on the PATH.
# Do not edit: the lock files of Terraform hold a hash of this directory.

fail() {
  printf '%s\\n' "The mergequeue provider cannot start: $1"
  # Terraform may lose what a process has said that ends at once. It ends this one when it has read it.
  if [ -n "$TF_PLUGIN_MAGIC_COOKIE" ]; then
    PATH=/usr/bin:/bin\${PATH:+:$PATH}
    command -v sleep >/dev/null 2>&1 && exec sleep ${REFUSAL_SECONDS}
  fi
  exit 1
}

# Options of the calling program are not meant for the provider. With NODE_CHANNEL_FD and NODE_UNIQUE_ID Node.js
# talks to a parent process that is not its own, or ends.
unset NODE_OPTIONS NODE_CHANNEL_FD NODE_UNIQUE_ID

self=$0
while :; do
  case $self in
    */*) directory=\${self%/*} ;;
    *) directory=. ;;
  esac
  [ -L "$self" ] || break
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$directory/$link ;;
  esac
done
# A relative path could begin with a dash and be taken for an option.
case $directory in
  /* | "") ;;
  *) directory=./$directory ;;
esac

${binary === undefined ? "" : formatBinary(binary)}command -v node >/dev/null 2>&1 ||
  fail "${binary === undefined ? "" : "there is no glibc on this system, and "}Node.js was not found on the PATH; install Node.js ${MINIMUM_NODE_VERSION} or newer."

for file in ${CODE_NAMES.join(" ")}; do
  [ -s "$directory/$file" ] ||
    fail "$file is missing or empty in $directory; install the provider again."
done

exec node "$directory/${BUNDLE_NAME}" "$@"
`;
}

function formatBinary({ name, loader, imitators, variables }: LaunchedBinary): string {
  const conditions = [`[ -e ${loader} ]`, ...imitators.map((path) => `[ ! -e ${path} ]`)];
  const settings = Object.entries(variables).map(([variable, value]) => `  export ${variable}=${value}\n`);
  return `if ${conditions.join(" && ")}; then
  # A developer may have exported them for Bun. Nothing in the program ignores them.
  unset BUN_OPTIONS BUN_BE_BUN BUN_INSPECT BUN_INSPECT_PRELOAD
${settings.join("")}  exec "$directory/${name}" "$@"
fi

`;
}

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
