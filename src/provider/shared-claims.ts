import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isProcessGone, makeRunDirectory, type RunHost, removeOldRuns } from "../plugin/run-directory";
import { PROVIDER_TYPE } from "../product";

/** How the names of files begin that say that a text was shown. */
const TOLD = "told-";

/**
 * Tells the other provider processes of a run of Terraform what this one does with each queue: there is one
 * for each provider configuration. Each appends to a file of its own before it reads the others', so that
 * whoever comes second sees the first. Each walk of Terraform (refresh, plan, apply) has its own processes,
 * which end before the next: only those count that ran at the same time. No directory: nothing is told.
 */
export class SharedClaims {
  readonly #host: RunHost;
  readonly #startedAtMs: number;
  #file: string | undefined;
  readonly #earlierFiles = new Set<string>();

  /** Touches no file yet. @param startedAtMs - when this process started */
  constructor(host: RunHost, startedAtMs = performance.timeOrigin) {
    this.#host = host;
    this.#startedAtMs = startedAtMs;
  }

  /**
   * Tells a queue's fate by one object. Never throws. @param object - its unique name; empty if it has none.
   * @param fate - a word; undefined only reads @returns the queue's fates by objects of other processes
   */
  share(queue: string, object: string, fate?: string): string[] {
    try {
      const file = (this.#file ??= this.#startFile());
      const [key, own] = [digest(queue), digest(object)];
      if (fate !== undefined) appendFileSync(file, `${key} ${own} ${fate}\n`);
      const isOther = (name: string): boolean => name !== basename(file) && !name.startsWith(TOLD);
      const others = readdirSync(dirname(file)).filter(isOther);
      return others.flatMap((name) => {
        const fates = this.#readFates(join(dirname(file), name), key);
        if (object !== "") fates.delete(own);
        return [...fates.values()];
      });
    } catch {
      // Nothing that happens to these files may stop a plan.
      return [];
    }
  }

  /** True for the first call with this text in the whole run, or without a directory. Never throws. */
  isFirst(text: string): boolean {
    try {
      const file = (this.#file ??= this.#startFile());
      closeSync(openSync(join(dirname(file), `${TOLD}${digest(text)}`), "wx", 0o600));
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "EEXIST";
    }
  }

  #startFile(): string {
    const directory = makeRunDirectory(this.#host, `terraform-provider-${PROVIDER_TYPE}-runs`);
    const file = join(directory, `${this.#host.pid}-${randomBytes(6).toString("hex")}`);
    this.#host.on("exit", () => {
      try {
        appendFileSync(file, `end ${Date.now()}\n`);
        removeOldRuns(dirname(directory));
      } catch {
        // Without that line the process counts as killed; the next one removes the rest.
      }
    });
    return file;
  }

  /** Reads another process's latest fates of a queue, by object. Skips foreign lines. */
  #readFates(file: string, key: string): Map<string, string> {
    if (this.#earlierFiles.has(file)) return new Map();
    // Before it is read: what ends in between has written its last line.
    const isGone = isProcessGone(Number.parseInt(basename(file), 10));
    const text = `\n${readFileSync(file, "latin1")}`;
    const endedAtMs = Number(/\nend (\d+)\n$/.exec(text.slice(-30))?.[1] ?? (isGone ? 0 : Infinity));
    if (endedAtMs < this.#startedAtMs) this.#earlierFiles.add(file);
    if (this.#earlierFiles.has(file)) return new Map();
    // A line without its end waits. Of large files only what is looked for is taken apart.
    const parts = text.slice(0, text.lastIndexOf("\n") + 1).split(`\n${key} `);
    const lines = parts.slice(1).map((part) => part.slice(0, part.indexOf("\n")));
    return new Map(lines.map((line) => line.split(" ") as [string, string]));
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
