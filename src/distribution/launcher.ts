import { MINIMUM_NODE_VERSION } from "../product";
import { BUNDLE_NAME, CODE_NAMES } from "./layout";

/**
 * Seconds that a plugin which cannot start stays after it has said why, unless Terraform, which has then read it, ends it:
 * go-plugin up to 1.6.0 may lose what a process has written that ends at once.
 */
export const REFUSAL_SECONDS = 5;

/** A program that the launcher runs instead of Node.js where it can. */
export interface LaunchedBinary {
  /** Its file's name, beside the launcher. */
  readonly name: string;
  /** Absolute path of the loader that glibc has on this processor: what the kernel loads the program with. */
  readonly loader: string;
  /**
   * Absolute paths of files that tell of a system whose loader at that place is not glibc's, for example
   * `/etc/alpine-release`.
   */
  readonly imitators: readonly string[];
  /** Variables to set for it, whatever they were; values of letters and digits. */
  readonly variables: { readonly [name: string]: string };
}

/**
 * Returns the `sh` script that Terraform starts as the provider (rules D-08 and D-09). It runs the bundle
 * beside it with the Node.js on the PATH, and is the same text on every machine.
 *
 * It follows symbolic links to itself, bears any character in its path, clears NODE_OPTIONS and keeps
 * NODE_EXTRA_CA_CERTS. When it cannot start the provider it prints one sentence on stdout, the only stream
 * that Terraform shows of a plugin that does not start, and exits with 1; started by Terraform, it first gives it
 * {@link REFUSAL_SECONDS} to read that.
 * It starts no program to look: each of an apply's four starts would pay for it.
 *
 * @param binary - what runs on systems with glibc and needs no Node.js. Default: there is none
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

# Options of the calling program are not meant for the provider. NODE_EXTRA_CA_CERTS is.
# With the others Node.js talks to a parent process that is not its own, or ends.
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
${settings.join("")}  exec "$directory/${name}" "$@"
fi

`;
}
