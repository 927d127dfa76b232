import { Session } from "node:inspector";

/** What V8 tells of a script: which blocks of each function ran since it was last asked. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

/**
 * Tells whether an input made one file of this process behave in a new way: V8's own block coverage, so that neither
 * an instrumented build nor a native module is needed.
 */
export class BlockCoverage {
  readonly #session = new Session();
  readonly #urlEnd: string;
  readonly #ways = new Set<string>();
  readonly #reached = new Set<number>();

  /** @param file - name of the file that is watched, the end of its address */
  constructor(file: string) {
    this.#urlEnd = file;
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
    this.hasNewWay();
  }

  /** How many ways there are by now in which a function ran. */
  get ways(): number {
    return this.#ways.size;
  }

  /** Tells whether, since the last question, a function ran through blocks that it never ran through together. */
  hasNewWay(): boolean {
    const before = this.#ways.size;
    for (const ranges of this.#takeRanges()) {
      this.#ways.add(ranges.map((range) => `${range.startOffset}-${range.endOffset}:${range.count}`).join());
    }
    return this.#ways.size > before;
  }

  /** Tells whether, since the last question, a block ran that never ran before; less picky than the other one. */
  hasNewBlock(): boolean {
    const before = this.#reached.size;
    for (const ranges of this.#takeRanges()) {
      // Inner ranges follow outer ones, and correct them.
      const counts = new Map<number, number>();
      for (const { startOffset, endOffset, count } of ranges) {
        for (let at = startOffset; at < endOffset; at += 1) counts.set(at, count);
      }
      for (const [at, count] of counts) if (count > 0) this.#reached.add(at);
    }
    return this.#reached.size > before;
  }

  #takeRanges(): ScriptCoverage["functions"][number]["ranges"][] {
    const { result } = this.#post("Profiler.takePreciseCoverage") as { result: readonly ScriptCoverage[] };
    const own = result.filter(({ url }) => url.endsWith(this.#urlEnd));
    return own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges));
  }

  #post(method: string, parameters: object = {}): unknown {
    let answer: unknown;
    // A session of the same thread answers before it returns.
    this.#session.post(method, parameters, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  }
}
