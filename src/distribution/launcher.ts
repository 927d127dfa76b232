import { MINIMUM_NODE_VERSION } from "../product";
import { BUNDLE_NAME, CODE_NAMES } from "./layout";

/** Seconds a plugin that cannot start stays: go-plugin up to 1.6.0 may lose the output if it ends at once. */
export const REFUSAL_SECONDS = 5;

/** A program that the launcher runs instead of Node.js if the system supports it. */
export interface LaunchedBinary {
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
