import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isProcessGone, makeRunDirectory, type RunHost, removeOldRuns } from "../plugin/run-directory";
import { PROVIDER_TYPE } from "../product";

/** Prefix of files that record which texts were shown. */
const TOLD = "told-";

/**
 * Tells the other provider processes of a Terraform run what this process does with each queue. Each provider
 * configuration has a process. It appends to its own file before it reads the other files, so that the later
 * of two processes sees what the earlier one wrote. Each walk of Terraform (refresh, plan, apply) starts new
 * processes, and only processes that run at the same time count. If there is no directory, nothing is shared.
 */
export class SharedClaims {
  readonly #host: RunHost;
  readonly #startedAtMs: number;
  #file: string | undefined;
  readonly #earlierFiles = new Set<string>();

  /** The constructor touches no file. @param startedAtMs - when this process started */
  constructor(host: RunHost, startedAtMs = performance.timeOrigin) {
    this.#host = host;
    this.#startedAtMs = startedAtMs;
  }

  /**
   * Tells what one object does with a queue. Never throws. @param object - the unique name, or empty.
   * @param fate - a word, or undefined to record nothing. @returns the fates of other processes' objects
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
      // A plan must not fail because of these files.
      return [];
    }
  }

  /** Returns true for the run's first call with this text, or if there is no directory. Never throws. */
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
        // Without that line the process counts as killed. The next process removes old runs.
      }
    });
    return file;
  }

  /** Reads, for one queue, the last fate of each object that another process has recorded. */
  #readFates(file: string, key: string): Map<string, string> {
    if (this.#earlierFiles.has(file)) return new Map();
    // Checked before the read: a process that ends in between has written its last line.
    const isGone = isProcessGone(Number.parseInt(basename(file), 10));
    const text = `\n${readFileSync(file, "latin1")}`;
    const endedAtMs = Number(/\nend (\d+)\n$/.exec(text.slice(-30))?.[1] ?? (isGone ? 0 : Infinity));
    if (endedAtMs < this.#startedAtMs) this.#earlierFiles.add(file);
    if (this.#earlierFiles.has(file)) return new Map();
    // Ignores an unfinished line. Splits at the wanted key only, because files can be large.
    const parts = text.slice(0, text.lastIndexOf("\n") + 1).split(`\n${key} `);
    const lines = parts.slice(1).map((part) => part.slice(0, part.indexOf("\n")));
    return new Map(lines.map((line) => line.split(" ") as [string, string]));
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
