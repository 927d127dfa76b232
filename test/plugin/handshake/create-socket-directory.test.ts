import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import {
  maxSocketPathBytes,
  type SocketOptions,
  tryCreateSocketPlace,
} from "../../../src/plugin/handshake/create-socket-directory";
import { makeScratch } from "../../support/make-scratch";

const scratch = makeScratch();

function create(options: Partial<SocketOptions>) {
  return tryCreateSocketPlace({
    directory: undefined,
    group: undefined,
    parents: [scratch],
    maxPathBytes: 107,
    ...options,
  });
}

describe("tryCreateSocketPlace", () => {
  test.each([
    ["linux", 107],
    ["darwin", 103],
  ])("G-12: on %s a path has at most %i bytes", (platform, bytes) => {
    expect(maxSocketPathBytes(platform)).toBe(bytes);
  });

  test("G-11: a new folder has mode 0700", () => {
    const place = create({});
    expect(statSync(dirname(place?.path ?? "")).mode & 0o777).toBe(0o700);
  });

  test("G-12: the length is counted in bytes", () => {
    const parent = join(scratch, "é".repeat(40));
    mkdirSync(parent);
    expect(create({ parents: [parent], maxPathBytes: Buffer.byteLength(parent) + 10 })).toBeUndefined();
  });

  test("F-32: a folder from the host is skipped if it is not writable", () => {
    const directory = join(scratch, "locked");
    mkdirSync(directory, { mode: 0o500 });
    // Root may write everywhere, except to this file system.
    const unusable = process.getuid?.() === 0 ? "/proc" : directory;
    expect(dirname(dirname(create({ directory: unusable })?.path ?? ""))).toBe(scratch);
  });

  test("F-32: without any folder the result is undefined", () => {
    expect(create({ parents: ["/nonexistent/folder"] })).toBeUndefined();
  });

  test("G-13: removing takes the socket and the folder that was made, and can be repeated", () => {
    const place = create({});
    writeFileSync(place?.path ?? "", "");
    place?.remove();
    place?.remove();
    expect(existsSync(dirname(place?.path ?? scratch))).toBe(false);
  });

  test("G-11: a group is found by its name", () => {
    // Users may give a file to their own groups only.
    const { gid } = userInfo();
    const name = readFileSync("/etc/group", "utf8")
      .split("\n")
      .find((line) => line.split(":")[2] === String(gid))
      ?.split(":")[0];
    if (name === undefined) throw new Error("The user's group has no name.");
    const place = create({ group: name });
    writeFileSync(place?.path ?? "", "");
    place?.secure();
    expect(statSync(place?.path ?? "")).toMatchObject({ gid });
    expect(statSync(place?.path ?? "").mode & 0o777).toBe(0o660);
  });
});
