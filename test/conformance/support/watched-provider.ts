import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TerraformSide } from "../../plugin/support/terraform-side";
import { layOutProvider } from "../../support/e2e/provider-source";

/** An action of a provider's process: its kind and its target. */
export type Deed = readonly [kind: "load" | "print" | "file" | "connect" | "dns" | "udp", what: string];

/** Runs first in the provider's process, and records the use of Node's own modules. */
const HOOK = `"use strict";
const dgram = require("node:dgram"), dns = require("node:dns"), fs = require("node:fs");
const Module = require("node:module"), net = require("node:net");
const { writeSync } = fs;
const log = fs.openSync(process.env.WATCH_FILE, "a");
const note = (kind, what) => writeSync(log, JSON.stringify([kind, String(what)]) + "\\n");
const wrap = (object, name, look) => {
  const inner = object[name];
  const outer = function (...args) { look(args); return Reflect.apply(inner, this, args); };
  Object.defineProperties(outer, Object.getOwnPropertyDescriptors(inner));
  object[name] = outer;
};
const listFunctions = (object) =>
  Object.keys(object).filter((name) => /^[a-z]/.test(name) && typeof object[name] === "function");
const isPath = (value) => typeof value === "string" || value instanceof URL || Buffer.isBuffer(value);
wrap(Module, "_load", ([request]) => note("load", request));
wrap(fs, "writeSync", ([fd, bytes]) => fd === 1 && note("print", bytes));
for (const module of [fs, fs.promises]) {
  for (const name of listFunctions(module)) {
    const count = /^(rename|link|symlink|copyFile|cp)/.test(name) ? 2 : 1;
    wrap(module, name, (args) => args.slice(0, count).filter(isPath).forEach((path) => note("file", path)));
  }
}
wrap(net.Socket.prototype, "connect", ([first, second]) => {
  const to = Array.isArray(first) ? first[0] : first;
  if (typeof to !== "object") return note("connect", typeof second === "string" ? second + ":" + to : to);
  note("connect", to.path ?? (to.host ?? "localhost") + ":" + to.port);
});
for (const module of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(module).filter((name) => /^(lookup|resolve|reverse)/.test(name))) {
    if (typeof module[name] === "function") wrap(module, name, ([host]) => note("dns", host));
  }
}
for (const name of ["bind", "connect", "send"]) wrap(dgram.Socket.prototype, name, (args) => note("udp", args));
`;

/** The built provider in a process that reports which modules, files and machines it uses. */
export class WatchedProvider {
  readonly side: TerraformSide;
  /** Directory for its temporary files. */
  readonly temporary: string;
  /** Its working directory, home and temporary directory lie in here, with nothing else. */
  readonly world: string;
  readonly #base: string;

  private constructor(side: TerraformSide, base: string) {
    this.side = side;
    this.#base = base;
    this.world = join(base, "world");
    this.temporary = join(this.world, "tmp");
  }

  /** Starts it, not configured yet. End it with {@link remove}. */
  static async start(): Promise<WatchedProvider> {
    // Short, so that a socket still fits in below a long temporary directory (rule G-12).
    const base = await mkdtemp(join(tmpdir(), "mq-"));
    const [hook, home, temporary] = [
      join(base, "hook.cjs"),
      join(base, "world/home"),
      join(base, "world/tmp"),
    ];
    await writeFile(hook, HOOK);
    await mkdir(home, { recursive: true });
    await mkdir(temporary);
    const bundle = join(dirname(await layOutProvider(base)), "provider.cjs");
    const side = await TerraformSide.start({
      command: [process.execPath, "--require", hook, bundle],
      env: {
        HOME: home,
        TMPDIR: temporary,
        WATCH_FILE: join(base, "deeds.jsonl"),
        NODE_DISABLE_COMPILE_CACHE: "1",
      },
    });
    return new WatchedProvider(side, base);
  }

  /** Returns what it has done so far, in order. */
  listDeeds(): readonly Deed[] {
    const lines = readFileSync(join(this.#base, "deeds.jsonl"), "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Deed);
  }

  /** Returns the distinct targets of one kind of action so far. */
  list(kind: Deed[0]): readonly string[] {
    return [...new Set(this.listDeeds().flatMap(([other, what]) => (other === kind ? [what] : [])))];
  }

  /** Ends it, and deletes its files. */
  async remove(): Promise<void> {
    await this.side.close();
    await rm(this.#base, { recursive: true, force: true });
  }
}
