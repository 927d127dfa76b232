import { MINIMUM_NODE_VERSION } from "../product";
import { BUNDLE_NAME, CODE_NAMES } from "./layout";

/** Seconds that a failing plugin waits before it exits. Otherwise go-plugin up to 1.6.0 may lose output. */
export const REFUSAL_SECONDS = 5;

/** Parts of a release's launcher: commands that run before Node.js is needed, and phrases for messages. */
type LauncherStart = Readonly<Partial<Record<"commands" | "where" | "why", string>>>;

/**
 * Returns the `sh` script that Terraform starts as the provider, the same on every machine. The script finds
 * the bundle beside itself, at any path and through symbolic links, and runs it with the Node.js on the PATH.
 *
 * If the script cannot run the bundle, it prints one sentence on stdout, the only stream that Terraform then
 * shows. It waits up to {@link REFUSAL_SECONDS}, so that Terraform can read the sentence, and exits with 1.
 * Its checks run no other programs, because each program would slow the four starts of an apply.
 */
export function formatLauncher({ commands = "", where = "", why = "" }: LauncherStart = {}): string {
  return `#!/bin/sh
# Starts the mergequeue provider of Terraform and OpenTofu${where} with the Node.js on the PATH.
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

${commands}command -v node >/dev/null 2>&1 ||
  fail "${why}Node.js was not found on the PATH; install Node.js ${MINIMUM_NODE_VERSION} or newer."

for file in ${CODE_NAMES.join(" ")}; do
  [ -s "$directory/$file" ] ||
    fail "$file is missing or empty in $directory; install the provider again."
done

exec node "$directory/${BUNDLE_NAME}" "$@"
`;
}
