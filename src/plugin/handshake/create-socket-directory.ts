import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface SocketPlace {
  /** Path of the socket. It is short enough for the operating system. */
  readonly path: string;
  secure(): void;
  /** Removes the socket, and the folder created for the socket. Never throws. */
  remove(): void;
}

export interface SocketOptions {
  readonly directory: string | undefined;
  /** Name or number of the group that may use the socket. */
  readonly group: string | undefined;
  /** Folders in which the socket's folder may be created, preferred folder first. */
  readonly parents: readonly string[];
  readonly maxPathBytes: number;
}

/** Maximum length of the path of a Unix socket. libuv silently truncates a longer path. */
export function maxSocketPathBytes(platform: string): number {
  return platform === "linux" ? 107 : 103;
}

/** Makes a private place for a socket, or returns undefined. @throws Error if the group cannot be set */
export function tryCreateSocketPlace(options: SocketOptions): SocketPlace | undefined {
  const gid = options.group === undefined ? undefined : findGroupId(options.group);
  const name = `plugin-${randomBytes(6).toString("hex")}`;
  if (options.directory !== undefined) {
    const path = join(options.directory, name);
    if (fits(path, options) && isUsable(options.directory)) return toPlace(path, path, gid);
  }
  for (const parent of options.parents) {
    // mkdtemp appends six characters.
    const longest = join(parent, "tf-XXXXXX", name);
    if (!fits(longest, options)) continue;
    const directory = tryMakeTemporaryDirectory(parent);
    if (directory === undefined) continue;
    if (gid !== undefined) {
      chownSync(directory, -1, gid);
      chmodSync(directory, 0o710);
    }
    return toPlace(join(directory, name), directory, gid);
  }
  return undefined;
}

function toPlace(path: string, toRemove: string, gid: number | undefined): SocketPlace {
  return {
    path,
    secure() {
      if (gid !== undefined) chownSync(path, -1, gid);
      chmodSync(path, gid === undefined ? 0o600 : 0o660);
    },
    remove() {
      try {
        rmSync(toRemove, { recursive: true, force: true });
      } catch {
        // The process is ending; there is nothing more to do.
      }
    },
  };
}

function fits(path: string, { maxPathBytes }: SocketOptions): boolean {
  return Buffer.byteLength(path) <= maxPathBytes;
}

/** Makes a directory as a test, because permissions do not show that a file system is read-only. */
function isUsable(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    rmdirSync(mkdtempSync(join(directory, "tf-")));
    return true;
  } catch {
    return false;
  }
}

function tryMakeTemporaryDirectory(parent: string): string | undefined {
  try {
    return mkdtempSync(join(parent, "tf-"));
  } catch {
    return undefined;
  }
}

/** Finds a local group in `/etc/group`, because Node cannot look up groups. */
function findGroupId(group: string): number {
  if (/^[0-9]+$/.test(group)) return Number(group);
  const line = readFileSync("/etc/group", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${group}:`));
  const gid = Number(line?.split(":")[2] ?? Number.NaN);
  if (!Number.isSafeInteger(gid))
    throw new Error(`PLUGIN_UNIX_SOCKET_GROUP names the group ${group}, which is not in /etc/group.`);
  return gid;
}
