import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import type { RunHost } from "../../src/plugin/run-directory";
import { makeScratch } from "../support/make-scratch";
import { shareIn } from "./support/share-in";

let place: string;
const endings: (() => void)[] = [];
const on = (_event: string, ending: () => void): void => void endings.push(ending);

beforeEach(() => {
  place = makeScratch();
  endings.length = 0;
});

/** Lists the paths in a directory. */
const list = (directory = place): string[] => fs.readdirSync(directory).map((name) => join(directory, name));
const findRun = (): string => list(list()[0])[0] ?? "";
/** Returns the id of a process that is gone. */
const findGone = (): number => spawnSync("true").pid;

describe("SharedClaims", () => {
  test("F-48: whoever comes second sees the last word of the first on each object, but none of its own", () => {
    const [one, two] = [shareIn(place), shareIn(place)];
    // No file is touched before.
    expect(list()).toEqual([]);
    for (const fate of ["seen", "delete"]) expect(one.share("a", "x", fate)).toEqual([]);
    expect(one.share("b", "", "keep")).toEqual([]);
    expect(two.share("a", "y", "keep")).toEqual(["delete"]);
    expect(two.share("a", "x")).toEqual([]);
    // Two objects without a name are not the same one.
    expect(two.share("b", "", "seen")).toEqual(["keep"]);
    expect(one.share("a", "x")).toEqual(["keep"]);
    expect(two.share("c", "y")).toEqual([]);
  });

  test("F-48: only processes count that ran at the same time, and have the same parent", () => {
    const earlierMs = Date.now() - 1000;
    shareIn(place, { on }).share("a", "x", "keep");
    for (const end of endings) end();
    expect(shareIn(place, {}, Date.now() + 1000).share("a", "y")).toEqual([]);
    expect(shareIn(place, {}, earlierMs).share("a", "y")).toEqual(["keep"]);
    // Killed.
    shareIn(place, { pid: findGone() }).share("a", "z", "delete");
    expect(shareIn(place, {}, earlierMs).share("a", "y")).toEqual(["keep"]);
    expect(shareIn(place, { ppid: process.pid }, 0).share("a", "y")).toEqual([]);
  });

  test("what is said once is said once in a run, in all its walks", () => {
    const one = shareIn(place, { on });
    expect([one.isFirst("a"), one.isFirst("a"), one.isFirst("b")]).toEqual([true, false, true]);
    for (const end of endings) end();
    const later = shareIn(place, {}, Date.now() + 1000);
    expect([later.isFirst("a"), later.share("a", "x", "seen")]).toEqual([false, []]);
    expect(shareIn(place, { ppid: process.pid }).isFirst("a")).toBe(true);
  });

  test("F-48, S-28: the directory is the user's alone, and its files name no queue; other lines, half a line and its loss do no harm", () => {
    const [one, two] = [shareIn(place), shareIn(place)];
    one.share("github.com/acme", "x", "keep");
    const run = findRun();
    expect([...list(), run].map((path) => fs.statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    const [file = ""] = list(run);
    const line = fs.readFileSync(file, "latin1");
    expect(line).toMatch(/^\S{22} \S{22} keep\n$/);
    fs.appendFileSync(file, '\0garbage\n\n{"a": 1}\nend soon\n');
    fs.writeFileSync(join(run, "notes"), "a b c");
    one.share("github.com/acme", "z", "seen");
    fs.appendFileSync(file, line.replace("keep\n", "dele"));
    expect(two.share("github.com/acme", "y").sort()).toEqual(["keep", "seen"]);
    fs.rmSync(run, { recursive: true });
    expect(two.share("github.com/acme", "y", "keep")).toEqual([]);
  });

  test.each<[string, Partial<RunHost>, string]>([
    ["belongs to another user", { geteuid: () => 4242 }, 'mv "$1" "${1%-*}-4242"'],
    ["others can read", {}, 'chmod 755 "$1"'],
    ["is a link", {}, 'mv "$1" "$1.real" && ln -s "$1.real" "$1"'],
  ])("F-48, S-28: a directory that %s is refused", (_, changes, damage) => {
    shareIn(place).share("a", "x", "keep");
    expect(spawnSync("sh", ["-c", damage, "sh", list()[0] ?? ""]).status).toBe(0);
    expect(shareIn(place, changes).share("a", "y", "keep")).toEqual([]);
    expect(list(findRun())).toHaveLength(1);
  });

  test("F-48: the next place is taken if the first does not work, and old runs whose parent is gone are removed", () => {
    const cache = join(place, ".cache");
    fs.mkdirSync(cache);
    const env = { XDG_RUNTIME_DIR: join(place, "missing"), HOME: place };
    const gone = findGone();
    shareIn(place, { env, on }).share("a", "x", "keep");
    const [all = ""] = list(cache);
    const [own] = list(all);
    const runs = [`${gone}-1`, String(gone), `${process.pid}-1`, `${gone}-2`].map((run) => join(all, run));
    const anHourAgo = new Date(Date.now() - 3_700_000);
    for (const run of [...runs, ...list(all)]) {
      fs.mkdirSync(run, { recursive: true });
      if (run !== runs[3]) fs.utimesSync(run, anHourAgo, anHourAgo);
    }
    for (const end of endings) end();
    expect(list(all).sort()).toEqual([own, runs[3]].sort());
  });
});
