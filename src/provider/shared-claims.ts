import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isProcessGone, type RunHost, tryMakeRunDirectory } from "../plugin/lifecycle/run-directory";
import { PROVIDER_TYPE } from "../product";

/**
 * Tells the other provider processes of a run of Terraform what this one does with each queue: there is one for each provider
 * configuration. Each appends to a file of its own before it reads the others', so that whoever comes second sees the first.
 * Each walk of Terraform (refresh, plan, apply) has its own processes, which end before the next walk: only those count that
 * ran at the same time. Without a directory nothing is told.
 */
export class SharedClaims {
  readonly #host: RunHost;
  readonly #startedAtMs: number;
  #file: string | undefined;
  readonly #isOfThisWalk = new Map<string, boolean>();

  /** Touches no file yet. @param startedAtMs - when this process started */
  constructor(host: RunHost, startedAtMs = performance.timeOrigin) {
    this.#host = host;
    this.#startedAtMs = startedAtMs;
  }

  /**
   * Tells what becomes of a queue by one object.
   * @param object - its name; one of another process with the same name is the same object. Empty: it has none
   * @param fate - a word; undefined tells nothing
   * @returns what becomes of the queue by other objects of the other processes. Never throws
   */
  share(queue: string, object: string, fate?: string): string[] {
    try {
      const file = (this.#file ??= this.#startFile());
      if (file === "") return [];
      const [key, own] = [digest(queue), digest(object)];
      if (fate !== undefined) appendFileSync(file, `${key} ${own} ${fate}\n`);
      return readdirSync(dirname(file)).flatMap((name) => {
        if (name === basename(file)) return [];
        const fates = this.#readFates(join(dirname(file), name), key);
        if (object !== "") fates.delete(own);
        return [...fates.values()];
      });
    } catch {
      // Nothing that happens to these files may stop a plan.
      return [];
    }
  }

  /** Returns a path, or nothing if there is no directory. */
  #startFile(): string {
    const directory = tryMakeRunDirectory(this.#host, `terraform-provider-${PROVIDER_TYPE}-runs`);
    if (directory === undefined) return "";
    const file = join(directory, `${this.#host.pid}-${randomBytes(6).toString("hex")}`);
    this.#host.on("exit", () => {
      appendFileSync(file, `end ${Date.now()}\n`);
    });
    return file;
  }

  /** Reads the last words of another process on a queue, by object. Lines that are not ours have no meaning. */
  #readFates(file: string, key: string): Map<string, string> {
    const known = this.#isOfThisWalk.get(file);
    const fates = new Map<string, string>();
    if (known === false) return fates;
    // Before it is read: what ends in between has written its last line.
    const isGone = known === undefined && isProcessGone(Number.parseInt(basename(file), 10));
    const text = `\n${readFileSync(file, "latin1")}`;
    const endedAtMs = /\nend (\d+)\n$/.exec(text.slice(-30))?.[1];
    const isOfThisWalk =
      known ?? (endedAtMs === undefined ? !isGone : Number(endedAtMs) >= this.#startedAtMs);
    this.#isOfThisWalk.set(file, isOfThisWalk);
    if (!isOfThisWalk) return fates;
    // A line without its end waits. Of large files only what is looked for is taken apart.
    for (const part of text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split(`\n${key} `)
      .slice(1)) {
      const [object = "", fate = ""] = part.slice(0, part.indexOf("\n")).split(" ");
      fates.set(object, fate);
    }
    return fates;
  }
}

/** Makes text of one length and form of any other. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
