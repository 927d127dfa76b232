import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";
import { ENTRIES, TYPED_ENTRIES } from "../build/entries";

/** Folders of `src` that are rooms although they lie in another one. */
const INNER_ROOMS: readonly string[] = ["wire/first", "wire/second"];

const MOST_LINES = 40;

/**
 * Gate: every room of `src` has a README of at most 40 lines, whose section "Doors" names the files at its
 * top that other rooms or published entries import, and no others.
 */
export async function checkRoomPages(root: string): Promise<string> {
  const source = join(root, "src");
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith(".ts")).sort();
  const doors = await findDoors(source, files);
  const findings: string[] = [];
  for (const room of new Set(files.map(toRoom))) {
    if (room === "") continue;
    const page = `src/${room}/README.md`;
    const text = await readFile(join(root, page), "utf8").catch(() => undefined);
    if (text === undefined) {
      findings.push(`${page} is missing.`);
      continue;
    }
    const lines = text.trimEnd().split("\n").length;
    if (lines > MOST_LINES) findings.push(`${page} has ${lines} lines, not at most ${MOST_LINES}.`);
    const section = /^## Doors$(.*?)(?=^## |$(?![\s\S]))/ms.exec(text)?.[1] ?? "";
    const named = new Set([...section.matchAll(/`([\w.-]+\.ts)`/g)].map(([, name = ""]) => name));
    const own = doors.get(room) ?? new Set();
    for (const door of own) if (!named.has(door)) findings.push(`${page} does not name the door ${door}.`);
    for (const name of named) {
      if (!own.has(name)) findings.push(`${page} names the door ${name}, which no other room imports.`);
    }
  }
  return findings.join("\n");
}

/** Returns the doors of each room: names of files that code outside it imports, or that are published. */
async function findDoors(source: string, files: readonly string[]): Promise<Map<string, Set<string>>> {
  const doors = new Map<string, Set<string>>();
  const add = (file: string): void => {
    const room = toRoom(file);
    const name = relative(room, file);
    // A deeper one is an entry of its own, which nothing imports; the gate `imports` refuses any other.
    if (!name.includes("/")) doors.set(room, (doors.get(room) ?? new Set()).add(name));
  };
  for (const entry of [...ENTRIES, ...TYPED_ENTRIES]) add(relative("src", entry.source));
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(await readFile(join(source, file), "utf8"), true, true);
    for (const { fileName } of importedFiles) {
      const imported = `${normalize(join(dirname(file), fileName))}.ts`;
      if (fileName.startsWith(".") && toRoom(imported) !== toRoom(file)) add(imported);
    }
  }
  return doors;
}

/** Returns the room of a file of `src`; empty for a file in none. */
function toRoom(file: string): string {
  const inner = INNER_ROOMS.find((room) => file.startsWith(`${room}/`));
  return inner ?? (file.includes("/") ? file.slice(0, file.indexOf("/")) : "");
}
