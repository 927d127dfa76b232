import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isProcessGone, makeRunDirectory, type RunHost, removeOldRuns } from "../plugin/run-directory";
import { PROVIDER_TYPE } from "../product";

/** Prefix of files that record which texts were shown. */
const TOLD = "told-";

/**
 * Tells the other provider processes of a Terraform run what this process does with each queue. Each provider
 * configuration has its own process. A process appends to its file before it reads the others, so the later
 * of two processes sees what the earlier one wrote. Each walk of Terraform (refresh, plan, apply) starts new
 * processes. Only processes that run at the same time count. Nothing is shared without a directory.
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
   * Tells other processes what an object does with a queue. Never throws. @param object - a unique name, or
   * empty. @param fate - a word; undefined to record nothing. @returns the fates of other processes' objects
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

  /** Tells whether this is the run's first call with this text; true without a directory. Never throws. */
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

  /** Reads the file of another process. Returns, by object, the last fate that it records for one queue. */
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
